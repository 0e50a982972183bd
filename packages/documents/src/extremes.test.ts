import fc from "fast-check";
import { expect, test } from "vitest";
import { closeStrokes, dilate, erode } from "./extremes.ts";

const planes = fc
  .record({ width: fc.integer({ min: 1, max: 12 }), height: fc.integer({ min: 1, max: 12 }) })
  .chain(({ width, height }) =>
    fc.record({
      size: fc.constant({ width, height }),
      radius: fc.integer({ min: 0, max: 14 }),
      values: fc.array(fc.integer({ min: 0, max: 255 }), {
        minLength: width * height,
        maxLength: width * height,
      }),
    }),
  );

test("each value becomes the greatest or the least of the square around it", () => {
  fc.assert(
    fc.property(planes, ({ size, radius, values }) => {
      const { width, height } = size;
      const around = (at: number) =>
        values.filter((_, other) => {
          const across = Math.abs((other % width) - (at % width));
          const down = Math.abs(Math.floor(other / width) - Math.floor(at / width));
          return across <= radius && down <= radius;
        });
      const plane = Float32Array.from(values);
      const expected = (pick: (...all: number[]) => number) =>
        values.map((_, at) => pick(...around(at)));
      expect([...dilate(plane, size, radius)]).toEqual(expected(Math.max));
      expect([...erode(plane, size, radius)]).toEqual(expected(Math.min));
      expect(plane.length).toBe(width * height);
    }),
  );
});

test("closing removes a dark stroke and keeps a dark area that is wider than the square", () => {
  const row = [9, 9, 9, 1, 1, 9, 9, 9, 2, 2, 2, 2, 2, 2, 9, 9];
  const closed = closeStrokes(Float32Array.from(row), { width: row.length, height: 1 }, 2);
  expect([...closed]).toEqual([9, 9, 9, 9, 9, 9, 9, 9, 2, 2, 2, 2, 2, 2, 9, 9]);
});
