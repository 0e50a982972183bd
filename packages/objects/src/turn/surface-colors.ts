import { toCropPixel } from "../camera/crop-area.ts";
import { createViewRays } from "../camera/view-rays.ts";
import { solve } from "../geometry/solve.ts";
import type { Hull } from "../hull/hull.ts";
import { findNormals } from "../mesh/normals.ts";
import { rasterize } from "../mesh/rasterize.ts";
import { minHeight } from "./shape.ts";

/**
 * The colors of places on a surface, three numbers each for place and color: the logarithms of red,
 * green and blue, without what the direction of the surface explains. So they say little of the
 * light, which changes when the object is turned.
 */
export type SurfaceColors = { places: Float32Array; colors: Float32Array };

/**
 * Pictures are reduced to this fraction to see what hides what, and a place may be so far behind
 * the surface then, in millimeters.
 */
const reduction = 4;
const tolerance = 3;
/** A view from a flatter angle does not count (cosine). */
const minFacing = 0.3;
/** Darker than this, noise makes the logarithm of a color jump. */
const darkest = 12;

/**
 * Returns the colors of a hull at its vertices, off the mat, as the means of the views that see
 * them.
 */
export function colorSurface({ mesh, views }: Hull): SurfaceColors {
  const { positions } = mesh;
  const normals = findNormals(mesh);
  const sums = new Float64Array(positions.length);
  const weights = new Float64Array(positions.length / 3);
  const place = new Float64Array(3);
  for (const sight of views) {
    const { left, top, scale, width, height, rgb } = sight.crop;
    const rays = createViewRays(sight);
    const frame = {
      left,
      top,
      scale: scale * reduction,
      width: Math.floor(width / reduction),
      height: Math.floor(height / reduction),
    };
    const depths = rasterize(mesh, rays, frame);
    for (let vertex = 0; vertex < weights.length; vertex++) {
      const [x, y, z] = [
        positions[3 * vertex]!,
        positions[3 * vertex + 1]!,
        positions[3 * vertex + 2]!,
      ];
      if (z < minHeight) continue;
      const [dx, dy, dz] = [rays.eye[0] - x, rays.eye[1] - y, rays.eye[2] - z];
      const facing =
        (dx * normals[3 * vertex]! +
          dy * normals[3 * vertex + 1]! +
          dz * normals[3 * vertex + 2]!) /
        Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (facing < minFacing) continue;
      rays.project(x, y, z, place);
      const column = Math.round(toCropPixel(place[0]!, left, scale));
      const row = Math.round(toCropPixel(place[1]!, top, scale));
      const [a, b] = [Math.floor(column / reduction), Math.floor(row / reduction)];
      if (a < 0 || b < 0 || a >= frame.width || b >= frame.height) continue;
      if (place[2]! > depths[b * frame.width + a]! + tolerance) continue;
      const weight = facing ** 4;
      weights[vertex]! += weight;
      for (let channel = 0; channel < 3; channel++) {
        const level = rgb[3 * (row * width + column) + channel]!;
        sums[3 * vertex + channel]! += weight * Math.log(level + darkest);
      }
    }
  }
  const seen = [...weights.keys()].filter((vertex) => weights[vertex]! > 0);
  const pick = (values: ArrayLike<number>, by: (vertex: number) => number) =>
    Float32Array.from(
      { length: 3 * seen.length },
      (_, at) => values[3 * seen[Math.floor(at / 3)]! + (at % 3)]! / by(seen[Math.floor(at / 3)]!),
    );
  const colors = pick(sums, (vertex) => weights[vertex]!);
  removeLight(
    colors,
    pick(normals, () => 1),
  );
  return { places: pick(positions, () => 1), colors };
}

/** Takes what is linear in the direction of the surface out of each channel, in place. */
function removeLight(colors: Float32Array, normals: Float32Array): void {
  const row = new Float64Array(4);
  for (let channel = 0; channel < 3; channel++) {
    const matrix = new Float64Array(16);
    const values = new Float64Array(4);
    const load = (at: number) => row.set([1, normals[at]!, normals[at + 1]!, normals[at + 2]!]);
    for (let at = 0; at < colors.length; at += 3) {
      load(at);
      for (let i = 0; i < 4; i++) {
        values[i]! += row[i]! * colors[at + channel]!;
        for (let j = 0; j < 4; j++) matrix[4 * i + j]! += row[i]! * row[j]!;
      }
    }
    if (!solve(matrix, values)) continue;
    for (let at = 0; at < colors.length; at += 3) {
      load(at);
      for (let i = 0; i < 4; i++) colors[at + channel]! -= row[i]! * values[i]!;
    }
  }
}
