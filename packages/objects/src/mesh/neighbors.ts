import { findNextCorner, type Mesh } from "./mesh.ts";

/**
 * Returns the three triangles on the other sides of the edges of each triangle of a closed mesh.
 */
export function findNeighbors({ positions, indices }: Mesh): Uint32Array {
  const { firsts, edges } = sortEdges(indices, positions.length / 3);
  const neighbors = new Uint32Array(indices.length);
  for (let at = 0; at < indices.length; at++) {
    const start = indices[at]!;
    const end = indices[findNextCorner(at)]!;
    for (let index = firsts[end]!; index < firsts[end + 1]!; index++) {
      const edge = edges[index]!;
      if (indices[findNextCorner(edge)] === start) neighbors[at] = Math.floor(edge / 3);
    }
  }
  return neighbors;
}

/**
 * Sorts edges by the vertex at which they start: those of vertex v are in `edges` from `firsts[v]`
 * to before `firsts[v + 1]`. An edge is given by the place of its start in `indices`.
 */
function sortEdges(indices: Uint32Array, vertices: number) {
  const firsts = new Uint32Array(vertices + 1);
  for (let at = 0; at < indices.length; at++) firsts[indices[at]! + 1]!++;
  for (let vertex = 0; vertex < vertices; vertex++) firsts[vertex + 1]! += firsts[vertex]!;
  const ends = firsts.slice();
  const edges = new Uint32Array(indices.length);
  for (let at = 0; at < indices.length; at++) {
    const vertex = indices[at]!;
    edges[ends[vertex]!] = at;
    ends[vertex]!++;
  }
  return { firsts, edges };
}
