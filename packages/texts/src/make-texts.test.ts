import fc from "fast-check";
import { createInstance } from "i18next";
import { expect, test } from "vitest";
import { type Messages, makeTexts } from "./make-texts.ts";

type Plural = (values: { count: number }) => string;

/** The examples that CLDR publishes for the plural categories of cardinal numbers. */
const plurals: [string, Messages, [number, string][]][] = [
  [
    "en",
    { x_one: "{{count}} day", x_other: "{{count}} days" },
    [
      [1, "1 day"],
      [0, "0 days"],
      [1.5, "1.5 days"],
      [1000, "1,000 days"],
    ],
  ],
  [
    "pl",
    {
      x_one: "{{count}} plik",
      x_few: "{{count}} pliki",
      x_many: "{{count}} plików",
      x_other: "{{count}} pliku",
    },
    [
      [1, "1 plik"],
      [2, "2 pliki"],
      [5, "5 plików"],
      [12, "12 plików"],
      [22, "22 pliki"],
      [25, "25 plików"],
      [1.5, "1,5 pliku"],
    ],
  ],
  [
    "ja",
    { x_other: "{{count}}日" },
    [
      [0, "0日"],
      [1, "1日"],
      [15, "15日"],
    ],
  ],
  [
    "ar-u-nu-latn",
    {
      x_zero: "zero {{count}}",
      x_one: "one {{count}}",
      x_two: "two {{count}}",
      x_few: "few {{count}}",
      x_many: "many {{count}}",
      x_other: "other {{count}}",
    },
    [
      [0, "zero 0"],
      [1, "one 1"],
      [2, "two 2"],
      [3, "few 3"],
      [103, "few 103"],
      [11, "many 11"],
      [111, "many 111"],
      [100, "other 100"],
      [102, "other 102"],
    ],
  ],
];

test.each(
  plurals.flatMap(([locale, messages, examples]) =>
    examples.map(([count, text]) => ({ locale, messages, count, text })),
  ),
)("$count in $locale is “$text”", ({ locale, messages, count, text }) => {
  expect(makeTexts<{ x: Plural }>(messages, locale).x({ count })).toBe(text);
});

test("no thing has a text of its own where there is one, also in a language without zero", () => {
  const messages = { x_zero: "nothing", x_one: "{{count}} thing", x_other: "{{count}} things" };
  const { x } = makeTexts<{ x: Plural }>(messages, "en");
  expect([x({ count: 0 }), x({ count: 1 }), x({ count: 2 })]).toEqual([
    "nothing",
    "1 thing",
    "2 things",
  ]);
});

test("texts, lists and nested texts keep their places, and texts with placeholders are functions", () => {
  const messages = {
    plain: "Back",
    list: ["a", "b"],
    in: { deeper: { to: "From {{from}} to {{to}}, not {{from}}" } },
  };
  type Texts = {
    plain: string;
    list: readonly string[];
    in: { deeper: { to: (values: { from: string; to: number }) => string } };
  };
  const texts = makeTexts<Texts>(messages, "de");
  expect(texts).toMatchObject({ plain: "Back", list: ["a", "b"] });
  expect(texts.in.deeper.to({ from: "{{to}} $& A", to: 1234.5 })).toBe(
    "From {{to}} $& A to 1.234,5, not {{to}} $& A",
  );
});

test("numbers are written as the options say, and texts of digits stay as they are", () => {
  const { x } = makeTexts<{ x: (values: { n: number | string }) => string }>({ x: "{{n}}" }, "de", {
    useGrouping: false,
  });
  expect([x({ n: 12_345.5 }), x({ n: "12345.5" })]).toEqual(["12345,5", "12345.5"]);
});

test("fills in what the package i18next fills in for the same file", async () => {
  const forms = {
    x_zero: "zero {{name}}",
    x_one: "one {{name}}",
    x_two: "two {{name}}",
    x_few: "few {{name}}",
    x_many: "many {{name}}",
    x_other: "other {{name}}",
  };
  const messages = { plain: "Back", deep: { text: "{{name}}: {{name}}, {{other}}" }, ...forms };
  const locales = ["en", "de", "fr", "es", "pl", "ru", "ar", "ja", "cy", "sl", "pt-BR"];
  const instance = createInstance();
  await instance.init({
    lng: "en",
    resources: Object.fromEntries(locales.map((locale) => [locale, { translation: messages }])),
    interpolation: { escapeValue: false },
  });
  type Texts = {
    plain: string;
    deep: { text: (values: { name: string; other: string }) => string };
    x: (values: { count: number; name: string }) => string;
  };
  const value = fc.string().filter((text) => !text.includes("{{") && !text.includes("$"));
  fc.assert(
    fc.property(
      fc.constantFrom(...locales),
      fc.oneof(fc.nat(200), fc.nat(3_000_000)),
      value,
      value,
      (locale, count, name, other) => {
        const texts = makeTexts<Texts>(messages, locale);
        const t = instance.getFixedT(locale);
        expect(texts.plain).toBe(t("plain"));
        expect(texts.deep.text({ name, other })).toBe(t("deep.text", { name, other }));
        expect(texts.x({ count, name })).toBe(t("x", { count, name }));
      },
    ),
  );
});
