import type { Camera, Pose } from "../camera/camera.ts";
import { moveTransform } from "../geometry/move-transform.ts";
import { solve } from "../geometry/solve.ts";
import {
  addPoint,
  type BundleEquations,
  createCameraEquations,
  createPoseEquations,
  eliminatePoses,
  solveCamera,
  solvePose,
} from "./normal-equations.ts";
import type { PointPair } from "./point-pairs.ts";
import {
  cameraSize,
  createPlaneView,
  createPointJacobian,
  differentiate,
  findReprojectionError,
} from "./projection.ts";

/** The points of a picture, and the pose of the camera that took it, rough or adjusted. */
export type PosedPicture = { pose: Pose; pairs: readonly PointPair[] };

export type Adjusted = {
  camera: Camera;
  /** The same pictures in the same order, with adjusted poses. */
  pictures: PosedPicture[];
  /**
   * The standard deviation of the focal length, over the focal length. NaN if the camera was kept.
   */
  focalError: number;
};

type AdjustOptions = {
  /** The scale of the Cauchy loss: points with larger reprojection errors (pixels) count less. */
  lossScale: number;
  /** Whether only poses are adjusted. */
  keepCamera?: boolean;
  maxIterations?: number;
};

type Estimate = { camera: Camera; pictures: readonly PosedPicture[] };

/** An estimate, its cost in square pixels, and the damping to try next. */
type State = { estimate: Estimate; cost: number; damping: number };

/** The damping of Levenberg and Marquardt at the start, over the diagonal, and its limits. */
const startDamping = 1e-4;
const minDamping = 1e-9;
const maxDamping = 1e6;
/** An iteration that lowers the cost by a smaller share is the last one. */
const minGain = 1e-7;

/**
 * Finds the camera and the poses with the smallest Cauchy loss of the reprojection errors (bundle
 * adjustment by Levenberg and Marquardt).
 */
export function adjustBundle(
  camera: Camera,
  pictures: readonly PosedPicture[],
  options: AdjustOptions,
): Adjusted {
  const { maxIterations = 30, keepCamera } = options;
  const start: Estimate = { camera, pictures };
  let state: State = { estimate: start, cost: findCost(start, options), damping: startDamping };
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const improved = improve(state, options);
    if (!improved) break;
    const gain = (state.cost - improved.cost) / state.cost;
    state = improved;
    if (gain < minGain) break;
  }
  const { estimate } = state;
  return {
    camera: estimate.camera,
    pictures: [...estimate.pictures],
    focalError: keepCamera ? Number.NaN : findFocalError(estimate, options),
  };
}

/** Takes a step with the least damping that lowers the cost; undefined if there is none. */
function improve({ estimate, cost, damping }: State, options: AdjustOptions): State | undefined {
  const equations = linearize(estimate, options);
  for (let tried = damping; tried < maxDamping; tried *= 10) {
    const moved = takeStep(estimate, equations, tried, options);
    const movedCost = moved ? findCost(moved, options) : Infinity;
    if (!moved || !(movedCost < cost)) continue;
    return { estimate: moved, cost: movedCost, damping: Math.max(minDamping, tried / 10) };
  }
  return undefined;
}

/** A camera parameter minus its prior mean, and the weight of its square in the cost. */
type PriorResidual = { difference: number; weight: number };

/**
 * The standard deviation of found corners, in pixels. The prior is weighed against it, because
 * reprojection errors have the weight 1.
 */
const cornerDeviation = 0.1;

/**
 * Returns the residuals of a weak prior, which keeps the camera plausible where few views determine
 * it: the center in the middle of the picture (standard deviation 3 % of the width), coefficients
 * of distortion of 0 (0.3). The focal length has no prior.
 */
function comparePrior(
  { camera, pictures }: Estimate,
  { keepCamera }: AdjustOptions,
): PriorResidual[] {
  const { focal, width, height, center, distortion } = camera;
  const hasPrior = !keepCamera && pictures.length > 0;
  const toWeight = (deviation: number) =>
    hasPrior && deviation > 0 ? (cornerDeviation / deviation) ** 2 : 0;
  const centerWeight = toWeight(0.03 * width);
  const distortionWeight = toWeight(0.3);
  return [
    { difference: focal, weight: 0 },
    { difference: center[0] - (width - 1) / 2, weight: centerWeight },
    { difference: center[1] - (height - 1) / 2, weight: centerWeight },
    { difference: distortion[0], weight: distortionWeight },
    { difference: distortion[1], weight: distortionWeight },
  ];
}

/** Returns the Cauchy loss of all points, in square pixels, and the cost of the prior. */
function findCost(estimate: Estimate, options: AdjustOptions): number {
  const { lossScale } = options;
  let cost = 0;
  for (const { pose, pairs } of estimate.pictures) {
    const view = createPlaneView(estimate.camera, pose);
    for (const pair of pairs) {
      const error = findReprojectionError(view, pair);
      cost += lossScale ** 2 * Math.log1p((error / lossScale) ** 2);
    }
  }
  for (const { difference, weight } of comparePrior(estimate, options)) {
    cost += weight * difference ** 2;
  }
  return cost;
}

/** Returns the normal equations at an estimate; the weights are those of the Cauchy loss. */
function linearize(estimate: Estimate, options: AdjustOptions): BundleEquations {
  const { camera, pictures } = estimate;
  const equations: BundleEquations = { camera: createCameraEquations(), poses: [] };
  for (const [index, { difference, weight }] of comparePrior(estimate, options).entries()) {
    equations.camera.matrix[index * cameraSize + index] = weight;
    equations.camera.rightSide[index] = -weight * difference;
  }
  const jacobian = createPointJacobian();
  for (const { pose, pairs } of pictures) {
    const view = createPlaneView(camera, pose);
    const poseEquations = createPoseEquations();
    for (const pair of pairs) {
      differentiate(view, pair, jacobian);
      const square = jacobian.column.value ** 2 + jacobian.row.value ** 2;
      addPoint(
        equations.camera,
        poseEquations,
        jacobian,
        1 / (1 + square / options.lossScale ** 2),
      );
    }
    equations.poses.push(poseEquations);
  }
  return equations;
}

/** Returns the estimate after a damped step; undefined if it leads to no camera. */
function takeStep(
  { camera, pictures }: Estimate,
  equations: BundleEquations,
  damping: number,
  { keepCamera }: AdjustOptions,
): Estimate | undefined {
  const change = keepCamera ? new Float64Array(cameraSize) : solveCamera(equations, damping);
  const moved = change && moveCamera(camera, change);
  if (!moved) return undefined;
  const movedPictures: PosedPicture[] = [];
  for (const [index, { pose, pairs }] of pictures.entries()) {
    const poseChange = solvePose(equations.poses[index]!, change, damping);
    if (!poseChange) return undefined;
    movedPictures.push({ pose: moveTransform(pose, poseChange), pairs });
  }
  return { camera: moved, pictures: movedPictures };
}

type CameraChange = [focal: number, x: number, y: number, k1: number, k2: number];

/** Returns the changed camera; undefined unless its focal length is positive. */
function moveCamera(camera: Camera, change: Float64Array): Camera | undefined {
  const { center, distortion } = camera;
  const [focalChange, x, y, k1, k2] = [...change] as CameraChange;
  const focal = camera.focal + focalChange;
  if (!(focal > 0)) return undefined;
  return {
    ...camera,
    focal,
    center: [center[0] + x, center[1] + y],
    distortion: [distortion[0] + k1, distortion[1] + k2],
  };
}

/**
 * Returns the standard deviation of the focal length over the focal length, from the inverse of the
 * normal equations and the weighted variance of the residuals.
 */
function findFocalError(estimate: Estimate, options: AdjustOptions): number {
  const { camera, pictures } = estimate;
  const reduced = eliminatePoses(linearize(estimate, options), 0);
  const covariance = Float64Array.of(1, 0, 0, 0, 0);
  if (!reduced || !solve(reduced.matrix, covariance)) return Infinity;
  let [count, squares] = [0, 0];
  for (const { pose, pairs } of pictures) {
    const view = createPlaneView(camera, pose);
    for (const pair of pairs) {
      const error = findReprojectionError(view, pair);
      squares += error ** 2 / (1 + (error / options.lossScale) ** 2);
      count++;
    }
  }
  return Math.sqrt((covariance[0]! * squares) / (2 * count)) / camera.focal;
}
