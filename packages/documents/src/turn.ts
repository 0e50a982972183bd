import type { Picture } from "./picture.ts";

/**
 * Turns a picture clockwise by quarters of a turn, without loss. A negative number turns it
 * counterclockwise.
 */
export function turn(picture: Picture, quarterTurns: number): Picture {
  const turns = ((quarterTurns % 4) + 4) % 4;
  if (turns === 0) return picture;
  const { width, height } = picture;
  const source = toPixels(picture.data);
  const target = new Uint32Array(width * height);
  const turnedWidth = turns === 2 ? width : height;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [column, row] =
        turns === 1
          ? [height - 1 - y, x]
          : turns === 2
            ? [width - 1 - x, height - 1 - y]
            : [y, width - 1 - x];
      target[row * turnedWidth + column] = source[i]!;
    }
  }
  return {
    width: turnedWidth,
    height: turns === 2 ? height : width,
    data: new Uint8ClampedArray(target.buffer),
  };
}

/**
 * Views RGBA as one number for each pixel. Copies the bytes only if they do not start at a multiple
 * of four.
 */
function toPixels(data: Uint8ClampedArray | Uint8Array): Uint32Array {
  const bytes = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
}
