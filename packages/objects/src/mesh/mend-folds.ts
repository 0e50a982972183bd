import { findNextCorner, type Mesh } from "./mesh.ts";
import { readTriangle } from "./triangle.ts";

/**
 * Makes a closed mesh manifold again after edges were collapsed: takes away folds, which are pairs
 * of triangles with the same corners that face opposite ways, and splits a vertex at which several
 * rings of triangles meet. No corner moves.
 */
export function mendFolds(mesh: Mesh): Mesh {
  return splitVertices({ ...mesh, indices: dropFolds(mesh.indices) });
}

/** Returns the indices without pairs of triangles that have the same corners in opposite order. */
function dropFolds(indices: Uint32Array): Uint32Array {
  /** The triangles without an opposite one so far, by their vertices. */
  const single = new Map<string, number>();
  const isKept = new Uint8Array(indices.length / 3).fill(1);
  for (let triangle = 0; triangle < isKept.length; triangle++) {
    const [a, b, c] = rotateToMin(readTriangle(indices, triangle));
    const reversed = `${a} ${c} ${b}`;
    const opposite = single.get(reversed);
    if (opposite === undefined) {
      single.set(`${a} ${b} ${c}`, triangle);
      continue;
    }
    single.delete(reversed);
    isKept[triangle] = 0;
    isKept[opposite] = 0;
  }
  return indices.filter((_, at) => isKept[Math.floor(at / 3)]);
}

type Three = [number, number, number];

/** Returns the vertices of a triangle in their order, beginning with the one of lowest number. */
function rotateToMin([a, b, c]: Three): Three {
  if (a < b && a < c) return [a, b, c];
  return b < c ? [b, c, a] : [c, a, b];
}

/** Gives each ring of triangles around a vertex but the first a copy of the vertex. */
function splitVertices({ positions, indices }: Mesh): Mesh {
  const count = positions.length / 3;
  /** The corner at which each directed edge starts. */
  const corners = new Map<number, number>();
  for (const [corner, vertex] of indices.entries()) {
    corners.set(vertex * count + indices[findNextCorner(corner)]!, corner);
  }
  const split = Uint32Array.from(indices);
  const isDone = new Uint8Array(indices.length);
  const isUsed = new Uint8Array(count);
  const added: number[] = [];
  for (const [start, vertex] of indices.entries()) {
    if (isDone[start]) continue;
    let copy = vertex;
    if (isUsed[vertex]) {
      copy = count + added.length / 3;
      added.push(...positions.subarray(3 * vertex, 3 * vertex + 3));
    }
    isUsed[vertex] = 1;
    for (let at: number | undefined = start; at !== undefined && !isDone[at]; ) {
      isDone[at] = 1;
      split[at] = copy;
      const previous: number = indices[findNextCorner(findNextCorner(at))]!;
      at = corners.get(vertex * count + previous);
    }
  }
  const grown = new Float32Array(positions.length + added.length);
  grown.set(positions);
  grown.set(added, positions.length);
  return { positions: grown, indices: split };
}
