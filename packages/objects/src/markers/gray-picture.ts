import type { Picture } from "../picture.ts";

/** Gray levels (sRGB), rows from the top. */
export type GrayPicture = { width: number; height: number; levels: Uint8Array };

/** Returns the gray levels of a picture; green counts as much as red and blue together. */
export function toGray({ width, height, data }: Picture): GrayPicture {
  const levels = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < levels.length; at++, from += 4) {
    levels[at] = (data[from]! + 2 * data[from + 1]! + data[from + 2]!) >> 2;
  }
  return { width, height, levels };
}

/**
 * The light of each gray level, from 0 to 1. An edge that a lens blurs stays in its place in light,
 * not in gray levels.
 */
const lights = Float64Array.from({ length: 256 }, (_, level) => (level / 255) ** 2.2);

/** Returns the light between pixels (bilinear), from 0 to 1; NaN beside the picture. */
export function sampleLight({ width, height, levels }: GrayPicture, x: number, y: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  if (!(column >= 0 && row >= 0 && column < width - 1 && row < height - 1)) return Number.NaN;
  const at = row * width + column;
  const fraction = x - column;
  const upper = mixLight(levels, at, fraction);
  const lower = mixLight(levels, at + width, fraction);
  return upper * (1 - (y - row)) + lower * (y - row);
}

/** Returns the light between a pixel and the one to its right. */
const mixLight = (levels: Uint8Array, at: number, fraction: number) =>
  lights[levels[at]!]! * (1 - fraction) + lights[levels[at + 1]!]! * fraction;
