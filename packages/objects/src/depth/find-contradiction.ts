import { toCropPixel } from "../camera/crop-area.ts";
import { createViewRays } from "../camera/view-rays.ts";
import type { Hull } from "../hull/hull.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { rasterize } from "../mesh/rasterize.ts";
import { unknown } from "../silhouette/silhouette.ts";

/**
 * Pixels count that are so far inside of an outline, in millimeters, but at least so many pixels.
 * Outlines may be wrong closer to it.
 */
const minInside = 1;
const minPixels = 3;

/**
 * Returns how much of what was taken away from a hull has to be there, because an outline would
 * have a hole without it, from 0 to 1. `mesh` is what is left, `refined` its field.
 */
export function findContradiction(
  {
    field,
    grid: { counts, step, origin },
    silhouettes,
    pixelSize,
  }: Pick<Hull, "field" | "grid" | "silhouettes" | "pixelSize">,
  refined: Float32Array,
  mesh: Mesh,
): number {
  const taken: number[] = [];
  for (let at = 0; at < field.length; at++) {
    if (field[at]! > 0 && refined[at]! < 0) taken.push(at);
  }
  const missed = new Uint8Array(taken.length);
  const margin = Math.max(minPixels, minInside / pixelSize);
  const [nx, ny] = counts;
  const place = new Float64Array(3);
  for (const silhouette of silhouettes) {
    const { left, top, scale, width, height, distances } = silhouette;
    const rays = createViewRays(silhouette);
    const depths = rasterize(mesh, rays, silhouette);
    for (const [index, at] of taken.entries()) {
      const i = at % nx;
      const j = Math.floor(at / nx) % ny;
      const k = Math.floor(at / (nx * ny));
      rays.project(origin[0] + i * step, origin[1] + j * step, origin[2] + k * step, place);
      const column = Math.round(toCropPixel(place[0]!, left, scale));
      const row = Math.round(toCropPixel(place[1]!, top, scale));
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const pixel = row * width + column;
      const inside = distances[pixel]!;
      if (inside > margin && inside < unknown && depths[pixel] === Infinity) missed[index] = 1;
    }
  }
  return missed.reduce((sum, mark) => sum + mark, 0) / Math.max(1, taken.length);
}
