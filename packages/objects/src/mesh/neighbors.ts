import { findNextCorner, type Mesh } from "./mesh.ts";

/**
 * Returns the three triangles on the other sides of the edges of each triangle of a closed mesh.
 */
export function findNeighbors({ positions, indices }: Mesh): Uint32Array {
  const { firsts, corners } = sortCorners(indices, positions.length / 3);
  const neighbors = new Uint32Array(indices.length);
  for (const [corner, start] of indices.entries()) {
    const end = indices[findNextCorner(corner)]!;
    for (const opposite of corners.subarray(firsts[end], firsts[end + 1])) {
      if (indices[findNextCorner(opposite)] === start) neighbors[corner] = Math.floor(opposite / 3);
    }
  }
  return neighbors;
}

/**
 * Sorts the corners of triangles, which are places in `indices`, by their vertices: those of vertex
 * v are in `corners` from `firsts[v]` to before `firsts[v + 1]` (counting sort).
 */
function sortCorners(indices: Uint32Array, vertices: number) {
  const firsts = new Uint32Array(vertices + 1);
  for (const vertex of indices) firsts[vertex + 1]!++;
  let sum = 0;
  for (const [vertex, count] of firsts.entries()) {
    sum += count;
    firsts[vertex] = sum;
  }
  const ends = firsts.slice();
  const corners = new Uint32Array(indices.length);
  for (const [corner, vertex] of indices.entries()) corners[ends[vertex]!++] = corner;
  return { firsts, corners };
}
