import fc from "fast-check";
import { expect, test } from "vitest";
import { printable, printableJson } from "./terminal/printable.ts";

const harmful = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const anyUnit = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.constantFrom("\u009b", "\u001b", "\u007f", "\u202e", "\n", "\r"),
);
const anyText = fc.string({ unit: anyUnit });

test("a text stands on one line, and the terminal obeys none of it", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(printable(text)).not.toMatch(harmful);
      expect(printable(text)).not.toContain("\n");
    }),
  );
});

test("JSON says the same on a terminal, which obeys none of it; elsewhere it is left alone", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const json = JSON.stringify({ content: text, more: [text] }, null, 2);
      const shown = printableJson(json, { isTTY: true });
      expect(shown).not.toMatch(harmful);
      expect(JSON.parse(shown)).toEqual(JSON.parse(json));
      expect(printableJson(json, {})).toBe(json);
    }),
  );
});
