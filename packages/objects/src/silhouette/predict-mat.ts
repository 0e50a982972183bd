import { type MatPyramid, sampleMat } from "./mat-print.ts";

/**
 * Returns the mat as a view should see it without the object: a tone from 0 to 1 for each pixel, NaN beside the mat. `places` are those of
 * `findPlanePlaces`.
 */
export function predictMat(
  places: Float32Array,
  { width, height }: { width: number; height: number },
  mat: MatPyramid,
): Float32Array {
  const columns = width + 1;
  const print = new Float32Array(width * height);
  const [halfX, halfY] = [mat.width / 2 - 1, mat.height / 2 - 1];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = 2 * (row * columns + column);
      const below = at + 2 * columns;
      const [x, y] = [places[at]!, places[at + 1]!];
      const [ax, ay] = [places[at + 2]! - x, places[at + 3]! - y];
      const [bx, by] = [places[below]! - x, places[below + 1]! - y];
      const [middleX, middleY] = [x + (ax + bx) / 2, y + (ay + by) / 2];
      if (!(Math.abs(middleX) < halfX && Math.abs(middleY) < halfY)) {
        print[row * width + column] = Number.NaN;
        continue;
      }
      const size = Math.min(Math.hypot(ax, ay), Math.hypot(bx, by)) / 2;
      let sum = 0;
      for (let part = 0; part < 4; part++) {
        const [a, b] = [part & 1 ? 0.75 : 0.25, part & 2 ? 0.75 : 0.25];
        sum += sampleMat(mat, x + a * ax + b * bx, y + a * ay + b * by, size);
      }
      print[row * width + column] = sum / 4;
    }
  }
  return print;
}

/** The share of a pixel's light that the lens moves to each of its two neighbors along a row or a column. */
export const lensBlur = 0.18;

/** Blurs a prediction as a lens does: each pixel keeps `1 - 2 * share` of itself along rows and columns. Keeps NaN. */
export function blurPrint(
  print: Float32Array,
  width: number,
  height: number,
  share: number,
): Float32Array {
  const blurAlong = (
    from: Float32Array,
    step: number,
    limit: number,
    position: (at: number) => number,
  ) =>
    from.map((tone, at) => {
      const before = position(at) > 0 ? from[at - step]! : tone;
      const after = position(at) < limit - 1 ? from[at + step]! : tone;
      const blurred = tone + share * (before + after - 2 * tone);
      return Number.isNaN(blurred) ? tone : blurred;
    });
  const rows = blurAlong(print, 1, width, (at) => at % width);
  return blurAlong(rows, width, height, (at) => Math.floor(at / width));
}
