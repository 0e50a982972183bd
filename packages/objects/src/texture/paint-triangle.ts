import type { ViewRays } from "../camera/view-rays.ts";
import { readVector } from "../geometry/vector.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { readTriangle } from "../mesh/triangle.ts";
import type { Crop } from "../silhouette/crop.ts";
import { paintedAlpha, type Texture } from "./texture.ts";

/** A view that colors a triangle, and its weight among them. */
export type WeightedView = {
  crop: Crop;
  /** How far each pixel of the crop is inside the outline, in pixels. */
  outlineDistances: Float32Array;
  rays: ViewRays;
  /** Three numbers that each projection overwrites. */
  projected: Float64Array;
  weight: number;
};

/**
 * Pixels closer to the outline than `minInside` may show the background, those from `fullInside` on
 * do not; between them, the weight of a view grows in proportion. In pixels. It does not fall below
 * `minFactor`, so that a texel at the outlines of all its views has a color too.
 */
const minInside = 1;
const fullInside = 5;
const minFactor = 1e-3;
/** A triangle whose doubled area in the texture is less, in texels, is a line and has no texel. */
const minDoubleArea = 1e-9;

/**
 * Colors the texels of a triangle, and half a texel around it, so that no gap shows between
 * triangles. `places` has the place of each vertex in the texture, from 0 to 1.
 */
export function paintTriangle(
  { data, size }: Texture,
  { positions, places, indices }: Mesh & { places: Float32Array },
  triangle: number,
  views: readonly WeightedView[],
): void {
  const [a, b, c] = readTriangle(indices, triangle);
  const [au, av] = findTexel(places, a, size);
  const [bu, bv] = findTexel(places, b, size);
  const [cu, cv] = findTexel(places, c, size);
  const doubleArea = (bu - au) * (cv - av) - (bv - av) * (cu - au);
  if (Math.abs(doubleArea) < minDoubleArea) return;
  const slack = Math.min(1, 0.5 / Math.sqrt(Math.abs(doubleArea)));
  const [ax, ay, az] = readVector(positions, a);
  const [bx, by, bz] = readVector(positions, b);
  const [cx, cy, cz] = readVector(positions, c);
  const color = new Float64Array(3);
  const minU = Math.max(0, Math.floor(Math.min(au, bu, cu)));
  const maxU = Math.min(size - 1, Math.ceil(Math.max(au, bu, cu)));
  const minV = Math.max(0, Math.floor(Math.min(av, bv, cv)));
  const maxV = Math.min(size - 1, Math.ceil(Math.max(av, bv, cv)));
  for (let v = minV; v <= maxV; v++) {
    for (let u = minU; u <= maxU; u++) {
      // Barycentric coordinates of the texel.
      const p = ((bu - u) * (cv - v) - (bv - v) * (cu - u)) / doubleArea;
      const q = ((cu - u) * (av - v) - (cv - v) * (au - u)) / doubleArea;
      if (p < -slack || q < -slack || p + q > 1 + slack) continue;
      const at = 4 * (v * size + u);
      const isWithin = p >= 0 && q >= 0 && p + q <= 1;
      if (!isWithin && data[at + 3]! > 0) continue;
      const r = 1 - p - q;
      const x = p * ax + q * bx + r * cx;
      const y = p * ay + q * by + r * cy;
      const z = p * az + q * bz + r * cz;
      blendViews(views, x, y, z, color);
      data[at] = color[0]!;
      data[at + 1] = color[1]!;
      data[at + 2] = color[2]!;
      data[at + 3] = paintedAlpha;
    }
  }
}

/** Returns the place of a vertex in texels, counted from the middle of the first one. */
function findTexel(places: Float32Array, vertex: number, size: number): [u: number, v: number] {
  return [places[2 * vertex]! * size - 0.5, places[2 * vertex + 1]! * size - 0.5];
}

/** Writes the weighted mean of the colors at which views see a point into `color`. */
function blendViews(
  views: readonly WeightedView[],
  x: number,
  y: number,
  z: number,
  color: Float64Array,
): void {
  let [red, green, blue, total] = [0, 0, 0, 0];
  for (const { crop, outlineDistances, rays, projected, weight } of views) {
    const { width, height, left, top } = crop;
    rays.project(x, y, z, projected);
    const u = Math.min(width - 1.001, Math.max(0, projected[0]! - left));
    const v = Math.min(height - 1.001, Math.max(0, projected[1]! - top));
    const column = Math.floor(u);
    const row = Math.floor(v);
    const pixel = row * width + column;
    const ramp = (outlineDistances[pixel]! - minInside) / (fullInside - minInside);
    const share = weight * Math.min(1, Math.max(minFactor, ramp));
    red += share * interpolate(crop, 3 * pixel, u - column, v - row);
    green += share * interpolate(crop, 3 * pixel + 1, u - column, v - row);
    blue += share * interpolate(crop, 3 * pixel + 2, u - column, v - row);
    total += share;
  }
  color[0] = red / total;
  color[1] = green / total;
  color[2] = blue / total;
}

/**
 * Returns a channel between four pixels (bilinear interpolation): `at` is where the upper left one
 * has it, `right` and `down` are how far the point is from that pixel, from 0 to 1.
 */
function interpolate({ rgb, width }: Crop, at: number, right: number, down: number): number {
  const below = at + 3 * width;
  const upper = rgb[at]! * (1 - right) + rgb[at + 3]! * right;
  const lower = rgb[below]! * (1 - right) + rgb[below + 3]! * right;
  return upper * (1 - down) + lower * down;
}
