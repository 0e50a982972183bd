import type { Box } from "../geometry/grid.ts";
import type { Mesh } from "./mesh.ts";

/** Returns the smallest box, parallel to the axes of the mat, around a mesh. */
export function findBounds({ positions }: Mesh): Box {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at++) {
    const axis = at % 3;
    min[axis] = Math.min(min[axis]!, positions[at]!);
    max[axis] = Math.max(max[axis]!, positions[at]!);
  }
  return { min, max };
}
