import { findNextCorner, type Mesh } from "./mesh.ts";

/**
 * Makes a closed mesh manifold again after edges were collapsed: takes away folds, which are pairs
 * of triangles with the same corners that face opposite ways, and splits a vertex at which several
 * rings of triangles meet. No corner moves.
 */
export function mendFolds(mesh: Mesh): Mesh {
  return splitVertices({ ...mesh, indices: dropFolds(mesh.indices) });
}

function dropFolds(indices: Uint32Array): Uint32Array {
  /** The first corners of triangles without an opposite so far, by their vertices. */
  const single = new Map<string, number>();
  const isKept = new Uint8Array(indices.length / 3).fill(1);
  for (let first = 0; first < indices.length; first += 3) {
    const [a, b, c] = turnToLeast(indices, first);
    const reversed = `${a} ${c} ${b}`;
    const opposite = single.get(reversed);
    if (opposite === undefined) {
      single.set(`${a} ${b} ${c}`, first);
      continue;
    }
    single.delete(reversed);
    isKept[first / 3] = 0;
    isKept[opposite / 3] = 0;
  }
  return indices.filter((_, at) => isKept[Math.floor(at / 3)]);
}

type Three = [number, number, number];

/** Returns the vertices of a triangle in their order, beginning with the least one. */
function turnToLeast(indices: Uint32Array, first: number): Three {
  const [a, b, c] = indices.subarray(first, first + 3) as unknown as Three;
  if (a < b && a < c) return [a, b, c];
  return b < c ? [b, c, a] : [c, a, b];
}

function splitVertices({ positions, indices }: Mesh): Mesh {
  const count = positions.length / 3;
  /** The corner at which each edge starts. */
  const corners = new Map<number, number>();
  for (let at = 0; at < indices.length; at++) {
    corners.set(indices[at]! * count + indices[findNextCorner(at)]!, at);
  }
  const split = Uint32Array.from(indices);
  const seen = new Uint8Array(indices.length);
  const used = new Uint8Array(count);
  const added: number[] = [];
  for (let start = 0; start < indices.length; start++) {
    if (seen[start]) continue;
    const vertex = indices[start]!;
    let name = vertex;
    if (used[vertex]) {
      name = count + added.length / 3;
      added.push(...positions.subarray(3 * vertex, 3 * vertex + 3));
    }
    used[vertex] = 1;
    for (let at: number | undefined = start; at !== undefined && !seen[at]; ) {
      seen[at] = 1;
      split[at] = name;
      const last: number = indices[findNextCorner(findNextCorner(at))]!;
      at = corners.get(vertex * count + last);
    }
  }
  const grown = new Float32Array(positions.length + added.length);
  grown.set(positions);
  grown.set(added, positions.length);
  return { positions: grown, indices: split };
}
