import type { Mesh } from "./mesh.ts";

/** Returns the area of a mesh in square millimeters. */
export function measureArea(mesh: Mesh): number {
  let area = 0;
  for (let first = 0; first < mesh.indices.length; first += 3) {
    area += findTriangleArea(mesh, first);
  }
  return area;
}

/** Returns the share of the area of a mesh that belongs to marked vertices, from 0 to 1. */
export function measureShare(mesh: Mesh, marks: Uint8Array): number {
  const { indices } = mesh;
  let marked = 0;
  for (let first = 0; first < indices.length; first += 3) {
    const corners = indices.subarray(first, first + 3);
    const count = corners.reduce((sum, vertex) => sum + (marks[vertex] ?? 0), 0);
    marked += (count / 3) * findTriangleArea(mesh, first);
  }
  return marked / measureArea(mesh);
}

/** Returns the area of the triangle whose corners begin at `first` in the indices. */
function findTriangleArea({ positions, indices }: Mesh, first: number): number {
  const [a, b, c] = [3 * indices[first]!, 3 * indices[first + 1]!, 3 * indices[first + 2]!];
  const ux = positions[b]! - positions[a]!;
  const uy = positions[b + 1]! - positions[a + 1]!;
  const uz = positions[b + 2]! - positions[a + 2]!;
  const vx = positions[c]! - positions[a]!;
  const vy = positions[c + 1]! - positions[a + 1]!;
  const vz = positions[c + 2]! - positions[a + 2]!;
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
}
