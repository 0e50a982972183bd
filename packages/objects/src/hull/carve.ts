import type { ViewRays } from "../camera/view-rays.ts";
import type { Grid } from "./grid.ts";

/** The outline of the object in a view: how far each pixel of a crop is inside it, in pixels of the crop. */
export type Silhouette = {
  rays: ViewRays;
  /** In pixels of the picture: focal length of the camera, first column and row of the crop, and size of its pixels. */
  focal: number;
  left: number;
  top: number;
  scale: number;
  width: number;
  height: number;
  /** `unknown` where the view does not know. */
  distances: Float32Array;
};

/** How high points are over a mat, in millimeters: `x`, `y` and `z` times those of the point, plus `offset`. */
export type Plane = { x: number; y: number; z: number; offset: number };

const matPlane: Plane = { x: 0, y: 0, z: 1, offset: 0 };

/** Stands for a distance that a view does not know, because it sees something else than the mat there. */
export const unknown = 1000;

/** Every node of this many along each axis is carved first, and tells whether the nodes round it are worth it. */
const stride = 4;

/**
 * Returns how far each node is inside the visual hull, in millimeters; negative outside, and on the outermost nodes. The hull
 * stands on the mat, and ends there. A node is outside if more than `tolerated` views say so, or less than a quarter of them
 * knows anything of it.
 */
export function carve(
  silhouettes: readonly Silhouette[],
  grid: Grid,
  tolerated = 0,
  mat: Plane = matPlane,
): Float32Array {
  const { counts, step, origin } = grid;
  const [nx, ny, nz] = counts;
  const field = new Float32Array(nx * ny * nz);
  const at = (i: number, j: number, k: number) => (k * ny + j) * nx + i;
  const evaluate = (i: number, j: number, k: number) =>
    carvePoint(
      silhouettes,
      origin[0] + i * step,
      origin[1] + j * step,
      origin[2] + k * step,
      tolerated,
      mat,
    );
  const margin = stride * step * Math.sqrt(3);
  for (let k = 0; k < nz; k += stride) {
    for (let j = 0; j < ny; j += stride) {
      for (let i = 0; i < nx; i += stride) {
        const middle = evaluate(
          Math.min(nx - 1, i + stride / 2),
          Math.min(ny - 1, j + stride / 2),
          Math.min(nz - 1, k + stride / 2),
        );
        const isNear = Math.abs(middle) < margin;
        for (let c = k; c < Math.min(nz, k + stride); c++) {
          for (let b = j; b < Math.min(ny, j + stride); b++) {
            for (let a = i; a < Math.min(nx, i + stride); a++) {
              const isRim =
                a === 0 || b === 0 || c === 0 || a === nx - 1 || b === ny - 1 || c === nz - 1;
              const value = isNear ? evaluate(a, b, c) : middle;
              field[at(a, b, c)] = isRim ? Math.min(value, -step) : value;
            }
          }
        }
      }
    }
  }
  return field;
}

const place = new Float64Array(3);
const smallest = new Float64Array(8);

/** Returns how far a point is inside, by the view that puts it farthest outside after the tolerated ones. */
function carvePoint(
  silhouettes: readonly Silhouette[],
  x: number,
  y: number,
  z: number,
  tolerated: number,
  mat: Plane,
): number {
  smallest.fill(unknown);
  let known = 0;
  for (const silhouette of silhouettes) {
    const { rays, focal, scale, left, top, width, height, distances } = silhouette;
    rays.project(x, y, z, place);
    const u = (place[0]! - left + 0.5) / scale - 0.5;
    const v = (place[1]! - top + 0.5) / scale - 0.5;
    const column = Math.floor(u);
    const row = Math.floor(v);
    if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) continue;
    const at = row * width + column;
    const [a, b] = [u - column, v - row];
    const upper = distances[at]! * (1 - a) + distances[at + 1]! * a;
    const lower = distances[at + width]! * (1 - a) + distances[at + width + 1]! * a;
    let inside = upper * (1 - b) + lower * b;
    if (inside > unknown / 10) continue;
    known++;
    inside *= (scale * place[2]!) / focal;
    if (!(inside < smallest[tolerated]!)) continue;
    for (let rank = 0; rank <= tolerated; rank++) {
      const other = smallest[rank]!;
      if (inside < other) {
        smallest[rank] = inside;
        inside = other;
      }
    }
  }
  if (known < silhouettes.length / 4) return -unknown;
  return Math.min(smallest[tolerated]!, mat.x * x + mat.y * y + mat.z * z + mat.offset);
}
