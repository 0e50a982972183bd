import type { Mesh } from "./mesh.ts";

/**
 * Tells whether a mesh is closed and manifold: every edge lies between two triangles that go along
 * it in opposite directions, and the triangles at a vertex form one ring.
 */
export function isManifold({ positions, indices }: Mesh): boolean {
  const count = positions.length / 3;
  if (indices.length === 0) return false;
  const next = new Map<number, number>();
  const degrees = new Int32Array(count);
  const firsts = new Int32Array(count).fill(-1);
  for (let first = 0; first < indices.length; first += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const [a, b, c] = [0, 1, 2].map((step) => indices[first + ((corner + step) % 3)]!) as [
        number,
        number,
        number,
      ];
      if (a === b) return false;
      const edge = a * count + b;
      if (next.has(edge)) return false;
      next.set(edge, c);
      degrees[a]!++;
      firsts[a] = b;
    }
  }
  for (let vertex = 0; vertex < count; vertex++) {
    if (firsts[vertex] === -1) return false;
    let around = firsts[vertex]!;
    for (let step = 0; step < degrees[vertex]!; step++) {
      const following = next.get(vertex * count + around);
      if (following === undefined || !next.has(around * count + vertex)) return false;
      around = following;
      if (around === firsts[vertex] && step < degrees[vertex]! - 1) return false;
    }
    if (around !== firsts[vertex]) return false;
  }
  return true;
}
