import type { Mesh } from "./mesh.ts";
import { findAreaNormal } from "./triangle.ts";

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
const findTriangleArea = (mesh: Mesh, first: number): number =>
  Math.hypot(...findAreaNormal(mesh, first / 3)) / 2;
