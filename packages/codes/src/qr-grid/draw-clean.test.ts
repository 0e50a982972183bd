import { expect, test } from "vitest";
import { encodeQr } from "../testing/qr-pictures.ts";
import { drawClean } from "./draw-clean.ts";

test("drawClean draws each module three pixels wide inside four light modules", async () => {
  const { bits, size } = await encodeQr("clean");
  const plane = drawClean(bits, size, size);
  expect([plane.width, plane.height, plane.scale]).toEqual([(size + 8) * 3, (size + 8) * 3, 1]);
  for (let y = 0; y < plane.height; y++) {
    for (let x = 0; x < plane.width; x++) {
      const column = Math.floor(x / 3) - 4;
      const row = Math.floor(y / 3) - 4;
      const isInside = column >= 0 && row >= 0 && column < size && row < size;
      const expected = isInside && bits[row * size + column] ? 0 : 255;
      if (plane.data[y * plane.width + x] !== expected) expect.fail(`at ${x}, ${y}`);
    }
  }
});
