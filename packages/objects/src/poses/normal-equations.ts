import { solve } from "../geometry/solve.ts";
import { cameraSize, type PointJacobian, poseSize } from "./projection.ts";

/** Linear equations: a symmetric matrix, row by row, and the right side. */
type Equations = { matrix: Float64Array; rightSide: Float64Array };

/** The equations of a pose, and the block of `cameraSize` rows that couples it to the camera. */
type PoseEquations = Equations & { coupling: Float64Array };

/**
 * The normal equations (JᵀWJ) δ = -JᵀWr of a bundle adjustment. Poses are coupled to the camera,
 * not to each other.
 */
export type BundleEquations = { camera: Equations; poses: PoseEquations[] };

export const createCameraEquations = (): Equations => ({
  matrix: new Float64Array(cameraSize ** 2),
  rightSide: new Float64Array(cameraSize),
});

export const createPoseEquations = (): PoseEquations => ({
  matrix: new Float64Array(poseSize ** 2),
  rightSide: new Float64Array(poseSize),
  coupling: new Float64Array(cameraSize * poseSize),
});

/** Adds both residuals of a point to the equations of the camera and of the pose that sees it. */
export function addPoint(
  camera: Equations,
  pose: PoseEquations,
  { column, row }: PointJacobian,
  weight: number,
): void {
  addResidual(camera, column.byCamera, column.value, weight);
  addResidual(pose, column.byPose, column.value, weight);
  addProduct(pose.coupling, column.byCamera, column.byPose, weight);
  addResidual(camera, row.byCamera, row.value, weight);
  addResidual(pose, row.byPose, row.value, weight);
  addProduct(pose.coupling, row.byCamera, row.byPose, weight);
}

function addResidual(
  { matrix, rightSide }: Equations,
  gradient: Float64Array,
  residual: number,
  weight: number,
): void {
  addProduct(matrix, gradient, gradient, weight);
  for (let i = 0; i < gradient.length; i++) rightSide[i]! -= weight * gradient[i]! * residual;
}

/** Adds the weighted outer product of two vectors to a matrix. */
function addProduct(matrix: Float64Array, a: Float64Array, b: Float64Array, weight: number): void {
  for (let i = 0; i < a.length; i++) {
    const factor = weight * a[i]!;
    for (let j = 0; j < b.length; j++) matrix[i * b.length + j]! += factor * b[j]!;
  }
}

/**
 * Returns the equations of the camera alone, with the poses eliminated (Schur complement);
 * undefined if a pose is not determined.
 */
export function eliminatePoses(
  { camera, poses }: BundleEquations,
  damping: number,
): Equations | undefined {
  const matrix = damp(camera.matrix, cameraSize, damping);
  const rightSide = camera.rightSide.slice();
  for (const pose of poses) {
    const damped = damp(pose.matrix, poseSize, damping);
    for (let j = 0; j < cameraSize; j++) {
      const column = readCoupling(pose, j).slice();
      if (!solve(damped.slice(), column)) return undefined;
      rightSide[j] = subtractDot(rightSide[j]!, column, pose.rightSide);
      for (let i = 0; i < cameraSize; i++) {
        const at = i * cameraSize + j;
        matrix[at] = subtractDot(matrix[at]!, readCoupling(pose, i), column);
      }
    }
  }
  return { matrix, rightSide };
}

/** Returns the change of the camera, or undefined if the equations do not determine it. */
export function solveCamera(equations: BundleEquations, damping: number): Float64Array | undefined {
  const reduced = eliminatePoses(equations, damping);
  if (!reduced || !solve(reduced.matrix, reduced.rightSide)) return undefined;
  return reduced.rightSide;
}

/** Returns the change of a pose once that of the camera is known (back substitution). */
export function solvePose(
  pose: PoseEquations,
  cameraChange: Float64Array,
  damping: number,
): Float64Array | undefined {
  const change = pose.rightSide.slice();
  for (const [i, factor] of cameraChange.entries()) {
    for (const [k, value] of readCoupling(pose, i).entries()) change[k]! -= value * factor;
  }
  return solve(damp(pose.matrix, poseSize, damping), change) ? change : undefined;
}

/** Returns the row of the coupling that belongs to a parameter of the camera. */
const readCoupling = ({ coupling }: PoseEquations, parameter: number) =>
  coupling.subarray(parameter * poseSize, (parameter + 1) * poseSize);

function subtractDot(start: number, a: Float64Array, b: Float64Array): number {
  let difference = start;
  for (let k = 0; k < a.length; k++) difference -= a[k]! * b[k]!;
  return difference;
}

/** Returns a matrix whose diagonal is enlarged, by a share of itself (Marquardt). */
function damp(matrix: Float64Array, size: number, damping: number): Float64Array {
  const damped = matrix.slice();
  for (let at = 0; at < damped.length; at += size + 1) damped[at]! *= 1 + damping;
  return damped;
}
