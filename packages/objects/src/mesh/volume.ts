import type { Mesh } from "./mesh.ts";

/** Returns the volume that a closed mesh encloses, in cubic millimeters (divergence theorem). */
export function measureVolume({ positions, indices }: Mesh): number {
  let six = 0;
  for (let first = 0; first < indices.length; first += 3) {
    const [a, b, c] = [3 * indices[first]!, 3 * indices[first + 1]!, 3 * indices[first + 2]!];
    const [ax, ay, az] = [positions[a]!, positions[a + 1]!, positions[a + 2]!];
    const [bx, by, bz] = [positions[b]!, positions[b + 1]!, positions[b + 2]!];
    const [cx, cy, cz] = [positions[c]!, positions[c + 1]!, positions[c + 2]!];
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return six / 6;
}
