import { isWhite } from "../mat/marker-codes.ts";
import type { Picture } from "../picture.ts";

/** Returns a picture of one gray. */
export function createPicture(width: number, height: number, level = 235): Picture {
  const data = new Uint8ClampedArray(width * height * 4).fill(level);
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return { width, height, data };
}

/** A rectangle of pixels. */
type PixelArea = { left: number; top: number; width: number; height: number };

/** Fills the part of a rectangle that is in the picture with a gray level. */
export function fillRectangle(
  { width, height, data }: Picture,
  area: PixelArea,
  level: number,
): void {
  const right = Math.min(width, area.left + area.width);
  const bottom = Math.min(height, area.top + area.height);
  for (let row = Math.max(0, area.top); row < bottom; row++) {
    for (let column = Math.max(0, area.left); column < right; column++) {
      data.fill(level, 4 * (row * width + column), 4 * (row * width + column) + 3);
    }
  }
}

/** Draws a marker with its black border; each bit is `bit` pixels wide. */
export function drawCode(
  picture: Picture,
  code: number,
  left: number,
  top: number,
  bit: number,
): void {
  fillRectangle(picture, { left, top, width: 8 * bit, height: 8 * bit }, 60);
  const size = { width: bit, height: bit };
  for (let row = 0; row < 6; row++) {
    for (let column = 0; column < 6; column++) {
      if (!isWhite(code, row, column)) continue;
      const corner = { left: left + (column + 1) * bit, top: top + (row + 1) * bit };
      fillRectangle(picture, { ...corner, ...size }, 235);
    }
  }
}
