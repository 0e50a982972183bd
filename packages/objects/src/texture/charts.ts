import { readVector } from "../geometry/vector.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { findNeighbors } from "../mesh/neighbors.ts";
import { readTriangle } from "../mesh/triangle.ts";

/**
 * Connected triangles that face roughly the same way, given by their numbers, and the axis along
 * which they are projected. `sign` is -1 if they face against the axis.
 */
export type Chart = { triangles: number[]; axis: 0 | 1 | 2; sign: 1 | -1 };

/** How often stray triangles join their neighbors: a spot up to about this many triangles deep. */
const joinRounds = 4;

/**
 * Parts a closed mesh into charts by the axis that each triangle faces most. A stray triangle joins
 * the chart of two of its neighbors. `normals` has one for each vertex.
 */
export function findCharts(mesh: Mesh, normals: Float32Array): Chart[] {
  const neighbors = findNeighbors(mesh);
  let labels = new Uint8Array(mesh.indices.length / 3);
  for (let triangle = 0; triangle < labels.length; triangle++) {
    labels[triangle] = findLabel(mesh, normals, triangle);
  }
  for (let round = 0; round < joinRounds; round++) labels = joinStrays(labels, neighbors);
  const charts: Chart[] = [];
  const isDone = new Uint8Array(labels.length);
  for (const [start, label] of labels.entries()) {
    if (isDone[start]) continue;
    isDone[start] = 1;
    const triangles = [start];
    for (const triangle of triangles) {
      for (const neighbor of readTriangle(neighbors, triangle)) {
        if (isDone[neighbor] || labels[neighbor] !== label) continue;
        isDone[neighbor] = 1;
        triangles.push(neighbor);
      }
    }
    const axis = label < 2 ? 0 : label < 4 ? 1 : 2;
    charts.push({ triangles, axis, sign: label & 1 ? -1 : 1 });
  }
  return charts;
}

/** Gives each triangle the label of two of its neighbors, if they agree on another one. */
function joinStrays(
  labels: Uint8Array<ArrayBuffer>,
  neighbors: Uint32Array,
): Uint8Array<ArrayBuffer> {
  return labels.map((label, triangle) => {
    const [left, right, third] = readTriangle(neighbors, triangle);
    const [a, b, c] = [labels[left]!, labels[right]!, labels[third]!];
    if (a !== label && (a === b || a === c)) return a;
    return b !== label && b === c ? b : label;
  });
}

/**
 * Returns twice the number of the axis that a triangle faces most, and one more if it faces against
 * it.
 */
function findLabel({ indices }: Mesh, normals: Float32Array, triangle: number): number {
  const [a, b, c] = readTriangle(indices, triangle);
  const [ax, ay, az] = readVector(normals, a);
  const [bx, by, bz] = readVector(normals, b);
  const [cx, cy, cz] = readVector(normals, c);
  let [maxSize, label] = [0, 0];
  for (const [axis, sum] of [ax + bx + cx, ay + by + cy, az + bz + cz].entries()) {
    if (Math.abs(sum) <= maxSize) continue;
    maxSize = Math.abs(sum);
    label = 2 * axis + (sum < 0 ? 1 : 0);
  }
  return label;
}
