import fc from "fast-check";
import { expect, test } from "vitest";
import { findGutter } from "./gutter.ts";
import type { Picture } from "./picture.ts";

/**
 * Draws two pages of text whose gutter has a shadow of this depth, from 0 to 1, on a table that is
 * lit from the left.
 */
function drawSpread(gutter: number, depth: number): Picture {
  const [width, height] = [800, 560];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fromGutter = Math.abs(x / width - gutter);
      const isText = fromGutter > 0.05 && fromGutter < 0.4 && y % 20 < 8 && (x + 3 * y) % 7 < 4;
      const light = 1 - (0.15 * x) / width - depth * Math.exp(-((fromGutter / 0.02) ** 2));
      const level = (isText ? 60 : 235) * light;
      data.set([level, level, level, 255], (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

test.each([0.4, 0.45, 0.5, 0.53, 0.6])("a spread is divided in its gutter at %f", (gutter) => {
  for (const depth of [0.4, 0.15])
    expect(Math.abs(findGutter(drawSpread(gutter, depth)) - gutter)).toBeLessThan(0.006);
});

test("a spread without a shadow is divided in the middle", () => {
  expect(findGutter(drawSpread(0.45, 0))).toBe(0.5);
});

test("any picture is divided near its middle", () => {
  const size = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(size, size, fc.infiniteStream(fc.nat({ max: 255 })), (width, height, levels) => {
      const data = Uint8ClampedArray.from(
        { length: width * height * 4 },
        () => levels.next().value!,
      );
      const gutter = findGutter({ width, height, data });
      expect(gutter).toBeGreaterThanOrEqual(0.36);
      expect(gutter).toBeLessThanOrEqual(0.64);
    }),
  );
});
