import { crossLines, distanceToLine, fitLine, projectOnLine } from "../geometry/line.ts";
import { add, cross, direction, distance, dot, type Point, scale } from "../geometry/point.ts";
import { findCrossing, signedArea } from "../geometry/polygon.ts";
import type { Room, Wall } from "../model/plan.ts";
import type { PlanProblem } from "../model/plan-problem.ts";
import { measureClosingError } from "./closing-error.ts";
import { type Residual, solveLeastSquares } from "./least-squares.ts";

/**
 * A room as it is shown: closed walls, and their deviations from the measurements. Lengths are
 * meters.
 */
export type SettledRoom = {
  room: Room;
  /** The corners in the frame of the measurements. Wall i begins at corner i. */
  corners: Point[];
  walls: SettledWall[];
  /** Undefined if nobody measured a height. */
  height: number | undefined;
  /**
   * The gap after a walk along the measured walls. Undefined if no length was measured apart from
   * the corners, because such walls close by construction.
   */
  closingError: number | undefined;
};

export type SettledWall = {
  wall: Wall;
  length: number;
  /** The root mean square of the distances of the raw points from the shown wall. */
  residual: number;
  /** The shown length minus the confirmed length; undefined without a confirmed length. */
  lengthResidual: number | undefined;
};

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
 * The standard deviation of a right or straight angle, as a sine: 0.9 degrees between measured
 * walls, and 0.3 degrees in a sketch, where a nearly right angle is meant to be right.
 */
const angleDeviations = { measured: 0.015, sketch: 0.005 };
/** The smallest area of a room in square meters. With less, the walls lie in one line. */
const minArea = 0.01;
/** The sine of twelve degrees. Angles nearer to a right or straight angle are pulled towards it. */
const maxAngleSine = Math.sin(Math.PI / 15);

/**
 * Closes the walls of a room by weighted least squares over its corners: points stay near their
 * walls, confirmed lengths are kept nearly exactly, and nearly right angles are pulled towards
 * right angles. Returns a problem if the walls then enclose no room or an opening does not fit.
 */
export function settleRoom(
  room: Room,
): { ok: true; settled: SettledRoom } | { ok: false; problem: PlanProblem } {
  const start = crossNeighbors(room.walls);
  const corners = solveLeastSquares(start, listResiduals(room.walls, start));
  const fail = (problem: PlanProblem) => ({ ok: false as const, problem });
  if (!corners || Math.abs(signedArea(corners)) < minArea)
    return fail({ kind: "wallsWithoutArea", room: room.name });
  const crossing = findCrossing(corners);
  if (crossing) {
    const [first, second] = crossing;
    const walls: [string, string] = [room.walls[first]!.id, room.walls[second]!.id];
    return fail({ kind: "wallsCross", room: room.name, walls });
  }
  const walls = room.walls.map((wall, index) => settleWall(wall, ...sideOf(corners, index)));
  const settled: SettledRoom = {
    room,
    corners,
    walls,
    height: room.confirmed.height ?? room.raw.height,
    closingError: measureClosingError(room.walls, start),
  };
  const problem = findOpeningProblem(settled);
  return problem ? fail(problem) : { ok: true, settled };
}

const sideOf = (corners: readonly Point[], index: number): [Point, Point] => [
  corners[index]!,
  corners[(index + 1) % corners.length]!,
];

/**
 * Returns the points at which the measured lines of neighboring walls cross. If two neighbors go on
 * straight, returns the middle between their ends.
 */
function crossNeighbors(walls: readonly Wall[]): Point[] {
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

function listResiduals(walls: readonly Wall[], start: readonly Point[]): Residual[] {
  const count = walls.length;
  return walls.flatMap((wall, index) => {
    const [before, next] = [(index + count - 1) % count, (index + 1) % count];
    const deviation = deviations[wall.raw.source];
    const residuals: Residual[] = wall.raw.points.map((point) => ({
      corners: [index, next],
      value: ([a, b]) =>
        distanceToLine({ through: a!, along: direction(a!, b!) }, point) / deviation,
    }));
    const { length } = wall.confirmed;
    if (length !== undefined) {
      residuals.push({
        corners: [index, next],
        value: ([a, b]) => (distance(a!, b!) - length) / deviations.confirmed,
      });
    }
    const corner = start[index]!;
    residuals.push(
      { corners: [index], value: ([a]) => (a!.x - corner.x) / cornerDeviation },
      { corners: [index], value: ([a]) => (a!.y - corner.y) / cornerDeviation },
    );
    const angle = softAngle([start[before]!, corner, start[next]!]);
    if (angle) {
      const isSketched = wall.raw.source === "sketch" && walls[before]!.raw.source === "sketch";
      const angleDeviation = angleDeviations[isSketched ? "sketch" : "measured"];
      residuals.push({
        corners: [before, index, next],
        value: (points) => angle(points) / angleDeviation,
      });
    }
    return residuals;
  });
}

/**
 * Returns a residual that pulls three corners towards a right angle or a straight line, whichever
 * they nearly make. Returns undefined if they make neither.
 */
function softAngle(points: readonly Point[]): ((points: readonly Point[]) => number) | undefined {
  const cosine = ([a, b, c]: readonly Point[]) => dot(direction(a!, b!), direction(b!, c!));
  const sine = ([a, b, c]: readonly Point[]) => cross(direction(a!, b!), direction(b!, c!));
  return [cosine, sine].find((angle) => Math.abs(angle(points)) < maxAngleSine);
}

function settleWall(wall: Wall, a: Point, b: Point): SettledWall {
  const length = distance(a, b);
  const line = { through: a, along: direction(a, b) };
  const squares = wall.raw.points.reduce((sum, point) => sum + distanceToLine(line, point) ** 2, 0);
  const { length: confirmed } = wall.confirmed;
  return {
    wall,
    length,
    residual: Math.sqrt(squares / wall.raw.points.length),
    lengthResidual: confirmed === undefined ? undefined : length - confirmed,
  };
}

/**
 * The length, in meters, by which an opening may reach beyond its wall. Such an opening is shown at
 * the end of the wall, because settling has moved the corners by a few centimeters.
 */
const openingTolerance = 0.05;
/** The overlap of two openings, in meters, that comes from rounding to millimeters. */
const overlapTolerance = 0.001;

function findOpeningProblem({ room, walls, height }: SettledRoom): PlanProblem | undefined {
  for (const { wall, length } of walls) {
    const openings = [...wall.openings].sort((a, b) => a.offset - b.offset);
    for (const [index, opening] of openings.entries()) {
      const names = { room: room.name, opening: opening.id };
      const end = opening.offset + opening.width;
      if (end > length + openingTolerance || opening.width > length)
        return { kind: "openingBeyondWall", ...names, wall: wall.id, wallLength: length };
      if (height !== undefined && opening.sill + opening.height > height + openingTolerance)
        return { kind: "openingAboveCeiling", ...names, height };
      const next = openings[index + 1];
      if (next && end > next.offset + overlapTolerance)
        return { kind: "openingsOverlap", room: room.name, openings: [opening.id, next.id] };
    }
  }
}
