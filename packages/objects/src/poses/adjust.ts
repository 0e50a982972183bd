import type { Camera, Pose } from "../camera/camera.ts";
import { solve } from "../geometry/solve.ts";
import { movePose } from "./move-pose.ts";
import type { Points } from "./points.ts";
import { cameraSize, createSlopes, findOff, findSlopes, poseSize } from "./project.ts";

/** A view on its way to an exact pose. */
export type Sighting = { pose: Pose; points: Points };

export type Adjusted = {
  camera: Camera;
  poses: Pose[];
  /**
   * How far the focal length may be off (one standard deviation), over the focal length. NaN if the
   * camera was kept.
   */
  focalError: number;
};

/**
 * Finds the camera and the poses for which points come closest to where they were found (Levenberg
 * and Marquardt). Points that are farther off than `reach` pixels count ever less (Cauchy). With
 * `keepCamera`, only poses change.
 */
export function adjust(
  camera: Camera,
  sightings: readonly Sighting[],
  {
    reach,
    keepCamera = false,
    rounds = 30,
  }: { reach: number; keepCamera?: boolean; rounds?: number },
): Adjusted {
  const prior = makePrior(camera, sightings, keepCamera);
  let state: State = { camera, poses: sightings.map(({ pose }) => pose) };
  let cost = findCost(state, sightings, reach, prior);
  let damping = 1e-4;
  for (let round = 0; round < rounds && damping < 1e6; round++) {
    const blocks = makeBlocks(state, sightings, reach, prior);
    for (; damping < 1e6; damping *= 10) {
      const moved = step(state, blocks, damping, keepCamera);
      const next = moved && findCost(moved, sightings, reach, prior);
      if (!moved || next === undefined || !(next < cost)) continue;
      const gain = (cost - next) / cost;
      [state, cost] = [moved, next];
      damping = Math.max(1e-9, damping / 10);
      if (gain < 1e-7) round = rounds;
      break;
    }
  }
  return { ...state, focalError: findFocalError(state, sightings, reach, prior, keepCamera) };
}

type State = { camera: Camera; poses: Pose[] };

/**
 * Weak knowledge of the camera, which only counts where views tell little: a value and a weight for
 * each number.
 */
type Prior = { values: readonly number[]; weights: readonly number[] };

const toNumbers = ({ focal, center, distortion }: Camera) => [focal, ...center, ...distortion];

/**
 * The center within 3 % of the width and the coefficients within 0.3, for corners that are 0.1
 * pixels off.
 */
function makePrior({ width, height }: Camera, views: readonly Sighting[], keep: boolean): Prior {
  const weights = [0, 0.03 * width, 0.03 * width, 0.3, 0.3].map((spread) =>
    keep || views.length === 0 || spread === 0 ? 0 : (0.1 / spread) ** 2,
  );
  return { values: [0, (width - 1) / 2, (height - 1) / 2, 0, 0], weights };
}

function findCost(
  { camera, poses }: State,
  sightings: readonly Sighting[],
  reach: number,
  { values, weights }: Prior,
): number {
  let cost = 0;
  for (const [index, { points }] of sightings.entries()) {
    for (let at = 0; at < points.length; at += 4) {
      cost += reach ** 2 * Math.log1p((findOff(camera, poses[index]!, points, at) / reach) ** 2);
    }
  }
  for (const [index, value] of toNumbers(camera).entries()) {
    cost += weights[index]! * (value - values[index]!) ** 2;
  }
  return cost;
}

/** The normal equations: those of the camera, those of each pose, and how they hang together. */
type Blocks = {
  camera: Float64Array;
  cameraValues: Float64Array;
  poses: { matrix: Float64Array; values: Float64Array; link: Float64Array }[];
};

function makeBlocks(
  { camera, poses }: State,
  sightings: readonly Sighting[],
  reach: number,
  prior: Prior,
): Blocks {
  const blocks: Blocks = {
    camera: new Float64Array(cameraSize ** 2),
    cameraValues: new Float64Array(cameraSize),
    poses: [],
  };
  for (const [index, value] of toNumbers(camera).entries()) {
    blocks.camera[index * cameraSize + index] = prior.weights[index]!;
    blocks.cameraValues[index] = prior.weights[index]! * (prior.values[index]! - value);
  }
  const slopes = createSlopes();
  for (const [index, { points }] of sightings.entries()) {
    const matrix = new Float64Array(poseSize ** 2);
    const values = new Float64Array(poseSize);
    const link = new Float64Array(cameraSize * poseSize);
    for (let at = 0; at < points.length; at += 4) {
      findSlopes(camera, poses[index]!, points, at, slopes);
      const weight = 1 / (1 + (slopes.offX ** 2 + slopes.offY ** 2) / reach ** 2);
      for (const [row, off] of [
        [slopes.x, slopes.offX],
        [slopes.y, slopes.offY],
      ] as const) {
        for (let i = 0; i < cameraSize; i++) {
          const value = weight * row[i]!;
          blocks.cameraValues[i]! -= value * off;
          for (let j = 0; j < cameraSize; j++)
            blocks.camera[i * cameraSize + j]! += value * row[j]!;
          for (let j = 0; j < poseSize; j++)
            link[i * poseSize + j]! += value * row[cameraSize + j]!;
        }
        for (let i = 0; i < poseSize; i++) {
          const value = weight * row[cameraSize + i]!;
          values[i]! -= value * off;
          for (let j = 0; j < poseSize; j++)
            matrix[i * poseSize + j]! += value * row[cameraSize + j]!;
        }
      }
    }
    blocks.poses.push({ matrix, values, link });
  }
  return blocks;
}

/**
 * Takes the poses out of the equations of the camera (Schur complement): returns what is left of
 * them.
 */
function reduce({ camera, cameraValues, poses }: Blocks, damping: number) {
  const matrix = damp(camera, cameraSize, damping);
  const values = cameraValues.slice();
  for (const pose of poses) {
    const damped = damp(pose.matrix, poseSize, damping);
    for (let j = 0; j < cameraSize; j++) {
      const column = pose.link.slice(j * poseSize, (j + 1) * poseSize);
      if (!solve(damped.slice(), column)) return undefined;
      for (let k = 0; k < poseSize; k++) {
        values[j]! -= column[k]! * pose.values[k]!;
        for (let i = 0; i < cameraSize; i++) {
          matrix[i * cameraSize + j]! -= pose.link[i * poseSize + k]! * column[k]!;
        }
      }
    }
  }
  return { matrix, values };
}

function damp(matrix: Float64Array, size: number, damping: number): Float64Array {
  const damped = matrix.slice();
  for (let at = 0; at < damped.length; at += size + 1) damped[at]! *= 1 + damping;
  return damped;
}

function step(
  { camera, poses }: State,
  blocks: Blocks,
  damping: number,
  keepCamera: boolean,
): State | undefined {
  const change = new Float64Array(cameraSize);
  if (!keepCamera) {
    const reduced = reduce(blocks, damping);
    if (!reduced || !solve(reduced.matrix, reduced.values)) return undefined;
    change.set(reduced.values);
  }
  const moved: Pose[] = [];
  for (const [index, { matrix, values, link }] of blocks.poses.entries()) {
    const move = values.map((value, k) => {
      let rest = value;
      for (let i = 0; i < cameraSize; i++) rest -= link[i * poseSize + k]! * change[i]!;
      return rest;
    });
    if (!solve(damp(matrix, poseSize, damping), move)) return undefined;
    moved.push(movePose(poses[index]!, move));
  }
  const [focal, x, y, k1, k2] = toNumbers(camera).map((value, index) => value + change[index]!);
  if (!(focal! > 0)) return undefined;
  return {
    camera: { ...camera, focal: focal!, center: [x!, y!], distortion: [k1!, k2!] },
    poses: moved,
  };
}

/**
 * The standard deviation of the focal length by the equations and by how far the points are off.
 */
function findFocalError(
  state: State,
  sightings: readonly Sighting[],
  reach: number,
  prior: Prior,
  keepCamera: boolean,
): number {
  if (keepCamera) return Number.NaN;
  const reduced = reduce(makeBlocks(state, sightings, reach, prior), 0);
  const column = Float64Array.of(1, 0, 0, 0, 0);
  if (!reduced || !solve(reduced.matrix, column)) return Infinity;
  let [count, squares] = [0, 0];
  for (const [index, { points }] of sightings.entries()) {
    for (let at = 0; at < points.length; at += 4) {
      const off = findOff(state.camera, state.poses[index]!, points, at);
      squares += off ** 2 / (1 + (off / reach) ** 2);
      count++;
    }
  }
  return Math.sqrt((column[0]! * squares) / (2 * count)) / state.camera.focal;
}
