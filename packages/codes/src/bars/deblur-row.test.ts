import fc from "fast-check";
import { expect, test } from "vitest";
import { deblurRow, measureBlur } from "./deblur-row.ts";

const moduleWidth = 3;
const margin = 60;

/**
 * Draws modules (1 is dark) between light margins, three samples wide, with exact Gaussian blur.
 */
function drawModules(modules: string, blur: number, [light, dark]: readonly [number, number]) {
  const sharp = Float32Array.from({ length: modules.length * moduleWidth + 2 * margin }, (_, i) =>
    modules[Math.floor((i - margin) / moduleWidth)] === "1" ? dark : light,
  );
  const weights = Array.from({ length: 41 }, (_, i) =>
    Math.exp(-((i - 20) ** 2) / (2 * blur ** 2)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return sharp.map((_, i) =>
    weights.reduce((sum, weight, k) => {
      const index = Math.min(sharp.length - 1, Math.max(0, i + k - 20));
      return sum + (weight / total) * sharp[index]!;
    }, 0),
  );
}

/** Reads the modules in the middles of their places. */
function toModules(row: Float32Array, count: number): string {
  return Array.from({ length: count }, (_, i) =>
    row[margin + i * moduleWidth + 1]! < 128 ? "1" : "0",
  ).join("");
}

// The start character, A, B and the stop character of Code 128 (ISO/IEC 15417, table 1).
const code128 = "1101001000010100011000100010110001100011101011";

test("bars that blur had merged are told apart again", () => {
  const row = drawModules(code128, 2.6, [170, 90]);
  expect(toModules(row, code128.length)).not.toBe(code128);
  const blur = measureBlur(row, code128.length * moduleWidth)!;
  expect(toModules(deblurRow(row, blur), code128.length)).toBe(code128);
});

test("bars in a shadow become as black and white as others", () => {
  const row = drawModules(code128, 2, [200, 60]).map((value, i) => value * (1 - i / 600));
  const blur = measureBlur(row, code128.length * moduleWidth)!;
  const deblurred = deblurRow(row, blur);
  expect(toModules(deblurred, code128.length)).toBe(code128);
  expect([Math.min(...deblurred), Math.max(...deblurred)]).toEqual([0, 255]);
});

test.each([1.5, 2, 2.5, 3])("a blur of %d samples is measured to a fifth", (blur) => {
  const row = drawModules("1111001111000011110011110000111100", blur, [200, 50]);
  expect(Math.abs(measureBlur(row, 100)! / blur - 1)).toBeLessThan(0.2);
});

test("a flat row has no blur", () => {
  expect(measureBlur(new Float32Array(50).fill(80), 50)).toBeUndefined();
  expect(measureBlur(new Float32Array(1), 50)).toBeUndefined();
});

test("any row stays as long as it is and gets levels from 0 to 255", () => {
  const rows = fc.array(fc.float({ min: 0, max: 255, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(rows, fc.double({ min: 0, max: 100, noNaN: true }), (values, blur) => {
      const deblurred = deblurRow(Float32Array.from(values), blur);
      expect(deblurred).toHaveLength(values.length);
      for (const value of deblurred) expect(value >= 0 && value <= 255).toBe(true);
    }),
  );
});
