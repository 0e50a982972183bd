import { readVector } from "../geometry/vector.ts";
import { dropUnused } from "./drop-unused.ts";
import type { Mesh } from "./mesh.ts";
import { readTriangle } from "./triangle.ts";
import { measureVolume } from "./volume.ts";

/**
 * Returns the connected part of a mesh with the largest volume of those with a vertex not higher
 * than `maxHeight`, in millimeters, without the vertices of the other parts: an object stands on
 * the mat, unlike parts that hover where few views tell inside from outside. The mesh is empty if
 * no part comes that low.
 */
export function keepStandingPart(mesh: Mesh, maxHeight: number): Mesh {
  const standing = findStandingParts(mesh, maxHeight);
  const volumes = standing.map(measureVolume);
  const largest = standing[volumes.indexOf(Math.max(...volumes))];
  if (!largest) return { positions: new Float32Array(), indices: new Uint32Array() };
  return dropUnused(largest);
}

/**
 * Returns the connected parts of a mesh with a vertex not higher than `maxHeight`, in millimeters.
 * They share its positions.
 */
export function findStandingParts(mesh: Mesh, maxHeight: number): Mesh[] {
  return splitParts(mesh).filter(({ positions, indices }) =>
    indices.some((vertex) => readVector(positions, vertex)[2] <= maxHeight),
  );
}

/** Returns the connected parts of a mesh. They share its positions. */
function splitParts({ positions, indices }: Mesh): Mesh[] {
  const findRoot = joinConnected(indices, positions.length / 3);
  const parts = new Map<number, number[]>();
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    const corners = readTriangle(indices, triangle);
    const root = findRoot(corners[0]);
    const part = parts.get(root);
    if (part) part.push(...corners);
    else parts.set(root, [...corners]);
  }
  return Array.from(parts.values(), (part) => ({ positions, indices: Uint32Array.from(part) }));
}

/**
 * Joins the vertices of each triangle (union-find). Returns a function that returns the same vertex
 * for all vertices that are connected.
 */
function joinConnected(indices: Uint32Array, count: number): (vertex: number) => number {
  const parents = Int32Array.from({ length: count }, (_, vertex) => vertex);
  const findRoot = (vertex: number): number => {
    let root = vertex;
    while (parents[root] !== root) root = parents[root]!;
    for (let at = vertex; at !== root; ) {
      const parent = parents[at]!;
      parents[at] = root;
      at = parent;
    }
    return root;
  };
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    const [a, b, c] = readTriangle(indices, triangle);
    parents[findRoot(b)] = findRoot(a);
    parents[findRoot(c)] = findRoot(a);
  }
  return findRoot;
}
