import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import type { Silhouette } from "../hull/carve.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { rasterize } from "../mesh/rasterize.ts";
import type { Picture } from "../picture.ts";
import type { Crop } from "../silhouette/crop.ts";
import type { Unwrapped } from "./unwrap.ts";

/** A view with its part of the picture, and the outline of the object in it. */
export type Shot = { crop: Crop; silhouette: Silhouette };

/** How many views color a triangle. */
const most = 3;
/** A triangle is seen if it is at most so far behind the nearest surface, in millimeters. */
const tolerance = 1.5;

/**
 * Returns the texture of a mesh: each texel has the mean of the views that see its triangle best, the steeper and the closer to
 * the outline the less. What no view sees gets the color of the texels round it.
 */
export function bake(mesh: Unwrapped, whole: Mesh, shots: readonly Shot[], size: number): Picture {
  const data = new Uint8ClampedArray(size * size * 4);
  const prepared = shots.map((shot): Prepared => {
    const rays = createViewRays(shot.silhouette);
    return { ...shot, rays, depths: rasterize(whole, rays, shot.crop) };
  });
  for (let first = 0; first < mesh.indices.length; first += 3) {
    const corners = [0, 1, 2].map((corner) => mesh.indices[first + corner]!) as Three;
    const best = chooseShots(mesh, corners, prepared);
    if (best.length > 0) paintTriangle(mesh, corners, best, data, size);
  }
  spread(data, size);
  return { width: size, height: size, data };
}

type Three = [number, number, number];
type Prepared = Shot & { rays: ViewRays; depths: Float32Array };
type Weighted = { shot: Prepared; weight: number };

const place = new Float64Array(3);

function chooseShots(
  { positions, normals }: Unwrapped,
  corners: Three,
  shots: readonly Prepared[],
): Weighted[] {
  const mean = (values: Float32Array, axis: number) =>
    corners.reduce((sum, corner) => sum + values[3 * corner + axis]! / 3, 0);
  const [x, y, z] = [0, 1, 2].map((axis) => mean(positions, axis)) as Three;
  const [nx, ny, nz] = [0, 1, 2].map((axis) => mean(normals, axis)) as Three;
  const seen: Weighted[] = [];
  for (const shot of shots) {
    const { rays, depths } = shot;
    const [dx, dy, dz] = [rays.eye[0] - x, rays.eye[1] - y, rays.eye[2] - z];
    const facing = (dx * nx + dy * ny + dz * nz) / Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (facing < 0.15) continue;
    rays.project(x, y, z, place);
    const column = Math.round(place[0]! - shot.crop.left);
    const row = Math.round(place[1]! - shot.crop.top);
    if (column < 0 || row < 0 || column >= shot.crop.width || row >= shot.crop.height) continue;
    if (place[2]! > depths[row * shot.crop.width + column]! + tolerance) continue;
    seen.push({ shot, weight: facing ** 3 });
  }
  return seen.sort((a, b) => b.weight - a.weight).slice(0, most);
}

/** Colors the texels of a triangle, and half a texel round it, so that no gap shows between triangles. */
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
  const color = new Float64Array(3);
  for (let v = Math.floor(Math.min(...vs)); v <= Math.ceil(Math.max(...vs)); v++) {
    for (let u = Math.floor(Math.min(...us)); u <= Math.ceil(Math.max(...us)); u++) {
      if (u < 0 || v < 0 || u >= size || v >= size) continue;
      const a = ((us[1] - u) * (vs[2] - v) - (vs[1] - v) * (us[2] - u)) / area;
      const b = ((us[2] - u) * (vs[0] - v) - (vs[2] - v) * (us[0] - u)) / area;
      if (a < -slack || b < -slack || a + b > 1 + slack) continue;
      const at = 4 * (v * size + u);
      const isIn = a >= 0 && b >= 0 && a + b <= 1;
      if (!isIn && data[at + 3]! > 0) continue;
      const [x, y, z] = [0, 1, 2].map(
        (axis) =>
          a * positions[3 * corners[0] + axis]! +
          b * positions[3 * corners[1] + axis]! +
          (1 - a - b) * positions[3 * corners[2] + axis]!,
      ) as Three;
      mix(best, x, y, z, color);
      for (let channel = 0; channel < 3; channel++) data[at + channel] = color[channel]!;
      data[at + 3] = 255;
    }
  }
}

function mix(
  best: readonly Weighted[],
  x: number,
  y: number,
  z: number,
  color: Float64Array,
): void {
  color.fill(0);
  let total = 0;
  for (const { shot, weight } of best) {
    const { width, height, left, top, rgb } = shot.crop;
    shot.rays.project(x, y, z, place);
    const u = Math.min(width - 1.001, Math.max(0, place[0]! - left));
    const v = Math.min(height - 1.001, Math.max(0, place[1]! - top));
    const column = Math.floor(u);
    const row = Math.floor(v);
    const at = row * width + column;
    const depth = shot.silhouette.distances[at]!;
    const share = weight * Math.min(1, Math.max(1e-3, (depth - 1) / 4));
    const [a, b] = [u - column, v - row];
    for (let channel = 0; channel < 3; channel++) {
      const from = 3 * at + channel;
      const upper = rgb[from]! * (1 - a) + rgb[from + 3]! * a;
      const lower = rgb[from + 3 * width]! * (1 - a) + rgb[from + 3 * width + 3]! * a;
      color[channel]! += share * (upper * (1 - b) + lower * b);
    }
    total += share;
  }
  for (let channel = 0; channel < 3; channel++) color[channel]! /= total;
}

/** Gives texels without a color that of a texel beside them, so that no seam shows when a viewer filters; the rest the mean. */
function spread(data: Uint8ClampedArray, size: number): void {
  for (let round = 0; round < 4; round++) {
    const before = data.slice();
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        const at = 4 * (row * size + column);
        if (before[at + 3]! > 0) continue;
        const beside = [
          column > 0 ? at - 4 : at,
          column < size - 1 ? at + 4 : at,
          row > 0 ? at - 4 * size : at,
          row < size - 1 ? at + 4 * size : at,
        ].find((other) => before[other + 3]! > 0);
        if (beside !== undefined) data.copyWithin(at, beside, beside + 4);
      }
    }
  }
  const sums = [0, 0, 0, 1];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue;
    for (let channel = 0; channel < 3; channel++) sums[channel]! += data[at + channel]!;
    sums[3]!++;
  }
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! > 0) continue;
    for (let channel = 0; channel < 3; channel++) data[at + channel] = sums[channel]! / sums[3]!;
    data[at + 3] = 255;
  }
}
