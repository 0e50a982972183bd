import { expect, test } from "vitest";
import { parseScreen } from "../screen-address.ts";
import { moreTexts } from "../texts/more.ts";
import { actionIds, actions, appScheme } from "./actions.ts";

test("the table lists every action once, with a title of its own", () => {
  expect(actions.map(({ id }) => id)).toEqual([...actionIds]);
  expect(new Set(actions.map(({ title }) => title)).size).toBe(actions.length);
});

test("the scan links are the five links of the interface", () => {
  const links = actions.filter(({ kind }) => kind === "scan").map(({ link }) => link);
  expect(links).toEqual([
    "scanhook://scan-nfc",
    "scanhook://scan-code",
    "scanhook://scan-document",
    "scanhook://scan-object",
    "scanhook://scan-room",
  ]);
});

test("scan actions start their tab, open actions start nothing, and last actions have no address", () => {
  for (const { kind, hash, link } of actions) {
    if (kind === "last") {
      expect([hash, link]).toEqual([undefined, undefined]);
      continue;
    }
    expect(link?.startsWith(`${appScheme}://`)).toBe(true);
    const screen = parseScreen(hash ?? "");
    if (kind === "scan") expect(screen).toMatchObject({ start: true });
    if (kind === "open" && screen.tab !== "more") expect(screen).toMatchObject({ start: false });
  }
});

test("the English titles on the page of links are those of the shortcuts", () => {
  const titles = Object.fromEntries(actions.map(({ id, title }) => [id, title]));
  expect(moreTexts.links.titles).toEqual(titles);
});
