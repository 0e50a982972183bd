import { expect, test } from "vitest";
import { eanDecoders } from "./ean-decoders.ts";
import { firstSteps, fitModel, type Model } from "./fit-model.ts";
import { chooseReading, type LikelihoodReading, settleDigits } from "./settle-digits.ts";
import { drawProfile, encodeBars, plainDrawing } from "./testing/draw-profile.ts";

const { ean13 } = eanDecoders;
const digits = "4007817327098";
/**
 * Set A is 0 to 9, B 10 to 19, C 20 to 29. A first digit of 4 stands for the sets ABAABB (ISO/IEC
 * 15420, table 3).
 */
const characters = [0, 10, 7, 8, 11, 17, 23, 22, 27, 20, 29, 28];
const limits = { maxBlur: 1.3, hopelessBlur: 1.25, hopelessExplained: 0.8 };
const { margin, module } = plainDrawing;
const end = margin + ean13.modules * module;
const guess: Model = { start: margin + 2, end: end - 2, bow: 0, skew: 0, blur: 0.5, gain: 0 };

function draw(drawing: Partial<typeof plainDrawing>): Float32Array {
  return drawProfile(encodeBars("ean13", digits), { ...plainDrawing, noise: 2, ...drawing });
}

test("the fitted model is the one that was drawn", () => {
  const profile = draw({ blur: 0.9, gain: 0.15, bow: 0.008 });
  const fitted = fitModel(profile, ean13, characters, guess, firstSteps, 1.3);
  expect(Math.abs(fitted.start - margin)).toBeLessThan(0.25 * module);
  expect(Math.abs(fitted.end - end)).toBeLessThan(0.25 * module);
  expect(Math.abs(fitted.blur - 0.9)).toBeLessThan(0.15);
  expect(Math.abs(fitted.gain - 0.15)).toBeLessThan(0.08);
  expect(Math.abs(fitted.bow - 0.008)).toBeLessThan(0.003);
});

test("a model never has more blur than allowed", () => {
  const fitted = fitModel(draw({ blur: 2 }), ean13, characters, guess, firstSteps, 1.1);
  expect(fitted.blur).toBeLessThanOrEqual(1.1);
});

test("a wrong digit is corrected while the model settles", () => {
  const wrong = characters.with(2, 1).with(8, 21);
  const reading = settleDigits(draw({ blur: 0.8 }), false, ean13, wrong, guess, limits)!;
  expect(reading.digits).toBe(digits);
  expect(reading.explained).toBeGreaterThan(0.97);
  expect(reading.quiet).toBeGreaterThan(0.8);
});

test("dark print in the quiet zone is told", () => {
  const profile = draw({ blur: 0.4 });
  profile.fill(40, margin - 5 * module, margin - 3 * module);
  const reading = settleDigits(profile, false, ean13, characters, guess, limits)!;
  expect(reading.quiet).toBeLessThan(-0.5);
});

test("other digits at the same place limit the margin, those elsewhere do not", () => {
  const best: LikelihoodReading = {
    format: "ean13",
    digits,
    margin: 3,
    explained: 0.96,
    quiet: 1,
    blur: 0.8,
    start: 60,
    end: 440,
  };
  const rival = { ...best, digits: "4007817327104", explained: 0.95, start: 440, end: 60 };
  expect(chooseReading([rival, best])?.digits).toBe(digits);
  expect(chooseReading([rival, best])?.margin).toBeCloseTo(0.05 / 0.04);
  expect(chooseReading([{ ...rival, start: 500, end: 880 }, best])?.margin).toBe(3);
  expect(chooseReading([])).toBeUndefined();
});
