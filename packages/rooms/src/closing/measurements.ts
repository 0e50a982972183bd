import { crossLines, distanceToLine, fitLine, projectOnLine } from "../geometry/line.ts";
import { add, cross, direction, distance, dot, type Point, scale } from "../geometry/point.ts";
import type { Wall } from "../model/plan.ts";
import type { Residual } from "./least-squares.ts";

/**
 * The standard deviations, in meters: of the distance of a point from its wall, by the source of
 * the wall, and of a confirmed length, which a laser or a tape measures to 3 mm.
 */
const deviations = { plane: 0.02, taps: 0.03, sketch: 1, confirmed: 0.003 };
/**
 * The standard deviation, in meters, of a corner from the point at which the measured lines of its
 * walls cross. It holds corners that nothing else determines, and is too weak to move other
 * corners.
 */
const cornerDeviation = 1;
/**
 * The standard deviation of an angle, as a sine: 0.9 degrees between measured walls, and 0.3
 * degrees in a sketch, where a nearly right angle is meant to be right.
 */
const angleDeviations = { measured: 0.015, sketch: 0.005 };
/** Twelve degrees, in radians. Angles nearer to a right or straight angle may be meant as one. */
const maxGuess = Math.PI / 15;
/** One degree, in radians. Angles of a sketch that are nearer to right were drawn as right. */
const maxDrawnError = Math.PI / 180;

/** The weights of measurements when walls are closed. */
export type Weighing = {
  /**
   * The angles that corners of a sketch are pulled to: right or straight ones wherever they may be
   * meant (`guessed`), or those of the sketch (`drawn`).
   */
  angles: "guessed" | "drawn";
  /** The factor by which sketched points and all angles count less beside confirmed lengths. */
  looseness: number;
  /** The indices of walls whose confirmed length is not used. */
  leftOut: ReadonlySet<number>;
};

/**
 * Returns the points at which the measured lines of neighboring walls cross. If two neighbors go on
 * straight, returns the middle between their ends.
 */
export function crossNeighbors(walls: readonly Wall[]): Point[] {
  const lines = walls.map(({ raw }) => fitLine(raw.points));
  return walls.map((wall, index) => {
    const before = walls.at(index - 1)!;
    const crossing = crossLines(lines.at(index - 1)!, lines[index]!);
    if (crossing) return crossing;
    const ends = add(
      projectOnLine(lines.at(index - 1)!, before.raw.points.at(-1)!),
      projectOnLine(lines[index]!, wall.raw.points[0]!),
    );
    return scale(ends, 0.5);
  });
}

/** Returns the deviations of walls from their measurements. `start` is from `crossNeighbors`. */
export function listResiduals(
  walls: readonly Wall[],
  start: readonly Point[],
  weighing: Weighing,
): Residual[] {
  const count = walls.length;
  const { looseness, leftOut } = weighing;
  return walls.flatMap((wall, index) => {
    const [before, next] = [(index + count - 1) % count, (index + 1) % count];
    const isSketch = wall.raw.source === "sketch";
    const deviation = deviations[wall.raw.source] * (isSketch ? looseness : 1);
    const residuals: Residual[] = wall.raw.points.map((point) => ({
      corners: [index, next],
      value: ([a, b]) =>
        distanceToLine({ through: a!, along: direction(a!, b!) }, point) / deviation,
    }));
    const { length } = wall.confirmed;
    if (length !== undefined && !leftOut.has(index)) {
      residuals.push({
        corners: [index, next],
        value: ([a, b]) => (distance(a!, b!) - length) / deviations.confirmed,
      });
    }
    const corner = start[index]!;
    residuals.push(
      { corners: [index], value: ([a]) => (a!.x - corner.x) / (cornerDeviation * looseness) },
      { corners: [index], value: ([a]) => (a!.y - corner.y) / (cornerDeviation * looseness) },
    );
    const isDrawn = isSketch && walls[before]!.raw.source === "sketch";
    const turn = turnAt([start[before]!, corner, start[next]!]);
    const target = findTarget(turn, isDrawn ? weighing.angles : "guessed");
    if (target !== undefined) {
      const angleDeviation = angleDeviations[isDrawn ? "sketch" : "measured"] * looseness;
      residuals.push({
        corners: [before, index, next],
        value: (points) => Math.sin(turnAt(points) - target) / angleDeviation,
      });
    }
    return residuals;
  });
}

/** Returns the turn to the left from one side to the next, in radians. */
export function turnAt([a, b, c]: readonly Point[]): number {
  const [first, second] = [direction(a!, b!), direction(b!, c!)];
  return Math.atan2(cross(first, second), dot(first, second));
}

const toQuarterTurn = (angle: number) => Math.round(angle / (Math.PI / 2)) * (Math.PI / 2);

/** Returns the right or straight turn that a turn of a sketch was drawn as, if it was one. */
export function findDrawnTurn(turn: number): number | undefined {
  const nearest = toQuarterTurn(turn);
  return Math.abs(turn - nearest) < maxDrawnError ? nearest : undefined;
}

function findTarget(turn: number, angles: Weighing["angles"]): number | undefined {
  if (angles === "drawn") return findDrawnTurn(turn) ?? turn;
  const nearest = toQuarterTurn(turn);
  return Math.abs(turn - nearest) < maxGuess ? nearest : undefined;
}

/** Tells whether a turn differs so much from another that it cannot have been meant as it. */
export const isOtherTurn = (turn: number, meant: number): boolean =>
  Math.abs(Math.sin(turn - meant)) > Math.sin(maxGuess);
