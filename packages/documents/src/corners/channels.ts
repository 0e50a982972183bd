import type { Picture } from "../picture.ts";

/** A plane of brightness or of a difference of colors. */
export type Channel = Float32Array;

/**
 * A reduced picture: its brightness, red against green, and yellow against blue. `scale` is its
 * size over the picture's.
 */
export type Reduced = {
  width: number;
  height: number;
  scale: number;
  channels: [Channel, Channel, Channel];
};

/**
 * Shrinks a picture to a long side of at most `longSide` pixels, each the mean of the pixels that
 * it replaces.
 */
export function reduce(picture: Picture, longSide: number): Reduced {
  const scale = Math.min(1, longSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const light = new Float32Array(width * height);
  const redGreen = new Float32Array(width * height);
  const yellowBlue = new Float32Array(width * height);
  const columns = Array.from({ length: width }, (_, x) => spanOf(x, width, picture.width));
  const { data } = picture;
  for (let y = 0, index = 0; y < height; y++) {
    const rows = spanOf(y, height, picture.height);
    for (let x = 0; x < width; x++, index++) {
      const { from, to, step } = columns[x]!;
      let red = 0;
      let green = 0;
      let blue = 0;
      let count = 0;
      for (let row = rows.from; row < rows.to; row += rows.step) {
        for (let column = from; column < to; column += step) {
          const pixel = (row * picture.width + column) * 4;
          red += data[pixel]!;
          green += data[pixel + 1]!;
          blue += data[pixel + 2]!;
          count++;
        }
      }
      light[index] = (0.3 * red + 0.59 * green + 0.11 * blue) / count;
      redGreen[index] = ((red - green) * 0.7) / count;
      yellowBlue[index] = (((red + green) / 2 - blue) * 0.7) / count;
    }
  }
  return { width, height, scale, channels: [light, redGreen, yellowBlue] };
}

/**
 * The pixels of the picture that a pixel of the reduced one replaces, along one axis: from `from`
 * to before `to`, in steps of `step`.
 */
type Span = { from: number; to: number; step: number };

function spanOf(index: number, reduced: number, full: number): Span {
  const from = Math.floor((index * full) / reduced);
  const to = Math.max(from + 1, Math.floor(((index + 1) * full) / reduced));
  return { from, to, step: Math.max(1, Math.floor((to - from) / 4)) };
}
