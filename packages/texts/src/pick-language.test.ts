import fc from "fast-check";
import { expect, test } from "vitest";
import { pickLanguage, readAcceptLanguage } from "./pick-language.ts";

test.each([
  // RFC 9110, section 12.5.4
  ["da, en-gb;q=0.8, en;q=0.7", ["da", "en-gb", "en"]],
  // RFC 9110, section 12.4.2: a weight of 0 is not acceptable, and 1 is the default.
  ["de;q=0, en", ["en"]],
  ["en;q=0.001, de;q=1.000, fr", ["de", "fr", "en"]],
  ["de ; q=0.5 , fr ;q=0.9", ["fr", "de"]],
  ["de;Q=0.5, fr;q=0.9", ["fr", "de"]],
  ["*", []],
  ["fr-CH, *;q=0.5", ["fr-CH"]],
  ["", []],
  [undefined, []],
  // A malformed weight counts as 1, and a malformed tag is left out.
  ["de;q=x, fr;q=0.5", ["de", "fr"]],
  ["fr;q=0.5, de;q=1.2.3", ["de", "fr"]],
  ["fr, de;q=7, es;q=", ["fr", "de", "es"]],
  ["fr;q=0.5, de;level=1", ["de", "fr"]],
  ["d, 12, zh-Hant-TW, en_US", ["zh-Hant-TW"]],
  [",,;q=1,, es", ["es"]],
] as const)("the header %j prefers %j", (header, tags) => {
  expect(readAcceptLanguage(header)).toEqual(tags);
});

test.each([
  // RFC 4647, section 3.4: the example of lookup, from zh-Hant-CN-x-private1-private2 down to zh.
  [["zh-Hant-CN-x-private1-private2"], ["zh", "en"], "zh"],
  [["zh-Hant-CN-x-private1-private2"], ["zh", "zh-Hant", "en"], "zh-Hant"],
  [["zh-Hant-CN-x-private1-private2"], ["zh-Hant-CN", "zh", "en"], "zh-Hant-CN"],
  [["de-AT", "fr"], ["de", "en", "fr"], "de"],
  [["it", "FR-ch"], ["de", "en", "fr"], "fr"],
  [["pt-br"], ["en", "pt-BR"], "pt-BR"],
  // A range of lookup is never made longer.
  [["pt"], ["en", "pt-BR"], "en"],
  [["den"], ["de", "en"], "en"],
  [["it"], ["de", "en"], "en"],
  [[], ["de", "en"], "en"],
])("of %j and %j, the reader gets %s", (wanted, available, language) => {
  expect(pickLanguage(wanted, available)).toBe(language);
});

test("what was written with weights is read in the order of the weights", () => {
  const tag = fc.stringMatching(/^[a-z]{2,3}(-[A-Z]{2})?$/);
  const weight = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(tag, weight), { maxLength: 10 }), (entries) => {
      const header = entries.map(([name, q]) => `${name};q=${(q / 1000).toFixed(3)}`).join(", ");
      const wanted = entries.filter(([, q]) => q > 0).toSorted(([, a], [, b]) => b - a);
      expect(readAcceptLanguage(header)).toEqual(wanted.map(([name]) => name));
    }),
  );
});

test("no header makes it throw, however long it is", () => {
  const any = fc.oneof(
    fc.string({ unit: "binary-ascii", maxLength: 300 }),
    fc
      .array(fc.constantFrom("de", ";q=", "0", ".", "1", ",", " ", "-", "*", "\t"))
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(any, (header) => {
      const tags = readAcceptLanguage(header);
      expect(tags.every((tag) => header.includes(tag))).toBe(true);
      expect(pickLanguage(tags, ["de", "en"])).toMatch(/^(?:de|en)$/);
    }),
  );
  for (const part of ["de;q=0.5,", "de-".repeat(3), ";q=", " ", "a", "-", "0"]) {
    const header = part.repeat(10_000);
    expect(pickLanguage(readAcceptLanguage(header), ["de", "en"])).toMatch(/^(?:de|en)$/);
  }
});
