import { type CropArea, toCropPixel } from "./crop-area.ts";
import type { ViewRays } from "./view-rays.ts";

/**
 * Returns the index of the pixel of a crop that shows a point of the mat, row by row; -1 beside the
 * crop. Writes the column, row and depth of the point as `project` does into `projected`.
 */
export type FindPixel = (x: number, y: number, z: number, projected: Float64Array) => number;

/** Prepares the search for the pixels of a crop that show points. */
export function createFindPixel(rays: ViewRays, area: CropArea): FindPixel {
  const { left, top, scale, width, height } = area;
  return (x, y, z, projected) => {
    rays.project(x, y, z, projected);
    const column = Math.round(toCropPixel(projected[0]!, left, scale));
    const row = Math.round(toCropPixel(projected[1]!, top, scale));
    if (column < 0 || row < 0 || column >= width || row >= height) return -1;
    return row * width + column;
  };
}
