import { distanceToLine } from "../geometry/line.ts";
import { direction, distance, type Point } from "../geometry/point.ts";
import { findCrossing, signedArea } from "../geometry/polygon.ts";
import type { Room, Wall } from "../model/plan.ts";
import type { PlanProblem } from "../model/plan-problem.ts";
import { closeWalls } from "./close-walls.ts";
import { measureClosingError } from "./closing-error.ts";
import { findGuessedWalls } from "./guessed-walls.ts";
import { crossNeighbors } from "./measurements.ts";
import { outlineFurniture, type SettledFurniture } from "./outline-furniture.ts";

/**
 * A room as it is shown: closed walls, and their deviations from the measurements. Lengths are
 * meters.
 */
export type SettledRoom = {
  room: Room;
  /** The corners in the frame of the measurements. Wall i begins at corner i. */
  corners: Point[];
  walls: SettledWall[];
  furniture: SettledFurniture[];
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
  /**
   * The length that the other measurements give, where the confirmed length contradicts them by
   * more than 5 %; undefined elsewhere.
   */
  expectedLength: number | undefined;
  /** Whether no measurement tells the length, so that it is only as sketched. */
  isGuessed: boolean;
};

/** The smallest area of a room in square meters. With less, the walls lie in one line. */
const minArea = 0.01;

/**
 * Closes the walls of a room by weighted least squares over its corners: points stay near their
 * walls, confirmed lengths are kept nearly exactly, and nearly right angles are pulled towards
 * right angles where the lengths allow it. Returns a problem if the walls then enclose no room or
 * an opening does not fit.
 */
export function settleRoom(
  room: Room,
): { ok: true; settled: SettledRoom } | { ok: false; problem: PlanProblem } {
  const start = crossNeighbors(room.walls);
  const closed = closeWalls(room.walls, start);
  const fail = (problem: PlanProblem) => ({ ok: false as const, problem });
  if (!closed || Math.abs(signedArea(closed.corners)) < minArea)
    return fail({ kind: "wallsWithoutArea", room: room.name });
  const { corners, contradictions } = closed;
  const crossing = findCrossing(corners);
  if (crossing) {
    const [first, second] = crossing;
    const walls: [string, string] = [room.walls[first]!.id, room.walls[second]!.id];
    return fail({ kind: "wallsCross", room: room.name, walls });
  }
  const guessedWalls = findGuessedWalls(room.walls, closed);
  const walls = room.walls.map((wall, index) => ({
    ...settleWall(wall, ...sideOf(corners, index)),
    expectedLength: contradictions.find((each) => each.wall === index)?.expected,
    isGuessed: guessedWalls.has(index),
  }));
  const settled: SettledRoom = {
    room,
    corners,
    walls,
    furniture: outlineFurniture(room.raw.furniture ?? []),
    height: room.confirmed.height ?? room.raw.height,
    closingError: measureClosingError(room.walls, start, corners),
  };
  const problem = findOpeningProblem(settled);
  return problem ? fail(problem) : { ok: true, settled };
}

const sideOf = (corners: readonly Point[], index: number): [Point, Point] => [
  corners[index]!,
  corners[(index + 1) % corners.length]!,
];

function settleWall(wall: Wall, a: Point, b: Point) {
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
