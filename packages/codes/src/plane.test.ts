import fc from "fast-check";
import { expect, test } from "vitest";
import { enlarge, sharpen, shrink, soften, toGray } from "./plane.ts";

function mean(data: Uint8Array): number {
  return data.reduce((sum, value) => sum + value, 0) / data.length;
}

const planes = fc
  .record({ width: fc.integer({ min: 1, max: 90 }), height: fc.integer({ min: 1, max: 90 }) })
  .chain(({ width, height }) =>
    fc
      .uint8Array({ minLength: width * height, maxLength: width * height })
      .map((data) => ({ data, width, height, scale: 1 })),
  );

test("shrinking keeps the mean brightness and fits the longest side", () => {
  fc.assert(
    fc.property(planes, fc.integer({ min: 1, max: 90 }), (plane, side) => {
      const small = shrink(plane, side);
      expect(Math.max(small.width, small.height)).toBeLessThanOrEqual(
        Math.max(side, 1) < Math.max(plane.width, plane.height) ? side : 90,
      );
      expect(small.data.length).toBe(small.width * small.height);
      // Each pixel counts by whole 1024ths, so the more of them make one, the coarser their share.
      const pixels = Math.ceil(Math.max(plane.width, plane.height) / side) + 1;
      const coarse = (255 * 2 * pixels) / 1024;
      expect(Math.abs(mean(small.data) - mean(plane.data))).toBeLessThan(1 + coarse);
    }),
  );
});

test("halving averages each two by two pixels", () => {
  const plane = {
    data: Uint8Array.of(0, 100, 10, 20, 200, 100, 30, 40),
    width: 4,
    height: 2,
    scale: 1,
  };
  expect(shrink(plane, 2)).toEqual({ data: Uint8Array.of(100, 25), width: 2, height: 1, scale: 2 });
});

test("an even brightness stays as it is, whatever is done to it", () => {
  const plane = { data: new Uint8Array(35).fill(77), width: 7, height: 5, scale: 1 };
  for (const { data } of [
    shrink(plane, 3),
    enlarge(plane),
    soften(plane, 2),
    sharpen(plane, 2, 3),
  ]) {
    expect(new Set(data)).toEqual(new Set([77]));
  }
});

test("enlarging keeps corners and halves the scale", () => {
  const plane = { data: Uint8Array.of(0, 80), width: 2, height: 1, scale: 1 };
  const large = enlarge(plane);
  expect([...large.data]).toEqual([0, 20, 60, 80, 0, 20, 60, 80]);
  expect(large.scale).toBe(0.5);
});

test("gray weighs green most, and see-through pixels are white", () => {
  const data = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0);
  expect([...toGray({ data, width: 4, height: 1 }).data]).toEqual([76, 150, 29, 255]);
});
