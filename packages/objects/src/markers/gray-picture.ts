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
