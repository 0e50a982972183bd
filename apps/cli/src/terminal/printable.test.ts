import fc from "fast-check";
import { expect, test } from "vitest";
import { printable, toTerminal } from "./printable.ts";

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

test("JSON for a terminal has the same value without control characters", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const json = JSON.stringify({ content: text, list: [text] }, null, 2);
      const printed = toTerminal(json);
      expect(printed).not.toMatch(harmfulCharacter);
      expect(JSON.parse(printed)).toEqual(JSON.parse(json));
    }),
  );
});

test("on a terminal, only lines, colors and a line that is written again are more than text", () => {
  const own = "a\tb\r\nc\n\r\u001b[K\u001b[1;32mgreen\u001b[0m";
  expect(toTerminal(own)).toBe(own);
  expect(toTerminal("\u0007")).toBe("\u0007");
  // Sets the clipboard, clears the screen, moves up, hides further text, and overwrites the line.
  const hostile = "\u001b]52;c;cm0gLXJm\u0007\u001b[2J\u009b2A\u001bP1$q\u001b\\\rOK\u202e";
  expect(toTerminal(hostile)).toBe(
    "\\u001b]52;c;cm0gLXJm\\u0007\\u001b[2J\\u009b2A\\u001bP1$q\\u001b\\\\u000dOK\\u202e",
  );
  fc.assert(
    fc.property(anyText, (text) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these controls may pass
      const rest = toTerminal(text).replace(/\r?\n|\t|\u001b\[[\d;]*m|\r\u001b\[K/g, "");
      expect(rest === "\u0007" ? "" : rest).not.toMatch(harmfulCharacter);
    }),
  );
});
