import type { Box, Grid } from "../geometry/grid.ts";
import { carve } from "../hull/carve.ts";
import type { Hull } from "../hull/hull.ts";
import { findBounds } from "../mesh/bounds.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { keepStandingPart } from "../mesh/standing-part.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import type { Silhouette } from "../silhouette/silhouette.ts";

/** A part of a hull stands on the mat if its lowest vertex is at most this many steps above it. */
const maxStepsAboveMat = 2;

/**
 * Carves the visual hull of silhouettes on a grid. The mesh is the surface of the largest part that
 * stands on the mat; it is empty if there is none. Up to `tolerated` views may be wrong at a node.
 */
export function carveMesh(
  silhouettes: readonly Silhouette[],
  grid: Grid,
  tolerated: number,
): Pick<Hull, "mesh" | "field" | "grid"> {
  const field = carve(silhouettes, grid, tolerated);
  return { mesh: extractStandingPart(field, grid), field, grid };
}

/**
 * Returns the surface of the largest part of a signed distance field that stands on the mat; an
 * empty mesh if there is none.
 */
export function extractStandingPart(field: Float32Array, grid: Grid): Mesh {
  return keepStandingPart(extractSurface(field, grid), maxStepsAboveMat * grid.step);
}

/** Tells whether a mesh has no triangle. */
export const isEmpty = ({ indices }: Mesh): boolean => indices.length === 0;

/** Returns the box of a mesh with `margin` millimeters more on each side, but down to the mat. */
export function findBoxAround(mesh: Mesh, margin: number): Box {
  const { min, max } = findBounds(mesh);
  return {
    min: [min[0] - margin, min[1] - margin, 0],
    max: [max[0] + margin, max[1] + margin, max[2] + margin],
  };
}
