import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText } from "./fold-text.ts";

test.each([
  ["Zoë Müller", "zoe muller"],
  ["José Núñez", "jose nunez"],
  ["ZOE\u0308", "zoe"],
  ["Ｚｏｅ　１２", "zoe 12"],
  ["Łódź, Ærøskøbing, Đorđe, Þór", "lodz, aeroskobing, dorde, thor"],
  ["Weiß, WEISS, GROẞ", "weiss, weiss, gross"],
  ["İSTANBUL, ısparta", "istanbul, isparta"],
  ["ΟΔΥΣΣΕΎΣ", "οδυσσευσ"],
  ["Ёлка", "елка"],
  ["ﾀﾅｶ", "タナカ"],
  ["홍길동", "홍길동"],
  ["O’Brien–O‘Neil", "o'brien-o'neil"],
  ["ﬁle №5 ²", "file no5 2"],
])("folds %s to %s", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

const text = fc.string({ unit: "binary", maxLength: 50 });

test("leaves a text alone that was folded, for any text", () => {
  fc.assert(
    fc.property(text, (any) => {
      const folded = foldText(any);
      expect(foldText(folded)).toBe(folded);
    }),
  );
});

test("folds a text in each case and normalization form alike, for any letters", () => {
  const letters = fc.stringMatching(/^[a-zA-ZÀ-ÿĀ-žΆ-ώА-яё ]*$/);
  fc.assert(
    fc.property(letters, (any) => {
      const folded = foldText(any);
      for (const form of ["NFC", "NFD"] as const)
        expect(foldText(any.normalize(form))).toBe(folded);
      expect(foldText(any.toUpperCase())).toBe(folded);
      expect(foldText(any.toLowerCase())).toBe(folded);
    }),
  );
});

test("folds a letter with a hundred thousand accents as the letter", () => {
  expect(foldText(`e${"\u0301\u0327".repeat(50_000)}`)).toBe("e");
});
