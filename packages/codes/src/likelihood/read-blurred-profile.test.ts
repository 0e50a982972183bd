import { expect, test } from "vitest";
import { eanDecoders } from "./ean-decoders.ts";
import { readBlurredProfile } from "./read-blurred-profile.ts";
import { drawProfile, encodeBars, plainDrawing } from "./testing/draw-profile.ts";

const { ean13 } = eanDecoders;
const digits = "9780446579803";
const bars = encodeBars("ean13", digits);
const drawing = { ...plainDrawing, margin: 80, blur: 1.7 };
const expectedLength = 95 * drawing.module;

test("a symbol with a blur of 1.7 modules is read", () => {
  for (const gain of [-0.15, 0.2]) {
    const reading = readBlurredProfile(
      drawProfile(bars, { ...drawing, gain }),
      expectedLength,
      ean13,
    )!;
    expect(reading.digits).toBe(digits);
    expect(reading.blur).toBeGreaterThan(1.4);
    expect(reading.margin).toBeGreaterThan(1.4);
    expect(Math.abs(reading.start - drawing.margin)).toBeLessThan(1.5 * drawing.module);
  }
});

test("a bent symbol in a gradient of light is read backwards", () => {
  const profile = drawProfile(bars, { ...drawing, bow: 0.005, white: [230, 180] }).reverse();
  const reading = readBlurredProfile(profile, expectedLength, ean13)!;
  expect(reading.digits).toBe(digits);
  expect(reading.start).toBeGreaterThan(reading.end);
});

test("a sharp profile is left at once", () => {
  const profile = drawProfile(bars, { ...drawing, blur: 0.5 });
  expect(readBlurredProfile(profile, expectedLength, ean13)).toBeUndefined();
});
