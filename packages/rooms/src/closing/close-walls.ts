import { distance, type Point } from "../geometry/point.ts";
import { findCrossing } from "../geometry/polygon.ts";
import type { Wall } from "../model/plan.ts";
import {
  type Contradiction,
  findContradictions,
  findScanContradictions,
} from "./contradictions.ts";
import { type Residual, solveLeastSquares } from "./least-squares.ts";
import {
  findDrawnTurn,
  isOtherTurn,
  listResiduals,
  turnAt,
  type Weighing,
} from "./measurements.ts";

/** Walls that meet at their corners. */
export type ClosedWalls = {
  corners: Point[];
  /** The deviations from the measurements that counted. */
  residuals: Residual[];
  /** The confirmed lengths that contradict the others. */
  contradictions: Contradiction[];
};

const none: ReadonlySet<number> = new Set();
/** The weighing with which all walls are closed first. */
const guessed: Weighing = { angles: "guessed", looseness: 1, leftOut: none };
/**
 * The weighing where the lengths do not fit right angles. Guesses then count so little that lengths
 * are kept to a hundredth of a millimeter.
 */
const loose: Weighing = { angles: "drawn", looseness: 30, leftOut: none };
/** The greatest deviation, in meters, of confirmed lengths that fit together. */
const maxMisfit = 0.002;

/**
 * Closes the walls by weighted least squares. Where confirmed lengths do not fit the right angles
 * that a sketch may mean, the lengths win. Lengths that fit no angles near those of the sketch are
 * closed without the one that contradicts the others. Returns undefined if the walls have no
 * crossing to start from.
 */
export function closeWalls(
  walls: readonly Wall[],
  start: readonly Point[],
): ClosedWalls | undefined {
  const close = (weighing: Weighing) => {
    const residuals = listResiduals(walls, start, weighing);
    const corners = solveLeastSquares(start, residuals);
    return corners && { corners, residuals, leftOut: weighing.leftOut };
  };
  const first = close(guessed);
  if (!first) return undefined;
  const scanned = findScanContradictions(walls, start);
  if (fitsLengths(walls, first)) return { ...first, contradictions: scanned };
  const typed = findContradictions(walls, start);
  const contradictions = [...typed, ...scanned];
  const leftOut = new Set(typed.map(({ wall }) => wall));
  const others = [loose, { ...guessed, leftOut }, { ...loose, leftOut }].map(
    (weighing) => () => close(weighing),
  );
  for (const closeOther of others) {
    const other = closeOther();
    if (other && fitsLengths(walls, other) && keepsTurns(walls, start, other.corners))
      return { ...other, contradictions };
  }
  return { ...first, contradictions };
}

function fitsLengths(
  walls: readonly Wall[],
  { corners, leftOut }: { corners: readonly Point[]; leftOut: ReadonlySet<number> },
): boolean {
  return walls.every(({ confirmed: { length } }, index) => {
    if (length === undefined || leftOut.has(index)) return true;
    const shown = distance(corners[index]!, corners[(index + 1) % corners.length]!);
    return Math.abs(shown - length) < maxMisfit;
  });
}

/** Tells whether right angles of a sketch are still nearly right, and no walls cross. */
function keepsTurns(
  walls: readonly Wall[],
  start: readonly Point[],
  corners: readonly Point[],
): boolean {
  const turnsOf = (points: readonly Point[]) =>
    points.map((point, index) =>
      turnAt([points.at(index - 1)!, point, points[(index + 1) % points.length]!]),
    );
  const turns = turnsOf(corners);
  const isKept = turnsOf(start).every((turn, index) => {
    const isDrawn = [walls.at(index - 1)!, walls[index]!].every(
      ({ raw }) => raw.source === "sketch",
    );
    const meant = isDrawn ? findDrawnTurn(turn) : undefined;
    return meant === undefined || !isOtherTurn(turns[index]!, meant);
  });
  return isKept && findCrossing(corners) === undefined;
}
