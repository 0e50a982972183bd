import fc from "fast-check";
import { expect, test } from "vitest";
import { newDocument } from "./document.ts";
import { listFolders, parseFolder } from "./folders.ts";

test("each folder is listed once, by its name and its number", () => {
  const documents = ["Tax 10", undefined, "Tax 9", "Car", "Tax 10"].map((folder) => ({
    ...newDocument("Note"),
    folder,
  }));
  expect(listFolders(documents)).toEqual(["Car", "Tax 9", "Tax 10"]);
});

test("a blank name is no folder, and a name that was kept stays the same", () => {
  expect([" ", "", 7, null, undefined].map(parseFolder)).toEqual(Array(5).fill(undefined));
  expect(parseFolder("  Tax \n 2026 ")).toBe("Tax 2026");
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (typed) => {
      const name = parseFolder(typed);
      expect(parseFolder(name)).toBe(name);
    }),
  );
});
