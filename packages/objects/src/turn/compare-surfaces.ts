import { sampleField } from "../geometry/distance-field.ts";
import { type RigidTransform, transformPoint } from "../geometry/rigid-transform.ts";
import { addEquation, type Equations } from "./levenberg-marquardt.ts";
import type { Shape } from "./shape.ts";

/**
 * Returns how far the surfaces of two passes are off each other, as the mean square of their
 * points' distances from the other surface. Distances much over `reach` millimeters hardly count
 * more than it (Geman and McClure 1985). `stride` says how many points stand for one.
 */
export function compareSurfaces(
  first: Shape,
  second: Shape,
  turn: RigidTransform,
  reach: number,
  stride: number,
  equations?: Equations,
): number {
  const { rotation, translation } = turn;
  transformPoint(turn, ...second.middle, middle);
  let [cost, count] = [0, 0];
  for (let at = 0; at < second.points.length; at += 3 * stride) {
    const [x, y, z] = [second.points[at]!, second.points[at + 1]!, second.points[at + 2]!];
    transformPoint(turn, x, y, z, place);
    const rest = sampleField(first.distances, place[0]!, place[1]!, place[2]!, slopes);
    const share = 1 / (1 + (rest / reach) ** 2);
    cost += rest * rest * share;
    count++;
    if (!equations) continue;
    for (let axis = 0; axis < 3; axis++) arm[axis] = place[axis]! - middle[axis]!;
    addEquation(equations, share * share, rest, slopes, arm);
  }
  for (let at = 0; at < first.points.length; at += 3 * stride) {
    const dx = first.points[at]! - translation[0];
    const dy = first.points[at + 1]! - translation[1];
    const dz = first.points[at + 2]! - translation[2];
    const rest = sampleField(
      second.distances,
      rotation[0]! * dx + rotation[3]! * dy + rotation[6]! * dz,
      rotation[1]! * dx + rotation[4]! * dy + rotation[7]! * dz,
      rotation[2]! * dx + rotation[5]! * dy + rotation[8]! * dz,
      slopes,
    );
    const share = 1 / (1 + (rest / reach) ** 2);
    cost += rest * rest * share;
    count++;
    if (!equations) continue;
    for (let axis = 0; axis < 3; axis++) arm[axis] = first.points[at + axis]! - middle[axis]!;
    turnBack(rotation, slopes);
    addEquation(equations, share * share, rest, slopes, arm);
  }
  return cost / count;
}

const place = new Float64Array(3);
const middle = new Float64Array(3);
const slopes = new Float64Array(3);
const arm = new Float64Array(3);

/**
 * Turns the slope of the second pass into that of the first if not the point but the object is
 * moved, in place.
 */
function turnBack(rotation: Float64Array, slope: Float64Array): void {
  const [x, y, z] = [slope[0]!, slope[1]!, slope[2]!];
  for (let row = 0; row < 3; row++) {
    slope[row] = -(
      rotation[3 * row]! * x +
      rotation[3 * row + 1]! * y +
      rotation[3 * row + 2]! * z
    );
  }
}
