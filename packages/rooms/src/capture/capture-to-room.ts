import { settleRoom } from "../closing/settle-room.ts";
import { direction, distance, dot, type Point, pointAlong, subtract } from "../geometry/point.ts";
import { nameWall } from "../model/name-wall.ts";
import type { Furniture, Opening, RawWall, Room } from "../model/plan.ts";
import type { PlanProblem } from "../model/plan-problem.ts";
import type { OpeningMark } from "./device-planes.ts";
import { orderWalls, orientWalls } from "./order-walls.ts";

/** A room as it was walked, before its walls are closed. */
export type Capture = {
  walls: readonly RawWall[];
  /** In meters. Undefined if nobody aimed at the ceiling. */
  height: number | undefined;
  openings: readonly OpeningMark[];
  /** The furniture that a device found. */
  furniture?: readonly Furniture[];
};

/** The greatest distance, in meters, of an opening from its wall. Others belong to other rooms. */
const maxWallDistance = 0.4;
/** The smallest width and height of an opening, in meters. Smaller ones were tapped by mistake. */
const minOpeningSize = 0.3;

/**
 * Makes a room of a capture. Tapped walls are in the order of the taps; if the device found at
 * least one of the walls, their order is computed. Each opening is placed on the nearest wall.
 * Leaves out openings that are near no wall or would overlap another opening. Returns the problem
 * if the walls enclose no room.
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
    raw: toRaw(capture),
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
    const wall = placed && room.walls[placed.wallIndex];
    if (!wall || wall.openings.some((other) => overlaps(other, placed.opening))) continue;
    wall.openings.push(placed.opening);
  }
  return { ok: true, room };
}

function toRaw({ height, furniture = [] }: Capture): Room["raw"] {
  const raw: Room["raw"] = {};
  if (height !== undefined) raw.height = height;
  if (furniture.length > 0) raw.furniture = [...furniture];
  return raw;
}

function placeOpening(
  { kind, corners: marks }: OpeningMark,
  corners: readonly Point[],
  id: string,
  ceiling = Number.POSITIVE_INFINITY,
): { wallIndex: number; opening: Opening } | undefined {
  const [a, b] = [marks[0].point, marks[1].point];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const sides = corners.map((from, wallIndex) => {
    const to = corners[(wallIndex + 1) % corners.length]!;
    const along = dot(direction(from, to), subtract(middle, from));
    const nearest = pointAlong(from, to, Math.min(Math.max(along, 0), distance(from, to)));
    return { wallIndex, from, to, wallDistance: distance(nearest, middle) };
  });
  const side = sides.reduce((best, each) => (each.wallDistance < best.wallDistance ? each : best));
  const length = distance(side.from, side.to);
  const along = direction(side.from, side.to);
  const offsets = [a, b].map((point) =>
    Math.min(Math.max(dot(along, subtract(point, side.from)), 0), length),
  );
  const [start, end] = [Math.min(...offsets), Math.max(...offsets)];
  const heights = marks.map(({ height }) => height);
  const [low, high] = [Math.max(0, Math.min(...heights)), Math.min(ceiling, Math.max(...heights))];
  if (side.wallDistance > maxWallDistance) return undefined;
  if (Math.min(end - start, high - low) < minOpeningSize) return undefined;
  // A door or a passage begins at the floor, however high its lower corner was tapped.
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
  return { wallIndex: side.wallIndex, opening };
}

const overlaps = (a: Opening, b: Opening) =>
  a.offset < b.offset + b.width && b.offset < a.offset + a.width;

/** Rounds to millimeters, because aiming is less precise. */
const round = (meters: number) => Math.round(meters * 1000) / 1000;
