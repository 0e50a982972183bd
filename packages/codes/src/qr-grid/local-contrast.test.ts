import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseLevel, interpolateContrast, measureContrast } from "./local-contrast.ts";

const radius = 12;

test("measureContrast subtracts the mean of the pixels within 12 of each, as far as the plane reaches", () => {
  const planes = fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
    .chain(([width, height]) =>
      fc
        .uint8Array({ minLength: width * height, maxLength: width * height })
        .map((data) => ({ data, width, height, scale: 1 })),
    );
  fc.assert(
    fc.property(planes, fc.nat(), (plane, anyIndex) => {
      const { data, width, height } = plane;
      const index = anyIndex % data.length;
      const [x, y] = [index % width, Math.floor(index / width)];
      const nearby = data.filter(
        (_, i) =>
          Math.abs((i % width) - x) <= radius && Math.abs(Math.floor(i / width) - y) <= radius,
      );
      const mean = nearby.reduce((sum, value) => sum + value, 0) / nearby.length;
      const expected = Math.max(-127, Math.min(127, Math.trunc(data[index]! + 3 - mean)));
      expect(measureContrast(plane, 1)).toMatchObject({ width, height, scale: 1 });
      expect(Math.abs(measureContrast(plane, 1).data[index]! - expected)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 50 },
  );
});

test("interpolateContrast interpolates between pixels and is 0 outside", () => {
  const contrast = { data: Int8Array.of(0, 40, 80, 120), width: 2, height: 2, scale: 1 };
  expect(interpolateContrast(contrast, 0.5, 0.5)).toBe(60);
  expect(interpolateContrast(contrast, 0.25, 0)).toBe(10);
  for (const [x, y] of [
    [-0.1, 0],
    [0, 1.5],
    [Number.NaN, 0],
  ] as const) {
    expect(interpolateContrast(contrast, x, y)).toBe(0);
  }
});

test("chooseLevel takes the smallest copy with modules of 2 pixels, or else the largest", () => {
  const levels = [8, 4, 2].map((scale) => ({ data: new Int8Array(0), width: 0, height: 0, scale }));
  expect(chooseLevel(levels, 20).scale).toBe(8);
  expect(chooseLevel(levels, 9).scale).toBe(4);
  expect(chooseLevel(levels, 1).scale).toBe(2);
});
