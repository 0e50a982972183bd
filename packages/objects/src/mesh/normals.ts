import type { Mesh } from "./mesh.ts";

/** Returns a unit normal for each vertex: the mean of its triangles by their area, outward. */
export function findNormals({ positions, indices }: Mesh): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let first = 0; first < indices.length; first += 3) {
    const [a, b, c] = [3 * indices[first]!, 3 * indices[first + 1]!, 3 * indices[first + 2]!];
    const [ux, uy, uz] = [0, 1, 2].map(
      (axis) => positions[b + axis]! - positions[a + axis]!,
    ) as Three;
    const [vx, vy, vz] = [0, 1, 2].map(
      (axis) => positions[c + axis]! - positions[a + axis]!,
    ) as Three;
    const normal: Three = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const corner of [a, b, c]) {
      for (let axis = 0; axis < 3; axis++) normals[corner + axis]! += normal[axis]!;
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    const size = Math.hypot(normals[at]!, normals[at + 1]!, normals[at + 2]!) || 1;
    for (let axis = 0; axis < 3; axis++) normals[at + axis]! /= size;
  }
  return normals;
}

type Three = [number, number, number];
