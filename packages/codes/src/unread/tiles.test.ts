import fc from "fast-check";
import { expect, test } from "vitest";
import type { Plane } from "../plane.ts";
import { isLarge, listTiles } from "./tiles.ts";

const blank = (width: number, height: number): Plane => ({
  data: new Uint8Array(width * height).fill(255),
  width,
  height,
  scale: 1,
});

function printAt(plane: Plane, x: number, y: number, size: number): void {
  for (let row = y; row < y + size; row += 2) {
    const start = row * plane.width + x;
    for (let i = start; i < start + size; i += 4) plane.data.fill(0, i, i + 2);
  }
}

test("a picture of more than 4 megapixels is large, and a blank one has no tile", () => {
  expect([blank(2048, 2048), blank(2049, 2048)].map(isLarge)).toEqual([false, true]);
  expect(listTiles(blank(4000, 3000))).toEqual([]);
});

// 0.5 s.
test("small print lies in a tile as a whole, wherever it is", () => {
  const [width, height, size] = [3000, 2000, 90];
  const place = fc.record({
    x: fc.integer({ min: 0, max: width - size }),
    y: fc.integer({ min: 0, max: height - size }),
  });
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 3 }), (places) => {
      const plane = blank(width, height);
      for (const { x, y } of places) printAt(plane, x, y, size);
      const tiles = listTiles(plane);
      for (const { x, y } of places) {
        const isWhole = tiles.some(
          (tile) =>
            tile.x <= x &&
            tile.y <= y &&
            tile.x + tile.width >= x + size &&
            tile.y + tile.height >= y + size,
        );
        expect(isWhole).toBe(true);
      }
    }),
    { numRuns: 20 },
  );
});

test("what a reading covers is no tile, and a page full of print is divided", () => {
  const plane = blank(5000, 5000);
  printAt(plane, 1000, 1000, 600);
  const corners = [
    [960, 960],
    [1640, 960],
    [1640, 1640],
    [960, 1640],
  ].map(([x, y]) => ({ x: x!, y: y! })) as never;
  const reading = { content: "", format: "qr" as const, bytes: new Uint8Array(), gs1: false };
  expect(listTiles(plane, [{ ...reading, corners }])).toEqual([]);
  printAt(plane, 8, 8, 4984);
  const tiles = listTiles(plane);
  expect(tiles.length).toBeGreaterThan(1);
  for (const { width, height } of tiles) expect(width * height).toBeLessThanOrEqual(2 ** 24);
});
