import type { Pose } from "../camera/camera.ts";

/** A part of the dome over the mat, in which one picture is wanted. Angles are in degrees. */
export type DomeCell = {
  /** From the lowest ring, 0. */
  ring: number;
  /** How high the middle of the cell is seen from the object. */
  elevation: number;
  /**
   * Where its middle is round the object: 0 to the right of the mat as it is read, 90 behind it.
   */
  azimuth: number;
};

/** How high each ring begins, and how many cells it has. */
const rings = [
  { from: 10, to: 34, cells: 12 },
  { from: 34, to: 56, cells: 12 },
  { from: 56, to: 80, cells: 6 },
] as const;

/** The point that cameras look at, in millimeters above the middle of the mat. */
const middle = 30;
const degrees = 180 / Math.PI;

/** All cells, ring by ring from below. */
export const domeCells: readonly DomeCell[] = rings.flatMap(({ from, to, cells }, ring) =>
  Array.from({ length: cells }, (_, index) => ({
    ring,
    elevation: (from + to) / 2,
    azimuth: ((index + 0.5) * 360) / cells,
  })),
);

/**
 * Returns the index in `domeCells` of the cell in which a camera is; undefined if it is lower or
 * higher than all.
 */
export function findDomeCell({ rotation, translation: [x, y, z] }: Pose): number | undefined {
  const [right, back, up] = [0, 1, 2].map(
    (axis) => -(rotation[axis]! * x + rotation[3 + axis]! * y + rotation[6 + axis]! * z),
  ) as [number, number, number];
  const elevation = Math.atan2(up - middle, Math.hypot(right, back)) * degrees;
  const azimuth = (Math.atan2(back, right) * degrees + 360) % 360;
  let first = 0;
  for (const { from, to, cells } of rings) {
    if (elevation >= from && elevation < to) return first + Math.floor((azimuth * cells) / 360);
    first += cells;
  }
  return undefined;
}

/** Returns how many of the poses are in each cell of `domeCells`. */
export function countCoverage(poses: readonly Pose[]): number[] {
  const counts = domeCells.map(() => 0);
  for (const pose of poses) {
    const cell = findDomeCell(pose);
    if (cell !== undefined) counts[cell]!++;
  }
  return counts;
}
