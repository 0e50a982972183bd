import { readVector } from "../geometry/vector.ts";
import type { Mesh } from "./mesh.ts";
import { readTriangle } from "./triangle.ts";

/**
 * Returns the volume that a closed mesh encloses, in cubic millimeters: by the divergence theorem,
 * the sum of the signed tetrahedra between the origin and each triangle.
 */
export function measureVolume({ positions, indices }: Mesh): number {
  let sixfold = 0;
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    const [a, b, c] = readTriangle(indices, triangle);
    const [ax, ay, az] = readVector(positions, a);
    const [bx, by, bz] = readVector(positions, b);
    const [cx, cy, cz] = readVector(positions, c);
    sixfold += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sixfold / 6;
}
