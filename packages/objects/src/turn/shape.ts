import type { DistanceField } from "../geometry/distance-field.ts";
import { axes, createVector, readVector, type Vector } from "../geometry/vector.ts";
import type { Hull } from "../hull/hull.ts";
import { extendField } from "./extend-field.ts";
import { thinOut } from "./thin-out.ts";

/** The shape of an object in one pass, as it is compared with that of the other pass. */
export type Shape = {
  /** The signed distance field of the hull: exact, but only near its surface. */
  field: DistanceField;
  /** The signed distance field of the hull far beyond its surface, where it is less exact. */
  extendedField: DistanceField;
  /**
   * Points of its surface. Those on the mat and just above it are left out, because they are not
   * of the object.
   */
  points: readonly Vector[];
  /** The centroid of these points. */
  centroid: Vector;
};

/** The first shape and the second, which a transform brings onto the first. */
export type ShapePair = readonly [first: Shape, second: Shape];

/**
 * Lower over the mat than this, in millimeters, the hull is not compared: all views see the same
 * print behind it there.
 */
export const minHeight = 4;

/** About how many points stand for a surface. */
const pointCount = 800;

/** Prepares the hull of a pass. */
export function createShape({
  field: values,
  grid,
  mesh,
}: Pick<Hull, "field" | "grid" | "mesh">): Shape {
  const field = { grid, values };
  const points = choosePoints(mesh.positions);
  return {
    field,
    extendedField: extendField(field, mesh),
    points,
    centroid: findCentroid(points),
  };
}

/** Returns vertices above `minHeight`, evenly spread over their list. */
function choosePoints(positions: Float32Array): Vector[] {
  const vertices: number[] = [];
  const point = createVector();
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const [, , z] = readVector(positions, vertex, point);
    if (z > minHeight) vertices.push(vertex);
  }
  return thinOut(vertices, pointCount).map((vertex) => readVector(positions, vertex));
}

function findCentroid(points: readonly Vector[]): Vector {
  const centroid: Vector = [0, 0, 0];
  for (const point of points) {
    for (const axis of axes) centroid[axis] += point[axis] / points.length;
  }
  return centroid;
}
