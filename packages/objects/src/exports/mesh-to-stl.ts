import type { Mesh } from "../mesh/mesh.ts";

/**
 * Returns a mesh as a binary STL file. Its numbers are millimeters, as slicers assume; the format
 * itself has no unit.
 */
export function meshToStl({ positions, indices }: Mesh): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(84 + (indices.length / 3) * 50);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("Scanhook, millimeters"));
  view.setUint32(80, indices.length / 3, true);
  for (let first = 0, at = 84; first < indices.length; first += 3, at += 50) {
    const corners = [0, 1, 2].map((corner) => {
      const start = 3 * indices[first + corner]!;
      return positions.subarray(start, start + 3);
    }) as [Float32Array, Float32Array, Float32Array];
    const numbers = [...findNormal(corners), ...corners[0], ...corners[1], ...corners[2]];
    for (const [index, number] of numbers.entries()) view.setFloat32(at + 4 * index, number, true);
  }
  return bytes;
}

function findNormal([a, b, c]: [Float32Array, Float32Array, Float32Array]): number[] {
  const u = [b[0]! - a[0]!, b[1]! - a[1]!, b[2]! - a[2]!] as const;
  const v = [c[0]! - a[0]!, c[1]! - a[1]!, c[2]! - a[2]!] as const;
  const normal = [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ] as const;
  const size = Math.hypot(...normal) || 1;
  return normal.map((part) => part / size);
}
