import { readVector, type Vector } from "../geometry/vector.ts";
import type { Mesh } from "./mesh.ts";

/** A box parallel to the axes of the mat, in millimeters, that grows. */
type GrowingBox = { min: Vector; max: Vector };

/** Returns a box that holds nothing. */
export const createEmptyBox = (): GrowingBox => ({
  min: [Infinity, Infinity, Infinity],
  max: [-Infinity, -Infinity, -Infinity],
});

/** Enlarges a box, in place, so that it holds a point. */
export function growBox({ min, max }: GrowingBox, [x, y, z]: Vector): void {
  min[0] = Math.min(min[0], x);
  min[1] = Math.min(min[1], y);
  min[2] = Math.min(min[2], z);
  max[0] = Math.max(max[0], x);
  max[1] = Math.max(max[1], y);
  max[2] = Math.max(max[2], z);
}

/** Returns the smallest box, parallel to the axes of the mat, around the vertices of a mesh. */
export function findBounds({ positions }: Mesh): GrowingBox {
  const box = createEmptyBox();
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    growBox(box, readVector(positions, vertex));
  }
  return box;
}
