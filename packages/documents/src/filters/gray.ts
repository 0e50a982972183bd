import type { Picture } from "../picture.ts";

/** Returns the brightness of each pixel, 0 to 255 (ITU-R BT.601). */
export function toGray({ width, height, data }: Picture): Uint8Array {
  const gray = new Uint8Array(width * height);
  for (let i = 0, from = 0; i < gray.length; i++, from += 4)
    gray[i] = (data[from]! * 77 + data[from + 1]! * 150 + data[from + 2]! * 29) >> 8;
  return gray;
}

/** Returns an opaque gray picture from the brightness of each pixel, 0 to 255. */
export function fromGray(gray: Uint8Array, width: number, height: number): Picture {
  const data = new Uint8ClampedArray(gray.length * 4).fill(255);
  for (let i = 0, to = 0; i < gray.length; i++, to += 4)
    data[to] = data[to + 1] = data[to + 2] = gray[i]!;
  return { width, height, data };
}
