import { isWhite } from "../mat/marker-codes.ts";
import type { Picture } from "../picture.ts";

/** Returns a picture of one gray. */
export function createPicture(width: number, height: number, level = 235): Picture {
  const data = new Uint8ClampedArray(width * height * 4).fill(level);
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return { width, height, data };
}

/** Fills a rectangle with a gray level; what is beside the picture is left out. */
export function fillRectangle(
  { width, height, data }: Picture,
  left: number,
  top: number,
  wide: number,
  high: number,
  level: number,
): void {
  for (let row = Math.max(0, top); row < Math.min(height, top + high); row++) {
    for (let column = Math.max(0, left); column < Math.min(width, left + wide); column++) {
      data.fill(level, 4 * (row * width + column), 4 * (row * width + column) + 3);
    }
  }
}

/** Draws a marker with this code and its black border; each bit is `bit` pixels wide. */
export function drawCode(
  picture: Picture,
  code: number,
  left: number,
  top: number,
  bit: number,
): void {
  fillRectangle(picture, left, top, 8 * bit, 8 * bit, 60);
  for (let row = 0; row < 6; row++) {
    for (let column = 0; column < 6; column++) {
      if (!isWhite(code, row, column)) continue;
      fillRectangle(picture, left + (column + 1) * bit, top + (row + 1) * bit, bit, bit, 235);
    }
  }
}
