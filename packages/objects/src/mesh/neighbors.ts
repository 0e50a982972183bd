import type { Mesh } from "./mesh.ts";

/** Returns the three triangles on the other sides of the edges of each triangle of a closed mesh. */
export function findNeighbors({ positions, indices }: Mesh): Uint32Array {
  const count = positions.length / 3;
  const owners = new Map<number, number>();
  const edge = (triangle: number, side: number): [number, number] => [
    indices[3 * triangle + side]!,
    indices[3 * triangle + ((side + 1) % 3)]!,
  ];
  for (let at = 0; at < indices.length; at++) {
    const triangle = Math.floor(at / 3);
    const [a, b] = edge(triangle, at % 3);
    owners.set(a * count + b, triangle);
  }
  return Uint32Array.from(indices, (_, at) => {
    const [a, b] = edge(Math.floor(at / 3), at % 3);
    return owners.get(b * count + a)!;
  });
}
