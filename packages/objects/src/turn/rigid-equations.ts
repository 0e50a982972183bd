import {
  addRow,
  createNormalEquations,
  type NormalEquations,
} from "../geometry/normal-equations.ts";
import { rotateVector } from "../geometry/rigid-transform.ts";
import { createVector, type Vector } from "../geometry/vector.ts";

/**
 * Normal equations for a small motion of the second pass: a rotation about its centroid (axis times
 * angle), and then a translation in millimeters.
 */
export type RigidEquations = NormalEquations & {
  /** The row of the Jacobian that is being added. */
  jacobianRow: Float64Array;
};

/** Returns the equations of no residuals. */
export const createRigidEquations = (): RigidEquations => ({
  ...createNormalEquations(6),
  jacobianRow: new Float64Array(6),
});

/**
 * The point at which a distance field was sampled, and the gradient there. In a residual, the point
 * is in the coordinates of the first pass, and the gradient shows how the sampled distance changes
 * as the second pass moves in these coordinates.
 */
export type FieldSample = { point: Vector; gradient: Vector };

/** Returns a sample to write into. */
export const createFieldSample = (): FieldSample => ({
  point: createVector(),
  gradient: createVector(),
});

/**
 * Adds a residual with its weight. Its row of the Jacobian is the cross product of lever arm and
 * gradient for the rotation about `pivot`, and the gradient for the translation.
 */
export function addResidual(
  equations: RigidEquations,
  residual: number,
  weight: number,
  { point, gradient }: FieldSample,
  pivot: Readonly<Vector>,
): void {
  const gx = gradient[0];
  const gy = gradient[1];
  const gz = gradient[2];
  const armX = point[0] - pivot[0];
  const armY = point[1] - pivot[1];
  const armZ = point[2] - pivot[2];
  const { jacobianRow } = equations;
  jacobianRow[0] = armY * gz - armZ * gy;
  jacobianRow[1] = armZ * gx - armX * gz;
  jacobianRow[2] = armX * gy - armY * gx;
  jacobianRow[3] = gx;
  jacobianRow[4] = gy;
  jacobianRow[5] = gz;
  addRow(equations, jacobianRow, -residual, weight);
}

/**
 * Converts a gradient of the field of the second pass, in place: if not the sampled point but the
 * field moves, the distance changes by the opposite, in the coordinates of the first pass.
 */
export function reverseGradient(rotation: Float64Array, gradient: Vector): void {
  rotateVector(rotation, gradient, gradient);
  gradient[0] = -gradient[0];
  gradient[1] = -gradient[1];
  gradient[2] = -gradient[2];
}
