import fc from "fast-check";
import { expect, test } from "vitest";
import { scalePoint } from "./geometry/point.ts";
import { enlarge, type Plane, sharpen, shrink, soften, toGray } from "./plane.ts";

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

test("shrink keeps the mean brightness and limits the long side", () => {
  fc.assert(
    fc.property(planes, fc.integer({ min: 1, max: 90 }), (plane, side) => {
      const shrunk = shrink(plane, side);
      expect(Math.max(shrunk.width, shrunk.height)).toBeLessThanOrEqual(
        Math.max(side, 1) < Math.max(plane.width, plane.height) ? side : 90,
      );
      expect(shrunk.data.length).toBe(shrunk.width * shrunk.height);
      // Weights are whole 1024ths, so they are less exact the more pixels are averaged.
      const pixels = Math.ceil(Math.max(plane.width, plane.height) / side) + 1;
      const tolerance = (255 * 2 * pixels) / 1024;
      expect(Math.abs(mean(shrunk.data) - mean(plane.data))).toBeLessThan(1 + tolerance);
    }),
  );
});

test("shrink to half the size averages two by two pixels", () => {
  const plane = {
    data: Uint8Array.of(0, 100, 10, 20, 200, 100, 30, 40),
    width: 4,
    height: 2,
    scale: 1,
  };
  expect(shrink(plane, 2)).toEqual({ data: Uint8Array.of(100, 25), width: 2, height: 1, scale: 2 });
});

/** Returns the mean of a part of a plane whose borders lie within pixels. */
function averageArea(plane: Plane, left: number, top: number, right: number, bottom: number) {
  const part = (pixel: number, start: number, end: number) =>
    Math.max(0, Math.min(end, pixel + 1) - Math.max(start, pixel)) / (end - start);
  return plane.data.reduce((sum, value, i) => {
    const [x, y] = [i % plane.width, Math.floor(i / plane.width)];
    return sum + value * part(x, left, right) * part(y, top, bottom);
  }, 0);
}

test("a pixel of a shrunk plane is the mean of the area that it covers", () => {
  fc.assert(
    fc.property(planes, fc.integer({ min: 1, max: 90 }), fc.nat(), (plane, side, index) => {
      const { data, width, height } = shrink(plane, side);
      const i = index % data.length;
      const [x, y] = [i % width, Math.floor(i / width)];
      const [across, down] = [plane.width / width, plane.height / height];
      const expected = averageArea(plane, x * across, y * down, (x + 1) * across, (y + 1) * down);
      const tolerance = 1 + (255 * (across + down + 4)) / 1024;
      expect(Math.abs(data[i]! - expected)).toBeLessThan(tolerance);
    }),
  );
});

test("every operation keeps a uniform brightness", () => {
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

test("enlarge keeps the corners and halves the scale", () => {
  const plane = { data: Uint8Array.of(0, 80), width: 2, height: 1, scale: 1 };
  const enlarged = enlarge(plane);
  expect([...enlarged.data]).toEqual([0, 20, 60, 80, 0, 20, 60, 80]);
  expect(enlarged.scale).toBe(0.5);
});

test("toGray weights green most and makes transparent pixels white", () => {
  const data = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0);
  expect([...toGray({ data, width: 4, height: 1 }).data]).toEqual([76, 150, 29, 255]);
});

test("scalePoint keeps the outer corner of the first pixel", () => {
  expect(scalePoint({ x: -0.5, y: 1.5 }, 4)).toEqual({ x: -0.5, y: 7.5 });
});
