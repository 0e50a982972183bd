import type { Mesh } from "./mesh.ts";
import { measureVolume } from "./volume.ts";

/**
 * Returns the connected part of a mesh that encloses the most of those that come as low as
 * `lowest`, without the vertices of the others: an object stands on the mat, unlike what few views
 * know anything of. Without such a part, the mesh is empty.
 */
export function keepStandingPart(mesh: Mesh, lowest: number): Mesh {
  const { positions, indices } = mesh;
  const parents = Int32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
  const find = (vertex: number): number => {
    let root = vertex;
    while (parents[root] !== root) root = parents[root]!;
    for (let at = vertex; at !== root; ) {
      const next = parents[at]!;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  for (let first = 0; first < indices.length; first += 3) {
    for (const other of [indices[first + 1]!, indices[first + 2]!]) {
      parents[find(other)] = find(indices[first]!);
    }
  }
  const parts = new Map<number, number[]>();
  for (let first = 0; first < indices.length; first += 3) {
    const root = find(indices[first]!);
    const part = parts.get(root) ?? [];
    part.push(indices[first]!, indices[first + 1]!, indices[first + 2]!);
    parts.set(root, part);
  }
  const candidates = [...parts.values()]
    .filter((part) => part.some((vertex) => positions[3 * vertex + 2]! <= lowest))
    .map((part) => ({ positions, indices: Uint32Array.from(part) }));
  if (candidates.length === 0) return { positions: new Float32Array(), indices: new Uint32Array() };
  const volumes = candidates.map(measureVolume);
  return dropUnused(candidates[volumes.indexOf(Math.max(...volumes))]!);
}

/** Returns a mesh without the vertices that no triangle has. */
export function dropUnused({ positions, indices }: Mesh): Mesh {
  const ids = new Int32Array(positions.length / 3).fill(-1);
  const kept: number[] = [];
  const renamed = indices.map((vertex) => {
    if (ids[vertex] === -1) {
      ids[vertex] = kept.length / 3;
      kept.push(positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!);
    }
    return ids[vertex]!;
  });
  return { positions: Float32Array.from(kept), indices: renamed };
}
