import { expect, test } from "vitest";
import { parseRoute } from "../router.ts";
import { actionIds, actions, appScheme } from "./table.ts";

test("every action stands in the table once, under its own name", () => {
  expect(actions.map(({ id }) => id)).toEqual([...actionIds]);
  expect(new Set(actions.map(({ title }) => title)).size).toBe(actions.length);
  for (const { phrases } of actions) {
    for (const phrase of phrases) expect(phrase).toContain("\\(.applicationName)");
  }
});

test("the five links of the contract are there, word for word", () => {
  const links = actions.filter(({ kind }) => kind === "scan").map(({ link }) => link);
  expect(links).toEqual([
    "scanhook://scan-nfc",
    "scanhook://scan-code",
    "scanhook://scan-document",
    "scanhook://scan-object",
    "scanhook://scan-room",
  ]);
});

test("scanning starts its tab, opening starts nothing, and what only answers goes nowhere", () => {
  for (const { kind, hash, link } of actions) {
    if (kind === "last") {
      expect([hash, link]).toEqual([undefined, undefined]);
      continue;
    }
    expect(link?.startsWith(`${appScheme}://`)).toBe(true);
    const route = parseRoute(hash ?? "");
    if (kind === "scan") expect(route).toMatchObject({ start: true });
    if (kind === "open" && route.tab !== "more") expect(route).toMatchObject({ start: false });
  }
});
