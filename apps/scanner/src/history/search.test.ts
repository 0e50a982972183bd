import { describe, expect, it } from "vitest";
import type { HistoryEntry } from "./entry.ts";
import { createMatcher } from "./search.ts";

const code: HistoryEntry = {
  id: "1",
  source: "code",
  scan: { identifier: "u-1", date: "2026-05-12T14:23:01Z", content: "Shelf 12 Blue" },
  body: "{}",
  format: "qr",
  at: Date.parse("2026-05-12T14:23:01.250Z"),
  outcome: { kind: "off" },
  resends: 0,
};
const tag: HistoryEntry = {
  ...code,
  source: "nfc",
  scan: { ...code.scan, tagType: "openPrintTag", structured: { material: "PLA" } },
};

const matches = (text: string, entry: HistoryEntry) => createMatcher(text)?.(entry);

describe("createMatcher", () => {
  it("accepts an entry that contains every word, in any order and case", () => {
    expect(matches("blue SHELF", code)).toBe(true);
    expect(matches("blue 13", code)).toBe(false);
  });

  it("ignores accents and widths of letters", () => {
    const entry = { ...code, scan: { ...code.scan, content: "Zoë Müller, Straße ＡＢ" } };
    expect(matches("zoe muller strasse ab", entry)).toBe(true);
    expect(matches("ZOË mu\u0308ller", entry)).toBe(true);
  });

  it("searches the identifier and the format", () => {
    expect(matches("qr u-1", code)).toBe(true);
  });

  it("searches the name of the job", () => {
    const job = { id: "b", name: "Storeroom", address: "https://hub.example/in/stock" };
    expect(matches("storeroom blue", { ...code, job })).toBe(true);
  });

  it("searches the type and the structured fields of a tag", () => {
    expect(matches("openprinttag pla", tag)).toBe(true);
  });

  it("returns undefined for a blank text", () => {
    expect(createMatcher("  ")).toBeUndefined();
  });
});
