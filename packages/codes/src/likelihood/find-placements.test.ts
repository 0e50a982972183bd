import fc from "fast-check";
import { expect, test } from "vitest";
import { eanDecoders } from "./ean-decoders.ts";
import { findPlacements } from "./find-placements.ts";
import { resample } from "./placement.ts";
import { scorePlacement } from "./score-placement.ts";
import { createRandom, drawProfile, encodeBars, plainDrawing } from "./testing/draw-profile.ts";

const { ean13 } = eanDecoders;
const bars = encodeBars("ean13", "4007817327098");
const width = ean13.modules * plainDrawing.module;
const search = [width * 0.7, width * 1.2] as const;

test("the place of a symbol has a higher score than places beside it", () => {
  const profile = drawProfile(bars, { ...plainDrawing, blur: 0.5, noise: 3 });
  const scoreAt = (shift: number) => {
    const start = plainDrawing.margin + shift * plainDrawing.module;
    const samples = resample(profile, { start, end: start + width, bow: 0, skew: 0 }, 95);
    return scorePlacement(samples, ean13.windows()[0]!);
  };
  expect(scoreAt(0)).toBeGreaterThan(0.9);
  for (const shift of [-7, -3, -1, 1, 3, 7]) expect(scoreAt(shift)).toBeLessThan(0.85);
});

test("the score stays the same when the light changes", () => {
  const profile = drawProfile(bars, { ...plainDrawing, blur: 1 });
  const place = { start: plainDrawing.margin, end: plainDrawing.margin + width, bow: 0, skew: 0 };
  const samples = resample(profile, place, 95);
  const wide = ean13.windows()[1]!;
  const dim = samples.map((value) => 90 + 0.2 * value);
  expect(scorePlacement(dim, wide)).toBeCloseTo(scorePlacement(samples, wide), 3);
});

test("the best place is that of the symbol, even if it is blurred or bent", () => {
  for (const drawing of [{ blur: 0.4 }, { blur: 1.1 }, { blur: 0.6, bow: 0.015 }]) {
    const profile = drawProfile(bars, { ...plainDrawing, ...drawing, noise: 3 });
    const [best] = findPlacements(profile, ean13, ...search);
    expect(Math.abs(best!.start - plainDrawing.margin)).toBeLessThan(plainDrawing.module);
    expect(Math.abs(best!.end - plainDrawing.margin - width)).toBeLessThan(plainDrawing.module);
  }
});

test("a smaller effort compares fewer places and still finds a symbol", () => {
  const profile = drawProfile(bars, { ...plainDrawing, blur: 0.8, noise: 3 });
  const few = findPlacements(profile, ean13, ...search, { maxEnds: 24, maxRefined: 6 });
  expect(Math.abs(few[0]!.start - plainDrawing.margin)).toBeLessThan(plainDrawing.module);
  expect(findPlacements(profile, ean13, ...search, { maxEnds: 24, maxRefined: 1 })).toHaveLength(1);
  expect(findPlacements(profile, ean13, ...search, { maxEnds: 0, maxRefined: 6 })).toEqual([]);
});

test("few places of any noise are returned, the best first, and none looks like a symbol", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = createRandom(seed);
      const noise = Float32Array.from({ length: 500 }, () => 255 * random());
      const scores = findPlacements(noise, ean13, ...search).map(({ score }) => score);
      expect(scores.length).toBeLessThanOrEqual(4);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      for (const score of scores) expect(score).toBeLessThan(0.78);
    }),
    { numRuns: 20, seed: 1 },
  );
});
