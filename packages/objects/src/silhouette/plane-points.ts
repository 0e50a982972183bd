import { toPicturePixel } from "../camera/crop-area.ts";
import type { ViewRays } from "../camera/view-rays.ts";
import type { Crop } from "./crop.ts";

/**
 * Rays are cast this many pixels of the picture apart, and places between them are interpolated.
 */
const spacing = 4;

/**
 * Returns where the corners of the pixels of a crop are on the plane of the mat, in millimeters: x
 * and y of each, rows of one more than the crop is wide. Infinite where a pixel looks over the
 * horizon.
 */
export function findPlanePlaces(
  { eye, castRay }: ViewRays,
  { width, height, left, top, scale }: Pick<Crop, "width" | "height" | "left" | "top" | "scale">,
): Float32Array {
  const columns = width + 1;
  const places = new Float32Array(2 * columns * (height + 1));
  const ray = new Float64Array(3);
  const step = Math.max(1, Math.floor(spacing / scale));
  const cast = (column: number, row: number) => {
    castRay(toPicturePixel(column - 0.5, left, scale), toPicturePixel(row - 0.5, top, scale), ray);
    const distance = ray[2]! < -1e-6 ? -eye[2] / ray[2]! : Infinity;
    const at = 2 * (row * columns + column);
    places[at] = eye[0] + distance * ray[0]!;
    places[at + 1] = eye[1] + distance * ray[1]!;
  };
  const fillBetween = (from: number, to: number, count: number) => {
    for (let part = 1; part < count; part++) {
      const at = from + ((to - from) / count) * part;
      const share = part / count;
      places[at] = places[from]! + share * (places[to]! - places[from]!);
      places[at + 1] = places[from + 1]! + share * (places[to + 1]! - places[from + 1]!);
    }
  };
  for (let row = 0, before = 0; ; row = Math.min(height, row + step)) {
    for (let column = 0, last = 0; ; column = Math.min(width, column + step)) {
      cast(column, row);
      const start = 2 * row * columns;
      if (column > last) fillBetween(start + 2 * last, start + 2 * column, column - last);
      if (column === width) break;
      last = column;
    }
    for (let column = 0; row > before && column <= width; column++) {
      fillBetween(2 * (before * columns + column), 2 * (row * columns + column), row - before);
    }
    if (row === height) break;
    before = row;
  }
  return places;
}
