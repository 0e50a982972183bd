import { settleRoom } from "../closing/settle-room.ts";
import { direction, distance, dot, type Point, pointAlong, subtract } from "../geometry/point.ts";
import { nameWall } from "../model/name-wall.ts";
import type { Opening, RawWall, Room } from "../model/plan.ts";
import type { PlanProblem } from "../model/plan-problem.ts";
import type { OpeningMark } from "./device-planes.ts";
import { orderWalls, orientWalls } from "./order-walls.ts";

/** A room as it was walked, before its walls are closed. */
export type Capture = {
  walls: readonly RawWall[];
  /** Undefined if nobody aimed at the ceiling. */
  height: number | undefined;
  openings: readonly OpeningMark[];
};

/** Meters. An opening farther than this from every wall belongs to another room. */
const maxWallDistance = 0.4;
/** Meters. An opening narrower or lower than this was tapped by mistake. */
const minOpeningSize = 0.3;

/**
 * Makes a room of a capture. Walls that were tapped follow each other as they were tapped; where
 * the device found at least one of them, their order is found, too. Openings are placed on the
 * nearest wall; those that would overlap another one, and those near no wall, are left out. Returns
 * the problem if the walls enclose no room.
 */
export function captureToRoom(
  capture: Capture,
  { id, name }: Pick<Room, "id" | "name">,
): { ok: true; room: Room } | { ok: false; problem: PlanProblem } {
  const isOrdered = capture.walls.every(({ source }) => source !== "plane");
  const walls = isOrdered ? orientWalls(capture.walls) : orderWalls(capture.walls);
  const room: Room = {
    id,
    name,
    raw: capture.height === undefined ? {} : { height: capture.height },
    confirmed: {},
    walls: walls.map((raw, index) => ({
      id: nameWall(index),
      raw,
      confirmed: {},
      thickness: 0,
      openings: [],
    })),
  };
  if (walls.length < 3) return { ok: false, problem: { kind: "wallsWithoutArea", room: name } };
  const result = settleRoom(room);
  if (!result.ok) return result;
  const { corners } = result.settled;
  for (const [index, mark] of capture.openings.entries()) {
    const placed = placeOpening(mark, corners, `${mark.kind} ${index + 1}`, capture.height);
    const wall = placed && room.walls[placed.wall];
    if (!wall || wall.openings.some((other) => overlaps(other, placed.opening))) continue;
    wall.openings.push(placed.opening);
  }
  return { ok: true, room };
}

function placeOpening(
  { kind, corners: marks }: OpeningMark,
  corners: readonly Point[],
  id: string,
  ceiling = Number.POSITIVE_INFINITY,
): { wall: number; opening: Opening } | undefined {
  const [a, b] = [marks[0].point, marks[1].point];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const sides = corners.map((from, wall) => {
    const to = corners[(wall + 1) % corners.length]!;
    const along = dot(direction(from, to), subtract(middle, from));
    const nearest = pointAlong(from, to, Math.min(Math.max(along, 0), distance(from, to)));
    return { wall, from, to, away: distance(nearest, middle) };
  });
  const side = sides.reduce((best, each) => (each.away < best.away ? each : best));
  const length = distance(side.from, side.to);
  const along = direction(side.from, side.to);
  const offsets = [a, b].map((point) =>
    Math.min(Math.max(dot(along, subtract(point, side.from)), 0), length),
  );
  const [start, end] = [Math.min(...offsets), Math.max(...offsets)];
  const heights = marks.map(({ height }) => height);
  const [low, high] = [Math.max(0, Math.min(...heights)), Math.min(ceiling, Math.max(...heights))];
  if (side.away > maxWallDistance) return undefined;
  if (Math.min(end - start, high - low) < minOpeningSize) return undefined;
  // A door and a passage stand on the floor, however low somebody aimed.
  const sill = kind === "window" ? round(low) : 0;
  const opening: Opening = {
    id,
    kind,
    offset: round(start),
    width: round(end - start),
    height: round(high - sill),
    sill,
    hinge: "start",
    swing: "in",
  };
  return { wall: side.wall, opening };
}

const overlaps = (a: Opening, b: Opening) =>
  a.offset < b.offset + b.width && b.offset < a.offset + a.width;

/** Rounds to millimeters, because nobody aims better. */
const round = (meters: number) => Math.round(meters * 1000) / 1000;
