import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePattern, maxPatternLength } from "./pattern.ts";

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
])("whether the pattern %j matches %j is %s", (pattern, text, expected) => {
  expect(matches(pattern, text)).toBe(expected);
});

test("a missing value matches no pattern, not even *, and therefore every negated one", () => {
  expect([matches("*"), matches("!*"), matches("!PLA"), matches("PLA")]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test("a pattern matches if it matches any of several values, and a negated pattern if it matches none", () => {
  expect([matches("PLA", "PETG", "PLA"), matches("!PLA", "PETG", "PLA")]).toEqual([true, false]);
});

test("of values with more than 65,536 characters together, the first ones are compared", () => {
  const long = "a".repeat(65_536);
  expect([matches("a*", `${long}b`), matches("*b", `${long}b`)]).toEqual([true, false]);
  expect([matches("b", "a", "b"), matches("b", long, "b")]).toEqual([true, false]);
});

test("a regular expression that RE2 does not support is refused with a sentence", () => {
  for (const pattern of ["/(/", "/(?=a)b/", "/(a)\\1/", "/[z-a]/", "/a{2001}/"]) {
    expect(matches(pattern)).toEqual(
      expect.stringMatching(/^The regular expression is invalid \(.+\)\. .*\.$/s),
    );
  }
});

test("a pattern that is too long is refused", () => {
  expect(matches("*".repeat(maxPatternLength + 1))).toBe(
    "A pattern can have at most 1000 characters.",
  );
});

test("any text compiles or is refused, and then decides on any other text", () => {
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

test("wildcards match what a regular expression with .* and . matches", () => {
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

test("a text without wildcards matches itself in any ASCII case, and * can replace parts of it", () => {
  const property = fc.property(
    fc
      .string({ unit: "grapheme" })
      .filter((text) => text === text.trim() && !/^[!/]|[*?|]/.test(text)),
    fc.nat(),
    (text, seed) => {
      const chars = Array.from(text);
      const prefixLength = seed % (chars.length + 1);
      expect(matches(text, text)).toBe(true);
      expect(matches(`!${text}`, text)).toBe(false);
      const prefix = chars.slice(0, prefixLength).join("");
      if (prefix === prefix.trim()) expect(matches(`${prefix}*`, text)).toBe(true);
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
])("the pattern %j decides on a text that is made to keep it busy", (pattern, text) => {
  expect(matches(pattern, text)).toBe(false);
});
