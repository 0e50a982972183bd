import { crossLines, distanceToLine, fitLine, projectOnLine } from "../geometry/line.ts";
import { add, cross, direction, distance, dot, type Point, scale } from "../geometry/point.ts";
import { findCrossing, signedArea } from "../geometry/polygon.ts";
import type { Room, Wall } from "../model/plan.ts";
import type { PlanProblem } from "../model/plan-problem.ts";
import { measureClosingError } from "./closing-error.ts";
import { type Residual, solveLeastSquares } from "./least-squares.ts";

/**
 * A room as it is shown: closed walls with what they deviate from the measurements. Lengths are
 * meters.
 */
export type SettledRoom = {
  room: Room;
  /** Corner i is where wall i begins, in the frame of the measurements. */
  corners: Point[];
  walls: SettledWall[];
  /** Undefined if nobody measured a height. */
  height: number | undefined;
  /**
   * Undefined if no length was measured apart from the corners; such walls close by construction.
   */
  closingError: number | undefined;
};

export type SettledWall = {
  wall: Wall;
  length: number;
  /** The root mean square of the distances of its raw points from the shown wall. */
  residual: number;
  /** The shown length minus the confirmed one. */
  lengthResidual: number | undefined;
};

/**
 * The standard deviation, in meters, of the distance of a point from its wall, by the source of the
 * wall, and of a confirmed length. A laser or a tape measures to 3 mm.
 */
const deviations = { plane: 0.02, taps: 0.03, sketch: 1, confirmed: 0.003 };
/**
 * The standard deviation, in meters, of a corner from where the measured lines of its walls cross.
 * It only holds corners that nothing else determines, and is too weak to move others.
 */
const cornerDeviation = 1;
/**
 * The standard deviation of a right or straight angle, as a sine: 0.9 degrees between measured
 * walls, 0.3 degrees in a sketch, because people draw right angles where they mean them.
 */
const angleDeviations = { measured: 0.015, sketch: 0.005 };
/** Square meters. Walls around less lie on each other, as when all are in one line. */
const minArea = 0.01;
/** The sine of twelve degrees. Angles nearer to a right or straight one are drawn towards it. */
const maxAngleSine = Math.sin(Math.PI / 15);

/**
 * Closes the walls of a room by weighted least squares over its corners: points stay near their
 * walls, confirmed lengths are kept nearly exactly, and nearly right angles become nearly right.
 * Returns a problem if the walls then enclose no room.
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
 * Returns the corners at which neighboring walls cross as they were measured, or where they end, if
 * they go on straight.
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
 * Returns a function that is zero where three corners make a right angle, or a straight line,
 * whichever they nearly make.
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
 * Meters. An opening was measured before its wall was settled, which moves corners by a few
 * centimeters. One that reaches beyond its wall by less is shown at the end of the wall.
 */
const openingTolerance = 0.05;
/** Meters. Offsets and widths are rounded to millimeters. */
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
