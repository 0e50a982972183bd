import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findMorePage, morePages } from "./more-pages.ts";
import { type AppScreen, parseScreen, toHash } from "./screen-address.ts";
import { tabNames } from "./screens.ts";

describe("the address of a screen", () => {
  it("leads back to every screen", () => {
    const screens: AppScreen[] = [
      ...tabNames.filter((tab) => tab !== "more").map((tab) => ({ tab, start: false })),
      { tab: "more", page: "menu" },
      ...morePages.map((page) => ({ tab: "more" as const, page })),
      { tab: "more", page: "entry", id: "0mi2k1q3a0010abc" },
      { tab: "more", page: "webhook", job: "first" },
      { tab: "more", page: "jobs", job: "0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e01" },
      { tab: "pair" },
      { tab: "link" },
    ];
    for (const screen of screens) expect(parseScreen(toHash(screen))).toEqual(screen);
  });

  it.each([
    ["#/scan-nfc", "nfc"],
    ["#/scan-code", "qr"],
    ["#/scan-document", "document"],
    ["#/scan-object", "3d"],
    ["#/scan-room", "3d"],
  ])("%s opens the tab %s and starts it", (hash, tab) => {
    const link = tab === "3d" ? { link: hash.slice(2) } : {};
    expect(parseScreen(hash)).toEqual({ tab, start: true, ...link });
  });

  it("contains a pairing code only when it is read, and never when it is written", () => {
    const screen = parseScreen("#/pair?code=aB3-_x");
    expect(screen).toEqual({ tab: "pair", code: "aB3-_x" });
    expect(toHash(screen)).toBe("#/pair");
  });

  it.each([
    "#/scan-code?ret=https%3A%2F%2Fexample.com%2F",
    "#/write-nfc?text=Hello",
    "#/link?url=geo%3A48.2%2C16.37",
    "#/constructor",
  ])("%s asks for more than a screen and is left to src/actions", (hash) => {
    expect(parseScreen(hash)).toEqual({ tab: "link" });
  });

  it("opens the jobs for the link on the card of a job", () => {
    expect(parseScreen("#/job/door")).toEqual({ tab: "more", page: "jobs" });
  });

  it.each(["", "#/"])("opens the QR tab if it is “%s”", (hash) => {
    expect(parseScreen(hash)).toEqual({ tab: "qr", start: false });
  });

  it.each(["", "/", "/nonsense", "/entry", "/constructor"])(
    "opens the menu of More if “%s” follows the tab",
    (path) => {
      const screen = parseScreen(`#/more${path}`);
      expect(screen.tab === "more" && findMorePage(screen.page)).toBe("menu");
    },
  );

  it("parses any text without an exception", () => {
    fc.assert(fc.property(fc.string(), (hash) => void toHash(parseScreen(`#/${hash}`))));
  });
});
