import { createFindPixel } from "../camera/find-pixel.ts";
import { createViewRays } from "../camera/view-rays.ts";
import type { Grid } from "../geometry/grid.ts";
import type { Hull } from "../hull/hull.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { rasterize } from "../mesh/rasterize.ts";
import { unknown } from "../silhouette/silhouette.ts";

/**
 * Pixels count if they are more than this inside an outline, in millimeters on the object, but at
 * least `minPixels` pixels: closer to it, the outline may be wrong.
 */
const minInside = 1;
const minPixels = 3;

/**
 * Returns the share of the nodes taken away from a hull that an outline contradicts, from 0 to 1: a
 * view shows the object there, but nothing of what is left of it. `refined` has the signed
 * distances of what is left, `mesh` its surface.
 */
export function findContradiction(
  hull: Pick<Hull, "field" | "grid" | "silhouettes" | "pixelSize">,
  refined: Float32Array,
  mesh: Mesh,
): number {
  const { field: distances, grid, silhouettes, pixelSize } = hull;
  const margin = Math.max(minPixels, minInside / pixelSize);
  const removed = findRemoved(distances, refined);
  const isContradicted = new Uint8Array(removed.length);
  const point = new Float64Array(3);
  for (const silhouette of silhouettes) {
    const rays = createViewRays(silhouette);
    const findPixel = createFindPixel(rays, silhouette);
    const depths = rasterize(mesh, rays, silhouette);
    for (const [index, node] of removed.entries()) {
      placeNode(grid, node, point);
      const pixel = findPixel(point[0]!, point[1]!, point[2]!, point);
      if (pixel < 0 || depths[pixel] !== Infinity) continue;
      const inside = silhouette.distances[pixel]!;
      if (inside > margin && inside < unknown) isContradicted[index] = 1;
    }
  }
  return isContradicted.reduce((sum, mark) => sum + mark, 0) / Math.max(1, removed.length);
}

/** Returns the indices of the nodes that are inside the hull, but outside what is left of it. */
function findRemoved(distances: Float32Array, refined: Float32Array): number[] {
  const removed: number[] = [];
  for (let node = 0; node < distances.length; node++) {
    if (distances[node]! > 0 && refined[node]! < 0) removed.push(node);
  }
  return removed;
}

/** Writes the position of a node of a grid into `out`, in millimeters. */
function placeNode({ counts, step, origin }: Grid, node: number, out: Float64Array): void {
  const [nx, ny] = counts;
  out[0] = origin[0] + (node % nx) * step;
  out[1] = origin[1] + (Math.floor(node / nx) % ny) * step;
  out[2] = origin[2] + Math.floor(node / (nx * ny)) * step;
}
