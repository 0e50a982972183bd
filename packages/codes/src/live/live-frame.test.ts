import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../../../e2e/camera/random.ts";
import { shrink, toGray } from "../plane.ts";
import type { Frame } from "../readings/reading.ts";
import { toLiveFrame } from "./live-frame.ts";

function drawRandom(width: number, height: number, seed: number): Frame {
  const random = createRandom(seed);
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) =>
    i % 4 === 3 ? 255 : random() * 256,
  );
  return { data, width, height };
}

test.each([
  [1920, 4],
  [1400, 6],
  [640, 5],
  [1, 3000],
])("a frame of %d x %d pixels is reduced like its gray picture", (width, height) => {
  const frame = drawRandom(width, height, 3);
  const expected = shrink(toGray(frame), 960);
  const reduced = toLiveFrame(frame).reduced();
  expect(reduced).toMatchObject({ width: expected.width, height: expected.height });
  expect(reduced.scale).toBeCloseTo(expected.scale);
  const differences = reduced.data.map((value, i) => Math.abs(value - expected.data[i]!));
  expect(Math.max(...differences)).toBeLessThanOrEqual(1);
});

test("a small part of a frame has every pixel, and a large one those of the reduced frame", () => {
  const frame = drawRandom(1920, 1080, 4);
  const live = toLiveFrame(frame);
  const small = live.crop({ x: 1000, y: 500, width: 30, height: 20 }, { maxSide: 640 }).large();
  expect(small).toMatchObject({ width: 30, height: 20, scale: 1 });
  const gray = toGray(frame).data;
  expect([...small.data.subarray(30, 60)]).toEqual([
    ...gray.subarray(501 * 1920 + 1000, 501 * 1920 + 1030),
  ]);
  const large = live.crop({ x: 100, y: 20, width: 1200, height: 800 }, { maxSide: 640 }).large();
  expect(large).toMatchObject({ width: 600, height: 400, scale: 2 });
  expect(large.data[600]).toBe(live.reduced().data[11 * 960 + 50]);
});

test("every part of a frame can be taken", () => {
  const live = toLiveFrame(drawRandom(1600, 40, 5));
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1599 }),
      fc.integer({ min: 0, max: 39 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (x, y, widthPart, heightPart) => {
        const width = 1 + Math.floor((1599 - x) * widthPart);
        const height = 1 + Math.floor((39 - y) * heightPart);
        const part = live.crop({ x, y, width, height }, { maxSide: 400 }).large();
        expect(part.data).toHaveLength(part.width * part.height);
        expect(Math.max(part.width, part.height)).toBeLessThanOrEqual(400);
        expect(Math.abs(part.width * part.scale - width)).toBeLessThanOrEqual(2 * part.scale);
      },
    ),
  );
});
