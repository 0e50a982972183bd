import fc from "fast-check";
import { expect, test } from "vitest";
import { eanDecoders } from "./ean-decoders.ts";
import { fitLevelsOf } from "./fit-levels.ts";
import { renderSymbol } from "./fit-model.ts";
import { quietModules } from "./placement.ts";
import { samplesPerModule } from "./render-bars.ts";

const { ean13 } = eanDecoders;
const characters = [0, 1, 12, 3, 14, 15, 26, 27, 28, 29, 20, 21];
const bars = renderSymbol(ean13, characters, 0.6, 0);

test("fitted levels explain a profile whose light changes slowly", () => {
  const middle = bars.map((_, i) => 120 + 20 * Math.sin(i / 200));
  const half = bars.map((_, i) => 60 + i / 20);
  const profile = bars.map((bar, i) => middle[i]! + half[i]! * bar);
  const { explained, levels } = fitLevelsOf(profile, bars, ean13.quietZone);
  expect(explained).toBeGreaterThan(0.999);
  for (const i of [40, 200, 400]) {
    expect(Math.abs(levels.middle[i]! - middle[i]!)).toBeLessThan(2);
    expect(Math.abs(levels.half[i]! - half[i]!)).toBeLessThan(2);
  }
});

test("the error is that of the fitted levels, which no other cubic levels come below", () => {
  const size = fc.double({ min: -40, max: 40, noNaN: true });
  const cubic = fc.tuple(size, size, size, size);
  const draw = ([a, b, c, d]: readonly number[]) =>
    bars.map((_, i) => {
      const u = (2 * i) / bars.length - 1;
      return a! + u * (b! + u * (c! + u * d!));
    });
  fc.assert(
    fc.property(cubic, cubic, cubic, cubic, fc.integer(), (middle, half, other, others, seed) => {
      const [paper, ink, shift, stretch] = [middle, half, other, others].map(draw);
      const profile = bars.map(
        (bar, i) => 128 + paper![i]! + (60 + ink![i]!) * bar + 20 * Math.sin(i * i + seed),
      );
      const { error, levels } = fitLevelsOf(profile, bars, ean13.quietZone);
      const from = (quietModules - ean13.quietZone) * samplesPerModule;
      const sumSquares = (part: number) => {
        let sum = 0;
        for (let i = from; i < profile.length - from; i++) {
          const middle = levels.middle[i]! + part * shift![i]!;
          const deviation =
            profile[i]! - middle - (levels.half[i]! + part * stretch![i]!) * bars[i]!;
          sum += deviation * deviation;
        }
        return sum;
      };
      expect(error / sumSquares(0)).toBeCloseTo(1, 3);
      // The penalty on curvature costs a little.
      for (const part of [0.1, -0.1, 1, -1]) {
        expect(sumSquares(part)).toBeGreaterThan(0.99 * error);
      }
    }),
  );
});
