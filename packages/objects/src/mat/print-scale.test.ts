import { expect, test } from "vitest";
import { describePrintScale } from "../describe-problem.ts";
import { findPrintScale } from "./print-scale.ts";

test.each([
  [97, "The mat was printed at 97.0 % of its size. All lengths are multiplied by 0.970."],
  [103.2, "The mat was printed at 103.2 % of its size. All lengths are multiplied by 1.032."],
  [100, "The mat was printed at its true size."],
])("a ruler of %d mm gives the scale in words", (length, sentence) => {
  const scale = findPrintScale(length);
  expect(scale).toEqual({ ok: true, factor: length / 100 });
  expect(describePrintScale(scale)).toBe(sentence);
});

test.each([0, 3.94, 49.9, 151, -100, Number.NaN, Infinity])(
  "%d mm is not a length of the ruler",
  (length) => {
    const scale = findPrintScale(length);
    expect(scale).toEqual({ ok: false, problem: "not-the-ruler" });
    expect(describePrintScale(scale)).toContain("Enter its length in millimeters.");
  },
);
