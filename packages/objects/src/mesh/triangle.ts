import { readVector, type Vector } from "../geometry/vector.ts";
import type { Mesh } from "./mesh.ts";

/** Returns the vertices of a triangle, counterclockwise as seen from outside. */
export const readTriangle = (
  indices: Uint32Array,
  triangle: number,
): [a: number, b: number, c: number] => [
  indices[3 * triangle]!,
  indices[3 * triangle + 1]!,
  indices[3 * triangle + 2]!,
];

/** Adds a vector to one in a list, in place. */
export function addVector(vectors: Float32Array, index: number, [x, y, z]: Vector): void {
  vectors[3 * index]! += x;
  vectors[3 * index + 1]! += y;
  vectors[3 * index + 2]! += z;
}

/**
 * Returns the outward normal of a triangle, as the cross product of two edges: its length is twice
 * the area of the triangle, in square millimeters.
 */
export function findAreaNormal({ positions, indices }: Mesh, triangle: number): Vector {
  const [a, b, c] = readTriangle(indices, triangle);
  const [ax, ay, az] = readVector(positions, a);
  const [bx, by, bz] = readVector(positions, b);
  const [cx, cy, cz] = readVector(positions, c);
  const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
  const [vx, vy, vz] = [cx - ax, cy - ay, cz - az];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
