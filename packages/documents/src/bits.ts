import type { Picture } from "./picture.ts";

/**
 * Packs a picture with the filter `black-and-white` into one bit for each pixel, 1 for black: rows
 * from the top, padded to whole bytes, the first pixel in the high bit.
 */
export function toBits({ width, height, data }: Picture): Uint8Array {
  const stride = (width + 7) >> 3;
  const bits = new Uint8Array(stride * height);
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++, from += 4)
      if (data[from]! < 128) bits[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
  }
  return bits;
}
