import {
  aimAtFloor,
  aimAtWall,
  type Capture,
  captureToRoom,
  type DevicePlane,
  findInPlanes,
  type OpeningMark,
  type Ray,
  settlePlan,
  type WallPoint,
} from "@scanhook/rooms";

type Point = WallPoint["point"];
type RawWall = Capture["walls"][number];

/** The steps of a walk through a room, in their order. */
export const walkSteps = ["floor", "walls", "height", "openings"] as const;
export type WalkStep = (typeof walkSteps)[number];

/** A room while it is scanned, in the frame of the session. */
export type Walk = {
  step: WalkStep;
  /** The height of the floor in the frame of the session. */
  level: number;
  walls: RawWall[];
  /** The first point of a wall whose second is not set yet. */
  pending: Point | undefined;
  height: number | undefined;
  kind: OpeningMark["kind"];
  openings: OpeningMark[];
  /** The first corner of an opening whose second is not set yet. */
  corner: WallPoint | undefined;
};

export const newWalk: Walk = {
  step: "floor",
  level: 0,
  walls: [],
  pending: undefined,
  height: undefined,
  kind: "door",
  openings: [],
  corner: undefined,
};

/** The reasons for which a point was not taken. */
export type AimProblem = "notFloor" | "tooNear" | "noWall" | "notHeight" | "tooSmall";
export type WalkResult = { ok: true; walk: Walk } | { ok: false; problem: AimProblem };

const taken = (walk: Walk): WalkResult => ({ ok: true, walk });
const refused = (problem: AimProblem): WalkResult => ({ ok: false, problem });

/** The points of a wall, and its line, have to be this far from each other. */
const leastWall = 0.2;
/** Heights of rooms, in meters, as plans take them. */
const heights = { from: 1, to: 50 };
const leastOpening = 0.3;

/** Sets the height of the floor, and goes on to the walls. */
export function setFloor(walk: Walk, level: number): Walk {
  return { ...walk, level, step: walk.step === "floor" ? "walls" : walk.step };
}

/**
 * Takes the point that a ray aims at: on the floor line of a wall, the ceiling line, or a corner of
 * an opening, as the step wants it. A wall that the device found where two points were set takes
 * its place, because planes are more exact than taps.
 */
export function setPoint(walk: Walk, ray: Ray, planes: readonly DevicePlane[]): WalkResult {
  switch (walk.step) {
    case "floor":
      return refused("notFloor");
    case "walls":
      return setWallPoint(walk, ray, planes);
    case "height":
      return setHeight(walk, ray);
    case "openings":
      return setOpeningCorner(walk, ray);
  }
}

function setWallPoint(walk: Walk, ray: Ray, planes: readonly DevicePlane[]): WalkResult {
  const point = aimAtFloor(ray, walk.level);
  if (!point) return refused("notFloor");
  const { pending } = walk;
  if (!pending) return taken({ ...walk, pending: point });
  if (distance(pending, point) < leastWall) return refused("tooNear");
  const tapped: RawWall = { source: "taps", points: [pending, point] };
  const found = findInPlanes(planes, walk.level).walls.find((wall) => isSameWall(wall, tapped));
  return taken({ ...walk, walls: [...walk.walls, found ?? tapped], pending: undefined });
}

function setHeight(walk: Walk, ray: Ray): WalkResult {
  const height = aimAtNearest(walk, ray)?.height;
  if (height === undefined || height < heights.from || height > heights.to)
    return refused("notHeight");
  return taken({ ...walk, height, step: "openings" });
}

function setOpeningCorner(walk: Walk, ray: Ray): WalkResult {
  const hit = aimAtNearest(walk, ray);
  if (!hit) return refused("noWall");
  const { corner, kind } = walk;
  if (!corner) return taken({ ...walk, corner: hit });
  const isSmall =
    distance(corner.point, hit.point) < leastOpening ||
    Math.abs(corner.height - hit.height) < leastOpening;
  if (isSmall) return refused("tooSmall");
  const openings = [...walk.openings, { kind, corners: [corner, hit] as const }];
  return taken({ ...walk, openings, corner: undefined });
}

/** A ray may hit a wall this far beyond its corners, in meters. */
const beyondCorners = 0.05;

/** Returns where a ray meets the nearest wall of the room as it closes. */
function aimAtNearest(walk: Walk, ray: Ray): WallPoint | undefined {
  const { level } = walk;
  const from = { x: ray.origin.x, y: -ray.origin.z };
  const hits = closeWalls(walk).flatMap((ends) => {
    const hit = aimAtWall(ray, ends, level);
    const isOnWall =
      hit &&
      distance(hit.point, ends[0]) + distance(hit.point, ends[1]) <
        distance(...ends) + 2 * beyondCorners;
    return hit && isOnWall ? [hit] : [];
  });
  const [first, ...others] = hits;
  if (!first) return undefined;
  return others.reduce(
    (best, hit) => (distance(hit.point, from) < distance(best.point, from) ? hit : best),
    first,
  );
}

/**
 * Returns the ends of the walls from corner to corner; where they do not close, as they were set.
 */
function closeWalls({ walls }: Walk): (readonly [Point, Point])[] {
  const capture = { walls, height: undefined, openings: [] };
  const asSet = walls.map(({ points }) => [points[0]!, points.at(-1)!] as const);
  const made = captureToRoom(capture, { id: "room", name: "Room" });
  if (!made.ok) return asSet;
  const result = settlePlan({ name: "Plan", units: "metric", rooms: [made.room], joins: [] });
  if (!result.ok) return asSet;
  const { corners } = result.settled.rooms[0]!;
  return corners.map((corner, index) => [corner, corners[(index + 1) % corners.length]!]);
}

/**
 * Both points of a tapped wall lie this near to the wall of the device, and at most this far beyond
 * its ends, in meters.
 */
const nearPlane = 0.12;
const beyondEnds = 0.6;

function isSameWall({ points }: RawWall, tapped: RawWall): boolean {
  const [a, b] = [points[0]!, points.at(-1)!];
  const length = distance(a, b) || 1;
  return tapped.points.every(({ x, y }) => {
    const beside = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / length;
    const along = ((b.x - a.x) * (x - a.x) + (b.y - a.y) * (y - a.y)) / length;
    return Math.abs(beside) < nearPlane && along > -beyondEnds && along < length + beyondEnds;
  });
}

/** Takes all walls and openings that the device found, and goes on to what they leave open. */
export function takeFound(walk: Walk, planes: readonly DevicePlane[]): Walk {
  const { walls, openings, height } = findInPlanes(planes, walk.level);
  const isHeight = height !== undefined && height >= heights.from && height <= heights.to;
  return {
    ...walk,
    walls,
    pending: undefined,
    openings,
    height: isHeight ? height : undefined,
    step: isHeight ? "openings" : "height",
  };
}

/** Goes on to the next step. */
export function nextStep(walk: Walk): Walk {
  const step = walkSteps[walkSteps.indexOf(walk.step) + 1] ?? walk.step;
  return { ...walk, step, pending: undefined, corner: undefined };
}

/** Takes the last point back, or the last step. */
export function undoPoint(walk: Walk): Walk {
  const { step, walls, pending, openings, corner } = walk;
  switch (step) {
    case "floor":
      return walk;
    case "walls":
      if (pending) return { ...walk, pending: undefined };
      if (walls.length === 0) return { ...walk, step: "floor" };
      return { ...walk, walls: walls.slice(0, -1) };
    case "height":
      return { ...walk, step: "walls" };
    case "openings":
      if (corner) return { ...walk, corner: undefined };
      if (openings.length > 0) return { ...walk, openings: openings.slice(0, -1) };
      return { ...walk, height: undefined, step: "height" };
  }
}

/** Parses a stored walk. Points that were not complete are set again. */
export function parseWalk(value: unknown): Walk | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { walls, height, level, openings } = value as Record<string, unknown>;
  if (!Array.isArray(walls) || !walls.every(isWall)) return undefined;
  return {
    ...newWalk,
    step: "walls",
    level: isNumber(level) ? level : 0,
    walls,
    height: isNumber(height) ? height : undefined,
    openings: Array.isArray(openings) ? openings.filter(isOpening) : [],
  };
}

const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isPoint = (value: unknown): boolean => {
  const { x, y } = (value ?? {}) as Record<string, unknown>;
  return isNumber(x) && isNumber(y);
};
const isWall = (value: unknown): value is RawWall => {
  const { source, points } = (value ?? {}) as Record<string, unknown>;
  const isKnown = source === "taps" || source === "plane";
  return isKnown && Array.isArray(points) && points.length >= 2 && points.every(isPoint);
};

const isOpening = (value: unknown): value is OpeningMark => {
  const { kind, corners } = (value ?? {}) as Record<string, unknown>;
  const isCorner = (corner: unknown) => {
    const { point, height } = (corner ?? {}) as Record<string, unknown>;
    return isPoint(point) && isNumber(height);
  };
  const isKnown = kind === "door" || kind === "window" || kind === "opening";
  return isKnown && Array.isArray(corners) && corners.length === 2 && corners.every(isCorner);
};

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
