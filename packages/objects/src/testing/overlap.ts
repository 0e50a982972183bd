import type { Grid } from "../geometry/grid.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { Solid } from "./solids.ts";

/** Tells for each node of a grid whether it is in a closed mesh: counts the triangles below it. */
export function fillMesh({ positions, indices }: Mesh, { origin, step, counts }: Grid): Uint8Array {
  const [nx, ny, nz] = counts;
  const crossings = Array.from({ length: nx * ny }, (): number[] => []);
  for (let first = 0; first < indices.length; first += 3) {
    const at = (corner: 0 | 1 | 2, axis: 0 | 1 | 2) =>
      (positions[3 * indices[first + corner]! + axis]! - origin[axis]) / step;
    const [ax, ay, bx, by, cx, cy] = [at(0, 0), at(0, 1), at(1, 0), at(1, 1), at(2, 0), at(2, 1)];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0) continue;
    for (let y = Math.ceil(Math.min(ay, by, cy)); y <= Math.max(ay, by, cy); y++) {
      for (let x = Math.ceil(Math.min(ax, bx, cx)); x <= Math.max(ax, bx, cx); x++) {
        const u = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area;
        const v = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area;
        if (u < 0 || v < 0 || u + v > 1 || x < 0 || y < 0 || x >= nx || y >= ny) continue;
        crossings[y * nx + x]?.push(u * at(0, 2) + v * at(1, 2) + (1 - u - v) * at(2, 2));
      }
    }
  }
  const filled = new Uint8Array(nx * ny * nz);
  for (const [column, heights] of crossings.entries()) {
    for (let k = 0; k < nz; k++) {
      const below = heights.filter((height) => height < k).length;
      filled[k * nx * ny + column] = below % 2;
    }
  }
  return filled;
}

/** Returns the volume that nodes and a solid share, over the volume that they cover together. */
export function findOverlap(
  isFilled: (at: number) => boolean,
  { origin, step, counts }: Grid,
  { distance }: Solid,
): number {
  const [nx, ny, nz] = counts;
  let [shared, covered] = [0, 0];
  for (let at = 0; at < nx * ny * nz; at++) {
    const [i, j, k] = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / nx / ny)];
    const inside = distance(origin[0] + i * step, origin[1] + j * step, origin[2] + k * step) < 0;
    const filled = isFilled(at);
    if (inside && filled) shared++;
    if (inside || filled) covered++;
  }
  return shared / covered;
}

/** Returns the volume of a solid in cubic millimeters, counted in the cells of a grid. */
export function findVolume({ distance }: Solid, { origin, step, counts }: Grid): number {
  const [nx, ny, nz] = counts;
  let count = 0;
  for (let at = 0; at < nx * ny * nz; at++) {
    const [i, j, k] = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / nx / ny)];
    if (distance(origin[0] + i * step, origin[1] + j * step, origin[2] + k * step) < 0) count++;
  }
  return count * step ** 3;
}
