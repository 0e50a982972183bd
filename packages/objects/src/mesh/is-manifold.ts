import type { Mesh } from "./mesh.ts";
import { readTriangle } from "./triangle.ts";

/**
 * Tells whether a mesh is closed and manifold: every edge lies between two triangles that go along
 * it in opposite directions, and the triangles at each vertex form one ring.
 */
export function isManifold({ positions, indices }: Mesh): boolean {
  const count = positions.length / 3;
  if (indices.length === 0) return false;
  /** The third vertex of the triangle along each directed edge `start * count + end`. */
  const thirds = new Map<number, number>();
  const degrees = new Int32Array(count);
  /** The end of one of the edges that start at each vertex. */
  const ends = new Int32Array(count).fill(-1);
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    const [a, b, c] = readTriangle(indices, triangle);
    for (const [start, end, third] of [
      [a, b, c],
      [b, c, a],
      [c, a, b],
    ] as const) {
      if (start === end) return false;
      const edge = start * count + end;
      if (thirds.has(edge)) return false;
      thirds.set(edge, third);
      degrees[start]!++;
      ends[start] = end;
    }
  }
  return ends.every(
    (end, vertex) => end !== -1 && findRingLength(thirds, count, vertex, end) === degrees[vertex],
  );
}

/**
 * Returns the number of triangles in the ring around a vertex that begins at the edge to `start`;
 * undefined if it does not close.
 */
function findRingLength(
  thirds: ReadonlyMap<number, number>,
  count: number,
  vertex: number,
  start: number,
): number | undefined {
  let length = 0;
  let end = start;
  do {
    const third = thirds.get(vertex * count + end);
    if (third === undefined || !thirds.has(end * count + vertex)) return undefined;
    end = third;
    length++;
  } while (end !== start);
  return length;
}
