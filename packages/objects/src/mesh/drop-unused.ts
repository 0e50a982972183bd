import { readVector } from "../geometry/vector.ts";
import type { Mesh } from "./mesh.ts";

/** Returns a mesh without the vertices that no triangle has. */
export function dropUnused({ positions, indices }: Mesh): Mesh {
  /** The new number of each vertex; -1 while none is given. */
  const numbers = new Int32Array(positions.length / 3).fill(-1);
  const kept: number[] = [];
  const renumbered = indices.map((vertex) => {
    if (numbers[vertex] === -1) {
      numbers[vertex] = kept.length / 3;
      kept.push(...readVector(positions, vertex));
    }
    return numbers[vertex]!;
  });
  return { positions: Float32Array.from(kept), indices: renumbered };
}
