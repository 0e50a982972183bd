import fc from "fast-check";
import { expect, test } from "vitest";
import { printable, printableJson } from "./printable.ts";

/** Control characters except the line feed, and characters that change the text direction. */
const harmfulCharacter = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const anyUnit = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.constantFrom("\u009b", "\u001b", "\u007f", "\u202e", "\n", "\r"),
);
const anyText = fc.string({ unit: anyUnit });

test("printable text is one line without control characters", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(printable(text)).not.toMatch(harmfulCharacter);
      expect(printable(text)).not.toContain("\n");
    }),
  );
});

test("JSON for a terminal has the same value without control characters, and JSON for a file or pipe is unchanged", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const json = JSON.stringify({ content: text, list: [text] }, null, 2);
      const printed = printableJson(json, { isTTY: true });
      expect(printed).not.toMatch(harmfulCharacter);
      expect(JSON.parse(printed)).toEqual(JSON.parse(json));
      expect(printableJson(json, {})).toBe(json);
    }),
  );
});
