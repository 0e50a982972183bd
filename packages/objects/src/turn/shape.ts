import type { DistanceField } from "../geometry/distance-field.ts";
import type { Hull } from "../hull/hull.ts";
import { measureDistances } from "./extend-field.ts";

/** The shape of an object in one pass, as it is compared with that of the other pass. */
export type Shape = {
  /** How far a place is inside the hull, in millimeters, exact near its surface. */
  field: DistanceField;
  /** The same for any place, less exact. */
  distances: DistanceField;
  /**
   * Points of its surface, three numbers each. Those on the mat and just above it are left out,
   * because they are not of the object.
   */
  points: Float32Array;
  /** The middle of these points. */
  middle: [x: number, y: number, z: number];
};

/** The hull is not trusted lower than this over the mat, in millimeters. */
export const minHeight = 4;

/** How many points stand for a surface. */
const count = 800;

/** Prepares the hull of a pass. */
export function createShape({
  field: values,
  grid,
  mesh,
}: Pick<Hull, "field" | "grid" | "mesh">): Shape {
  const field = { grid, values };
  const { positions } = mesh;
  const vertices: number[] = [];
  for (let at = 0; at < positions.length; at += 3) {
    if (positions[at + 2]! > minHeight) vertices.push(at);
  }
  const stride = Math.max(1, vertices.length / count);
  const points: number[] = [];
  for (let index = 0; index < vertices.length; index += stride) {
    const at = vertices[Math.floor(index)]!;
    points.push(positions[at]!, positions[at + 1]!, positions[at + 2]!);
  }
  const middle: Shape["middle"] = [0, 0, 0];
  for (const [at, value] of points.entries())
    middle[(at % 3) as 0 | 1 | 2] += (3 * value) / points.length;
  return {
    field,
    distances: measureDistances(field, mesh),
    points: Float32Array.from(points),
    middle,
  };
}
