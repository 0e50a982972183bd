import fc from "fast-check";
import { expect, test } from "vitest";
import { maxTagNameLength, parseTagName } from "./tag-name.ts";

test.each([
  ["Drill 7", "Drill 7"],
  ["  Drill 7\t\n", "Drill 7"],
  ["Spule „Grün“ 🧵", "Spule „Grün“ 🧵"],
  ["👩‍🔧", "👩‍🔧"],
  ["😀".repeat(maxTagNameLength), "😀".repeat(maxTagNameLength)],
])("parses %j as the name %j", (text, name) => {
  expect(parseTagName(text)).toBe(name);
});

test.each([
  "",
  " \u00a0\t",
  "\u200b\u200d",
  "a\nb",
  "a\u0000b",
  "a\u2028b",
  "a\ud800b",
  "x".repeat(maxTagNameLength + 1),
  "\ud83d",
])("refuses %j as a name", (text) => {
  expect(parseTagName(text)).toBeUndefined();
});

test("returns a one-line name that parses to itself, or undefined, for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 120 }), (text) => {
      const name = parseTagName(text);
      if (name === undefined) return;
      expect(text).toContain(name);
      expect(name).not.toMatch(/^\s|\s$|\p{Cc}|[\u2028\u2029]/u);
      expect([...name].length).toBeLessThanOrEqual(maxTagNameLength);
      expect(parseTagName(name)).toBe(name);
      expect(
        JSON.parse(new TextDecoder().decode(new TextEncoder().encode(JSON.stringify(name)))),
      ).toBe(name);
    }),
  );
});
