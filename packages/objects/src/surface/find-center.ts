import { findBounds } from "../mesh/bounds.ts";
import type { Mesh } from "../mesh/mesh.ts";

/** Returns the center of the box of a mesh. */
export function findCenter(mesh: Mesh): [x: number, y: number, z: number] {
  const { min, max } = findBounds(mesh);
  return [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
}
