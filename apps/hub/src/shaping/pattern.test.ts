import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePattern, longestPattern } from "./pattern.ts";

function matches(pattern: string, ...texts: string[]): boolean | string {
  const compiled = compilePattern(pattern);
  return compiled.ok ? compiled.matches(texts) : compiled.reason;
}

test.each([
  ["https://example.org/*", "HTTPS://Example.org/shelf/7", true],
  ["https://example.org/*", "http://example.org/shelf/7", false],
  ["A-??", "a-17", true],
  ["A-??", "A-1", false],
  ["A-??", "A-171", false],
  ["A-?", "A-🎫", true],
  ["*", "", true],
  ["?*", "", false],
  ["*spool*red*", "The spool is RED.", true],
  ["*spool*red*", "red spool", false],
  ["ab*ba", "aba", false],
  ["ab*ba", "abba", true],
  ["*aab", "aaaab", true],
  ["a*a*a", "aa", false],
  ["STRASSE ß", "strasse ß", true],
  ["ΣΊΣΥΦΟΣ", "Σίσυφος", true],
  ["*ÄPFEL*🎫", "Rote äpfel und ein 🎫", true],
  ["*ÄPFEL*🎫", "Rote äpfel und ein 🎟", false],
  ["a.c", "abc", false],
  ["1 | 2 | 3?", "35", true],
  ["1 | 2 | 3?", "4", false],
  ["a|b", "a|b", true],
  ["!PLA", "petg", true],
  ["!PLA", "pla", false],
  ["! PLA | PETG", "PETG", false],
  ["!*", "anything", false],
  ["a\nb*", "A\nB and more", true],
  ["/^\\d{3}$/", "123", true],
  ["/^\\d{3}$/", "1234", false],
  ["/spool/", "SPOOL", false],
  ["/spool/i", "The SPOOL", true],
  ["!/spool/i", "The SPOOL", false],
  ["/a | b/", "a|b", false],
  ["/a | b/", "x b", true],
])("%j against %j: %s", (pattern, text, expected) => {
  expect(matches(pattern, text)).toBe(expected);
});

test("what is not there fits no pattern, not even *, and so it fits every one with a !", () => {
  expect([matches("*"), matches("!*"), matches("!PLA"), matches("PLA")]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test("of several values one has to fit, and none may where the pattern is turned round", () => {
  expect([matches("PLA", "PETG", "PLA"), matches("!PLA", "PETG", "PLA")]).toEqual([true, false]);
});

test("a regular expression that RE2 does not know is refused with a sentence", () => {
  for (const pattern of ["/(/", "/(?=a)b/", "/(a)\\1/", "/[z-a]/", "/a{2001}/"]) {
    expect(matches(pattern)).toEqual(
      expect.stringMatching(/^The regular expression cannot be read \(.+\); .*\.$/s),
    );
  }
});

test("a pattern that is too long is refused", () => {
  expect(matches("*".repeat(longestPattern + 1))).toBe(
    "A pattern may have 1000 characters at most.",
  );
});

test("any text compiles or is refused, and then says yes or no to any other", () => {
  const property = fc.property(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "binary" }).map((text) => `/${text}/`),
      fc.stringMatching(/^!?[*?ab |/]{0,20}$/),
      fc.stringMatching(/^\/[[\](){}.*+?|^$\\dwpPL{}a-c,0-9]{1,20}\/i?$/),
    ),
    fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[abAB| /]{0,20}$/))),
    (pattern, texts) => {
      expect(typeof matches(pattern, ...texts)).toMatch(/boolean|string/);
    },
  );
  fc.assert(property);
});

test("wildcards mean what a regular expression with .* and . means", () => {
  const property = fc.property(
    fc.stringMatching(/^[ab*?🎫]{0,12}$/u),
    fc.stringMatching(/^[ab🎫]{0,12}$/u),
    (pattern, text) => {
      const source = Array.from(pattern, (char) =>
        char === "*" ? "[^]*" : char === "?" ? "[^]" : char,
      ).join("");
      expect(matches(pattern, text)).toBe(new RegExp(`^${source}$`, "u").test(text));
    },
  );
  fc.assert(property);
});

test("a text of which nothing means anything fits itself, its upper and its lower case in ASCII, and * around parts of it", () => {
  const property = fc.property(
    fc
      .string({ unit: "grapheme" })
      .filter((text) => text === text.trim() && !/^[!/]|[*?|]/.test(text)),
    fc.nat(),
    (text, at) => {
      const chars = Array.from(text);
      const cut = at % (chars.length + 1);
      expect(matches(text, text)).toBe(true);
      expect(matches(`!${text}`, text)).toBe(false);
      const part = chars.slice(0, cut).join("");
      if (part === part.trim()) expect(matches(`${part}*`, text)).toBe(true);
      expect(
        matches(
          text,
          text.replace(/[a-z]/g, (char) => char.toUpperCase()),
        ),
      ).toBe(true);
    },
  );
  fc.assert(property);
});

test.each([
  ["*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", "a".repeat(64_000)],
  [`*${"?".repeat(400)}b`, "a".repeat(64_000)],
  ["/(a+)+$/", `${"a".repeat(20_000)}b`],
  ["/(a|a)*b/", "a".repeat(20_000)],
])("%j gives an answer for a text made to keep it busy", (pattern, text) => {
  expect(matches(pattern, text)).toBe(false);
});
