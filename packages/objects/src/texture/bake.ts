import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { rasterize } from "../mesh/rasterize.ts";
import type { Picture } from "../picture.ts";
import type { Crop } from "../silhouette/crop.ts";
import type { Silhouette } from "../silhouette/silhouette.ts";
import type { Unwrapped } from "./unwrap.ts";

/** A view with its part of the picture, and the outline of the object in it. */
type Shot = { crop: Crop; silhouette: Silhouette };

/** How many views color a triangle. */
const most = 3;
/** The alpha of a texel that views color. */
const painted = 255;
/** How many texels colors spread beyond the triangles. */
const spreadRounds = 4;
/**
 * A view sees a triangle that is at most `tolerance` millimeters behind the nearest surface, and
 * whose normal has this cosine with the view at least.
 */
const tolerance = 1.5;
const minFacing = 0.15;

/**
 * Returns the texture of a mesh: each texel has the mean of the views that see its triangle best,
 * the steeper and the closer to the outline the less. What no view sees gets the color of the
 * texels round it.
 */
export function bake(mesh: Unwrapped, whole: Mesh, shots: readonly Shot[], size: number): Picture {
  const data = new Uint8ClampedArray(size * size * 4);
  const middles = averageCorners(mesh.positions, mesh.indices);
  const normals = averageCorners(mesh.normals, mesh.indices);
  const prepared = shots.map((shot): Prepared => {
    const rays = createViewRays(shot.silhouette);
    // The depths of all views together would take tens of megabytes.
    const depths = rasterize(whole, rays, shot.crop);
    return { ...shot, rays, weights: weighTriangles(middles, normals, depths, rays, shot.crop) };
  });
  for (let triangle = 0; triangle < mesh.indices.length / 3; triangle++) {
    const best = chooseShots(prepared, triangle);
    const corners = mesh.indices.subarray(3 * triangle, 3 * triangle + 3);
    if (best.length > 0) paintTriangle(mesh, [...corners] as Three, best, data, size);
  }
  spread(data, size);
  return { width: size, height: size, data };
}

type Three = [number, number, number];
/** A shot with how well it sees each triangle: from 0, if it does not, to 1. */
type Prepared = Shot & { rays: ViewRays; weights: Float32Array };
type Weighted = { shot: Prepared; weight: number };

/** Returns the mean of the vectors at the corners of each triangle. */
function averageCorners(vectors: Float32Array, indices: Uint32Array): Float32Array {
  const means = new Float32Array(indices.length);
  for (let at = 0; at < indices.length; at++) {
    const to = at - (at % 3);
    for (let axis = 0; axis < 3; axis++) {
      means[to + axis]! += vectors[3 * indices[at]! + axis]! / 3;
    }
  }
  return means;
}

const place = new Float64Array(3);

/** Returns how well a view sees each triangle. `depths` are those of the whole mesh in its crop. */
function weighTriangles(
  middles: Float32Array,
  normals: Float32Array,
  depths: Float32Array,
  { eye, project }: ViewRays,
  { left, top, width, height }: Crop,
): Float32Array {
  const weights = new Float32Array(middles.length / 3);
  for (let at = 0; at < middles.length; at += 3) {
    const dx = eye[0] - middles[at]!;
    const dy = eye[1] - middles[at + 1]!;
    const dz = eye[2] - middles[at + 2]!;
    const toward = dx * normals[at]! + dy * normals[at + 1]! + dz * normals[at + 2]!;
    const facing = toward / Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (facing < minFacing) continue;
    project(middles[at]!, middles[at + 1]!, middles[at + 2]!, place);
    const column = Math.round(place[0]! - left);
    const row = Math.round(place[1]! - top);
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    if (place[2]! > depths[row * width + column]! + tolerance) continue;
    weights[at / 3] = facing ** 3;
  }
  return weights;
}

/** Returns the shots that see a triangle best. */
function chooseShots(shots: readonly Prepared[], triangle: number): Weighted[] {
  return shots
    .map((shot) => ({ shot, weight: shot.weights[triangle]! }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, most);
}

/**
 * Colors the texels of a triangle, and half a texel round it, so that no gap shows between
 * triangles.
 */
function paintTriangle(
  { positions, places }: Unwrapped,
  corners: Three,
  best: readonly Weighted[],
  data: Uint8ClampedArray,
  size: number,
): void {
  const us = corners.map((corner) => places[2 * corner]! * size - 0.5) as Three;
  const vs = corners.map((corner) => places[2 * corner + 1]! * size - 0.5) as Three;
  const area = (us[1] - us[0]) * (vs[2] - vs[0]) - (vs[1] - vs[0]) * (us[2] - us[0]);
  if (Math.abs(area) < 1e-9) return;
  const slack = Math.min(1, 0.5 / Math.sqrt(Math.abs(area)));
  const [p, q, r] = [3 * corners[0], 3 * corners[1], 3 * corners[2]];
  const [firstU, lastU] = [Math.max(0, Math.floor(Math.min(...us))), Math.ceil(Math.max(...us))];
  const [firstV, lastV] = [Math.max(0, Math.floor(Math.min(...vs))), Math.ceil(Math.max(...vs))];
  for (let v = firstV; v <= Math.min(lastV, size - 1); v++) {
    for (let u = firstU; u <= Math.min(lastU, size - 1); u++) {
      const a = ((us[1] - u) * (vs[2] - v) - (vs[1] - v) * (us[2] - u)) / area;
      const b = ((us[2] - u) * (vs[0] - v) - (vs[2] - v) * (us[0] - u)) / area;
      if (a < -slack || b < -slack || a + b > 1 + slack) continue;
      const at = 4 * (v * size + u);
      const isIn = a >= 0 && b >= 0 && a + b <= 1;
      if (!isIn && data[at + 3]! > 0) continue;
      const c = 1 - a - b;
      const x = a * positions[p]! + b * positions[q]! + c * positions[r]!;
      const y = a * positions[p + 1]! + b * positions[q + 1]! + c * positions[r + 1]!;
      const z = a * positions[p + 2]! + b * positions[q + 2]! + c * positions[r + 2]!;
      mix(best, x, y, z, data, at);
    }
  }
}

/** Colors a texel as views see its point, weighted. */
function mix(
  best: readonly Weighted[],
  x: number,
  y: number,
  z: number,
  data: Uint8ClampedArray,
  texel: number,
): void {
  let [red, green, blue, total] = [0, 0, 0, 0];
  for (const { shot, weight } of best) {
    const { width, height, left, top, rgb } = shot.crop;
    shot.rays.project(x, y, z, place);
    const u = Math.min(width - 1.001, Math.max(0, place[0]! - left));
    const v = Math.min(height - 1.001, Math.max(0, place[1]! - top));
    const column = Math.floor(u);
    const row = Math.floor(v);
    const pixel = row * width + column;
    const depth = shot.silhouette.distances[pixel]!;
    const share = weight * Math.min(1, Math.max(1e-3, (depth - 1) / 4));
    red += share * interpolate(rgb, 3 * pixel, width, u - column, v - row);
    green += share * interpolate(rgb, 3 * pixel + 1, width, u - column, v - row);
    blue += share * interpolate(rgb, 3 * pixel + 2, width, u - column, v - row);
    total += share;
  }
  data[texel] = red / total;
  data[texel + 1] = green / total;
  data[texel + 2] = blue / total;
  data[texel + 3] = painted;
}

/** Returns a channel between four pixels, the first of which is at `at`. */
function interpolate(
  rgb: Crop["rgb"],
  at: number,
  width: number,
  right: number,
  down: number,
): number {
  const upper = rgb[at]! * (1 - right) + rgb[at + 3]! * right;
  const lower = rgb[at + 3 * width]! * (1 - right) + rgb[at + 3 * width + 3]! * right;
  return upper * (1 - down) + lower * down;
}

/**
 * Gives texels without a color that of a texel beside them, so that no seam shows when a viewer
 * filters; the rest the mean.
 */
function spread(data: Uint8ClampedArray, size: number): void {
  // Those of a round are told from earlier ones by their alpha.
  for (let alpha = painted - 1; alpha >= painted - spreadRounds; alpha--) {
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3]! > 0) continue;
      const beside = findBeside(data, size, at, alpha);
      if (beside === undefined) continue;
      data.copyWithin(at, beside, beside + 3);
      data[at + 3] = alpha;
    }
  }
  const sums = [0, 0, 0, 1];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    for (let channel = 0; channel < 3; channel++) sums[channel]! += data[at + channel]!;
    sums[3]!++;
  }
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) {
      for (let channel = 0; channel < 3; channel++) data[at + channel] = sums[channel]! / sums[3]!;
    }
    data[at + 3] = 255;
  }
}

/** Returns where a texel beside another one is whose alpha is more than the given one. */
function findBeside(
  data: Uint8ClampedArray,
  size: number,
  at: number,
  alpha: number,
): number | undefined {
  const column = (at >> 2) % size;
  const isPainted = (other: number) => data[other + 3]! > alpha;
  if (column > 0 && isPainted(at - 4)) return at - 4;
  if (column < size - 1 && isPainted(at + 4)) return at + 4;
  if (at >= 4 * size && isPainted(at - 4 * size)) return at - 4 * size;
  if (at + 4 * size < data.length && isPainted(at + 4 * size)) return at + 4 * size;
  return undefined;
}
