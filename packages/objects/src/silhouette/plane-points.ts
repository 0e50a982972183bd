import { type CropArea, toPicturePixel } from "../camera/crop-area.ts";
import type { ViewRays } from "../camera/view-rays.ts";

/**
 * The distance between pixels whose rays are cast, in pixels of the picture. The points between
 * them are interpolated, which moves them by less than 0.05 pixels.
 */
const raySpacing = 4;

/** A ray whose direction rises above this, in millimeters per millimeter, misses the plane. */
const maxRise = -1e-6;

/**
 * Returns where the viewing rays through the corners of pixels meet the plane of the mat, in
 * millimeters: x and y for each corner, in rows of one corner more than the crop has columns.
 * Points of rays at or above the horizon are not finite.
 */
export function findPlanePoints({ cameraCenter, castRay }: ViewRays, area: CropArea): Float32Array {
  const { width, height, left, top, scale } = area;
  const columns = width + 1;
  const points = new Float32Array(2 * columns * (height + 1));
  const ray = new Float64Array(3);
  const castCorner = (column: number, row: number) => {
    castRay(toPicturePixel(column - 0.5, left, scale), toPicturePixel(row - 0.5, top, scale), ray);
    const rise = ray[2]!;
    const distance = rise < maxRise ? -cameraCenter[2] / rise : Infinity;
    const at = 2 * (row * columns + column);
    points[at] = cameraCenter[0] + distance * ray[0]!;
    points[at + 1] = cameraCenter[1] + distance * ray[1]!;
  };
  const step = Math.max(1, Math.floor(raySpacing / scale));
  const columnSpans = listSpans(width, step);
  const rowSpans = listSpans(height, step);
  for (const row of [0, ...rowSpans.map(({ end }) => end)]) {
    castCorner(0, row);
    for (const { end } of columnSpans) castCorner(end, row);
    for (const { start, end } of columnSpans) {
      const first = 2 * row * columns;
      interpolate(points, first + 2 * start, first + 2 * end, end - start);
    }
  }
  for (const { start, end } of rowSpans) {
    for (let column = 0; column <= width; column++) {
      const [from, to] = [2 * (start * columns + column), 2 * (end * columns + column)];
      interpolate(points, from, to, end - start);
    }
  }
  return points;
}

/** Divides a length into spans of `step`, the last of which may be shorter. */
function listSpans(length: number, step: number): { start: number; end: number }[] {
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => ({
    start: index * step,
    end: Math.min(length, (index + 1) * step),
  }));
}

/** Sets the points between those at two indices, which are `count` points apart. */
function interpolate(points: Float32Array, from: number, to: number, count: number): void {
  for (let part = 1; part < count; part++) {
    const at = from + ((to - from) / count) * part;
    const share = part / count;
    for (let axis = 0; axis < 2; axis++) {
      const start = points[from + axis]!;
      points[at + axis] = start + share * (points[to + axis]! - start);
    }
  }
}
