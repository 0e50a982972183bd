import { toCropPixel } from "../camera/crop-area.ts";
import { createViewRays } from "../camera/view-rays.ts";
import type { Grid } from "../geometry/grid.ts";
import { createPointBuffer } from "../geometry/point-buffer.ts";
import { type Silhouette, unknown } from "../silhouette/silhouette.ts";

/**
 * The plane of a mat: a point lies `x`, `y` and `z` times its coordinates plus `offset` above it,
 * in millimeters. (x, y, z) is the unit normal.
 */
type Plane = { x: number; y: number; z: number; offset: number };

const matPlane: Plane = { x: 0, y: 0, z: 1, offset: 0 };

/**
 * The nodes along each side of a block. Only the center of a block is evaluated if the surface
 * cannot pass through it; else the block is divided.
 */
const blockSize = 4;

/**
 * One wrong view is tolerated for each six that know a point, because above an object few may know
 * that there is nothing.
 */
const viewsPerTolerated = 6;

/** Less than this share of all views knows too little of a point to put it inside. */
const minKnownShare = 1 / 4;

/** A distance interpolated with an unknown one is larger than this, in pixels, and not known. */
const maxKnownDistance = unknown / 10;

/**
 * Carves the visual hull on a grid, as the signed distance of each node in millimeters: positive
 * inside, negative outside and on the outermost nodes. The hull stands on the mat, and ends there.
 * A node is outside if more than `tolerated` views say so, or more than a sixth of the views that
 * know it. It is also outside if less than a quarter of all views know it.
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
  const carvePoint = createPointCarver(silhouettes, tolerated, mat);
  const evaluate = (i: number, j: number, k: number) =>
    carvePoint(origin[0] + i * step, origin[1] + j * step, origin[2] + k * step);
  const set = (i: number, j: number, k: number, value: number) => {
    const isOutermost =
      i === 0 || j === 0 || k === 0 || i === nx - 1 || j === ny - 1 || k === nz - 1;
    field[(k * ny + j) * nx + i] = isOutermost ? Math.min(value, -step) : value;
  };
  const fillBlock = (i: number, j: number, k: number, size: number) => {
    if (size === 1) return set(i, j, k, evaluate(i, j, k));
    const half = size / 2;
    const endI = Math.min(nx, i + size);
    const endJ = Math.min(ny, j + size);
    const endK = Math.min(nz, k + size);
    const center = evaluate(i + half, j + half, k + half);
    const isOnOneSide = Math.abs(center) >= size * step * Math.sqrt(3);
    const part = isOnOneSide ? 1 : half;
    for (let c = k; c < endK; c += part) {
      for (let b = j; b < endJ; b += part) {
        for (let a = i; a < endI; a += part) {
          if (isOnOneSide) set(a, b, c, center);
          else fillBlock(a, b, c, half);
        }
      }
    }
  };
  for (let k = 0; k < nz; k += blockSize) {
    for (let j = 0; j < ny; j += blockSize) {
      for (let i = 0; i < nx; i += blockSize) fillBlock(i, j, k, blockSize);
    }
  }
  return field;
}

/**
 * Returns a function that finds the signed distance of a point to the hull in millimeters: that of
 * the view that puts it farthest outside after the tolerated ones.
 */
function createPointCarver(
  silhouettes: readonly Silhouette[],
  tolerated: number,
  mat: Plane,
): (x: number, y: number, z: number) => number {
  const views = silhouettes.map((silhouette) => {
    const { scale, left, top, camera } = silhouette;
    return { silhouette, rays: createViewRays(silhouette), scale, left, top, focal: camera.focal };
  });
  const pixel = createPointBuffer();
  const smallest = new Float64Array(tolerated + 1);
  return (x, y, z) => {
    smallest.fill(unknown);
    let known = 0;
    for (const { silhouette, rays, scale, left, top, focal } of views) {
      rays.project(x, y, z, pixel);
      const column = toCropPixel(pixel[0], left, scale);
      const row = toCropPixel(pixel[1], top, scale);
      const distance = sampleDistance(silhouette, column, row);
      if (distance > maxKnownDistance) continue;
      known++;
      insertSorted(smallest, distance * ((scale * pixel[2]) / focal));
    }
    if (known < minKnownShare * views.length) return -unknown;
    const allowed = Math.min(tolerated, Math.floor(known / viewsPerTolerated));
    return Math.min(smallest[allowed]!, mat.x * x + mat.y * y + mat.z * z + mat.offset);
  };
}

/**
 * Returns the signed distance to an outline between pixels, by bilinear interpolation; `unknown`
 * beside the crop.
 */
function sampleDistance({ width, height, distances }: Silhouette, u: number, v: number): number {
  const column = Math.floor(u);
  const row = Math.floor(v);
  if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) return unknown;
  const at = row * width + column;
  const a = u - column;
  const upper = distances[at]! * (1 - a) + distances[at + 1]! * a;
  const lower = distances[at + width]! * (1 - a) + distances[at + width + 1]! * a;
  return upper + (lower - upper) * (v - row);
}

/** Puts a value into a list that begins with the smallest, and drops the largest. */
function insertSorted(sorted: Float64Array, value: number): void {
  let inserted = value;
  for (let rank = 0; rank < sorted.length; rank++) {
    const other = sorted[rank]!;
    if (!(inserted < other)) continue;
    sorted[rank] = inserted;
    inserted = other;
  }
}
