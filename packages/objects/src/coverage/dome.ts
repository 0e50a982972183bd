import type { Pose } from "../camera/camera.ts";
import { invertTransform } from "../geometry/rigid-transform.ts";

/** A part of the dome over the mat, in which one picture is wanted. Angles are in degrees. */
export type DomeCell = {
  /** The index of its ring; the lowest has 0. */
  ring: number;
  /** The elevation of the middle of the cell, seen from the object. */
  elevation: number;
  /** The azimuth of its middle: 0 to the right of the mat as it is read, 90 behind it. */
  azimuth: number;
};

/**
 * The limits of the elevation of each ring, in degrees, and its number of cells, which span 21° to
 * 28° along the ring.
 */
const rings = [
  { minElevation: 10, maxElevation: 34, cells: 12 },
  { minElevation: 34, maxElevation: 56, cells: 12 },
  { minElevation: 56, maxElevation: 80, cells: 6 },
] as const;

/** The height of the point that cameras look at, in millimeters above the middle of the mat. */
const targetHeight = 30;
const toDegrees = 180 / Math.PI;

/** All cells, ring by ring from below. */
export const domeCells: readonly DomeCell[] = rings.flatMap(
  ({ minElevation, maxElevation, cells }, ring) =>
    Array.from({ length: cells }, (_, index) => ({
      ring,
      elevation: (minElevation + maxElevation) / 2,
      azimuth: ((index + 0.5) * 360) / cells,
    })),
);

/**
 * Returns the index in `domeCells` of the cell that contains the camera center; undefined if it is
 * below or above all cells.
 */
export function findDomeCell(pose: Pose): number | undefined {
  const [right, back, up] = invertTransform(pose).translation;
  const elevation = Math.atan2(up - targetHeight, Math.hypot(right, back)) * toDegrees;
  const azimuth = (Math.atan2(back, right) * toDegrees + 360) % 360;
  let ringStart = 0;
  for (const { minElevation, maxElevation, cells } of rings) {
    if (elevation >= minElevation && elevation < maxElevation) {
      return ringStart + Math.floor((azimuth * cells) / 360);
    }
    ringStart += cells;
  }
  return undefined;
}

/** Returns the number of poses in each cell of `domeCells`. */
export function countCoverage(poses: readonly Pose[]): number[] {
  const cells = poses.map(findDomeCell);
  return domeCells.map((_, index) => cells.filter((cell) => cell === index).length);
}
