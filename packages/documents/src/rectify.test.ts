import { assert, integer, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { frameQuad } from "./geometry/polygon.ts";
import type { Picture } from "./picture.ts";
import type { Quad } from "./quad.ts";
import { rectify } from "./rectify.ts";
import { turn } from "./turn.ts";

/** Draws a picture whose red is the column and whose green is the row of each pixel. */
function drawPlaces(width: number, height: number): Picture {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++)
    data.set([at % width, Math.floor(at / width), 0, 255], at * 4);
  return { width, height, data };
}

const pixelAt = ({ data, width }: Picture, x: number, y: number) => [
  ...data.slice((y * width + x) * 4, (y * width + x) * 4 + 2),
];

test("the corners of a rectified page are those of the quad, whatever its perspective", () => {
  const near = (x: number, y: number) =>
    tuple(integer({ min: x, max: x + 60 }), integer({ min: y, max: y + 60 })).map(([x, y]) => ({
      x,
      y,
    }));
  const quads = tuple(near(0, 0), near(180, 0), near(180, 180), near(0, 180));
  const picture = drawPlaces(240, 240);
  assert(
    property(quads, (quad: Quad) => {
      const page = rectify(picture, quad, { width: 300, height: 300 })!;
      const places = [
        pixelAt(page, 0, 0),
        pixelAt(page, 299, 0),
        pixelAt(page, 299, 299),
        pixelAt(page, 0, 299),
      ];
      places.forEach(([x, y], index) => {
        // The pixel at the outer corner (0, 0) of the picture has the value 0 and its center at
        // 0.5.
        expect(Math.abs(x! - (quad[index]!.x - 0.5))).toBeLessThanOrEqual(1.5);
        expect(Math.abs(y! - (quad[index]!.y - 0.5))).toBeLessThanOrEqual(1.5);
      });
    }),
  );
});

test("a picture rectified by its own corners at its own size is the same picture", () => {
  const picture = drawPlaces(37, 53);
  expect(rectify(picture, frameQuad(picture), picture)).toEqual(picture);
});

test("a fine pattern shrinks to its mean", () => {
  const data = new Uint8ClampedArray(80 * 80 * 4).fill(255);
  for (let at = 0; at < 80 * 80; at++)
    data.fill((at + Math.floor(at / 80)) % 2 ? 0 : 200, at * 4, at * 4 + 3);
  const page = rectify({ width: 80, height: 80, data }, frameQuad({ width: 80, height: 80 }), {
    width: 20,
    height: 20,
  })!;
  for (let at = 0; at < page.data.length; at += 4) expect(page.data[at]).toBe(100);
});

test("a quad beyond the picture repeats its edge, and a flat one gives nothing", () => {
  const picture = drawPlaces(50, 50);
  const beyond: Quad = [
    { x: -20, y: 0 },
    { x: 50, y: 0 },
    { x: 50, y: 50 },
    { x: -20, y: 50 },
  ];
  const page = rectify(picture, beyond, { width: 70, height: 50 })!;
  expect(pixelAt(page, 3, 10)).toEqual([0, 10]);
  expect(pixelAt(page, 60, 10)).toEqual([40, 10]);
  const flat: Quad = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 20, y: 0 },
    { x: 0, y: 9 },
  ];
  expect(rectify(picture, flat, { width: 9, height: 9 })).toBeUndefined();
});

test("turning moves each pixel clockwise, and back", () => {
  const picture = drawPlaces(5, 3);
  const right = turn(picture, 1);
  expect([right.width, right.height]).toEqual([3, 5]);
  expect(pixelAt(right, 2, 0)).toEqual([0, 0]);
  expect(pixelAt(right, 2, 4)).toEqual([4, 0]);
  expect(pixelAt(turn(picture, 2), 0, 0)).toEqual([4, 2]);
  expect(pixelAt(turn(picture, 3), 0, 4)).toEqual([0, 0]);
  expect(turn(right, -1)).toEqual(picture);
  expect(turn(turn(right, 1), 6)).toEqual(turn(picture, 0));
});
