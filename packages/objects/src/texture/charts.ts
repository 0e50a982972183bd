import type { Mesh } from "../mesh/mesh.ts";
import { findNeighbors } from "../mesh/neighbors.ts";

/**
 * Connected triangles that face roughly the same way, given by their numbers, and the axis along
 * which they are seen.
 */
export type Chart = { triangles: number[]; axis: 0 | 1 | 2; sign: 1 | -1 };

/**
 * Parts a mesh into charts by the axis that each triangle faces most; stray triangles go with their
 * neighbors.
 */
export function findCharts(mesh: Mesh, normals: Float32Array): Chart[] {
  const count = mesh.indices.length / 3;
  const neighbors = findNeighbors(mesh);
  let labels = new Uint8Array(count);
  for (let triangle = 0; triangle < count; triangle++) {
    labels[triangle] = label(mesh, normals, triangle);
  }
  for (let round = 0; round < 4; round++) {
    labels = labels.map((own, triangle) => {
      const a = labels[neighbors[3 * triangle]!]!;
      const b = labels[neighbors[3 * triangle + 1]!]!;
      const c = labels[neighbors[3 * triangle + 2]!]!;
      if (a !== own && (a === b || a === c)) return a;
      return b !== own && b === c ? b : own;
    });
  }
  const charts: Chart[] = [];
  const seen = new Uint8Array(count);
  for (let start = 0; start < count; start++) {
    if (seen[start]) continue;
    seen[start] = 1;
    const triangles = [start];
    for (const triangle of triangles) {
      for (let side = 0; side < 3; side++) {
        const other = neighbors[3 * triangle + side]!;
        if (seen[other] || labels[other] !== labels[start]) continue;
        seen[other] = 1;
        triangles.push(other);
      }
    }
    const axis = (labels[start]! >> 1) as 0 | 1 | 2;
    charts.push({ triangles, axis, sign: labels[start]! & 1 ? -1 : 1 });
  }
  return charts;
}

/**
 * Returns twice the number of the axis that a triangle faces most, and one more if it faces against
 * it.
 */
function label({ indices }: Mesh, normals: Float32Array, triangle: number): number {
  let [most, chosen] = [0, 0];
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    for (let at = 3 * triangle; at < 3 * triangle + 3; at++)
      sum += normals[3 * indices[at]! + axis]!;
    if (Math.abs(sum) <= most) continue;
    most = Math.abs(sum);
    chosen = 2 * axis + (sum < 0 ? 1 : 0);
  }
  return chosen;
}
