import { expect, test } from "vitest";
import type { Region } from "../geometry/region.ts";
import type { Plane } from "../plane.ts";
import { measureExtent } from "./measure-extent.ts";

/** Rows of bars, each of them `height` pixels high, with paper between them. */
const [rowStep, height] = [60, 38];

/** Draws six rows of bars, different ones in each row, 220 pixels wide with paper around them. */
function drawRows(): Plane {
  const [width, count] = [300, 6];
  const data = new Uint8Array(width * rowStep * count).fill(255);
  for (let row = 0; row < count; row++) {
    let seed = row + 1;
    for (let x = 40; x < 260; x += 4) {
      seed = (seed * 16_807) % 2_147_483_647;
      if (seed % 2 === 0) continue;
      for (let y = row * rowStep + 11; y < row * rowStep + 11 + height; y++) {
        data.fill(0, y * width + x, y * width + x + 4);
      }
    }
  }
  return { data, width, height: rowStep * count, scale: 1 };
}

test("a code that was read in a part of several rows is found where most of the part is", () => {
  const plane = drawRows();
  const region: Region = { x: 150, y: 180, angle: 0, length: 240, height: 360 };
  // From 97 to 151 are 12 pixels of the second row, the paper below it, and 20 of the third.
  const part = { center: (124 - 180) / 360, size: 54 / 360 };
  const code = measureExtent(plane, region, -110, 110, part);
  expect(code.y).toBeGreaterThan(2 * rowStep + 11 + height / 2 - 6);
  expect(code.y).toBeLessThan(2 * rowStep + 11 + height / 2 + 6);
  expect(code.height).toBeGreaterThan(height - 10);
  expect(code.height).toBeLessThan(height + 10);
});
