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

/** The steps of a walk through a room, in their order. Each step sets points of one kind. */
const walkSteps = ["floor", "walls", "height", "openings"] as const;
export type WalkStep = (typeof walkSteps)[number];

/** A room while it is scanned, in meters in the coordinates of the session. */
export type Walk = {
  step: WalkStep;
  /** The height of the floor in the coordinates of the session. */
  level: number;
  walls: RawWall[];
  /** The first point of a wall whose second point is not set yet. */
  pending: Point | undefined;
  /** The height of the room. */
  height: number | undefined;
  /** The kind of the next opening. */
  kind: OpeningMark["kind"];
  openings: OpeningMark[];
  /** The first corner of an opening whose second corner is not set yet. */
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

/** Why a point was not accepted. `tooNear` and `tooSmall` are about its distance to the first. */
export type AimProblem = "notFloor" | "tooNear" | "noWall" | "notHeight" | "tooSmall";
export type WalkResult = { ok: true; walk: Walk } | { ok: false; problem: AimProblem };

const accept = (walk: Walk): WalkResult => ({ ok: true, walk });
const refuse = (problem: AimProblem): WalkResult => ({ ok: false, problem });

/** The shortest distance between the two points of a wall, in meters. */
const minWallLength = 0.2;
/** The heights of rooms that plans accept, in meters. */
const roomHeights = { min: 1, max: 50 };
/** The smallest width and height of an opening, in meters. */
const minOpeningSize = 0.3;

/** Sets the height of the floor, in meters, and continues with the walls. */
export function setFloor(walk: Walk, level: number): Walk {
  return { ...walk, level, step: walk.step === "floor" ? "walls" : walk.step };
}

/**
 * Sets the point that a ray hits. Depending on the step, it is on the floor line of a wall or on
 * the ceiling line, or is a corner of an opening. A wall between two points is replaced by a wall
 * that the device detected there, because planes are more exact than taps.
 */
export function setPoint(walk: Walk, ray: Ray, planes: readonly DevicePlane[]): WalkResult {
  switch (walk.step) {
    case "floor":
      return refuse("notFloor");
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
  if (!point) return refuse("notFloor");
  const { pending } = walk;
  if (!pending) return accept({ ...walk, pending: point });
  if (distance(pending, point) < minWallLength) return refuse("tooNear");
  const tapped: RawWall = { source: "taps", points: [pending, point] };
  const detected = findInPlanes(planes, walk.level).walls.find((wall) => isSameWall(wall, tapped));
  return accept({ ...walk, walls: [...walk.walls, detected ?? tapped], pending: undefined });
}

function setHeight(walk: Walk, ray: Ray): WalkResult {
  const height = aimAtNearest(walk, ray)?.height;
  if (height === undefined || height < roomHeights.min || height > roomHeights.max)
    return refuse("notHeight");
  return accept({ ...walk, height, step: "openings" });
}

function setOpeningCorner(walk: Walk, ray: Ray): WalkResult {
  const hit = aimAtNearest(walk, ray);
  if (!hit) return refuse("noWall");
  const { corner, kind } = walk;
  if (!corner) return accept({ ...walk, corner: hit });
  const isSmall =
    distance(corner.point, hit.point) < minOpeningSize ||
    Math.abs(corner.height - hit.height) < minOpeningSize;
  if (isSmall) return refuse("tooSmall");
  const openings = [...walk.openings, { kind, corners: [corner, hit] as const }];
  return accept({ ...walk, openings, corner: undefined });
}

/** How far beyond the corners of a wall a ray may hit it, in meters. */
const maxBeyondCorners = 0.05;

/** Returns the hit of a ray on the nearest wall; undefined if it hits none. */
function aimAtNearest(walk: Walk, ray: Ray): WallPoint | undefined {
  const { level } = walk;
  const from = { x: ray.origin.x, y: -ray.origin.z };
  const hits = closeWalls(walk).flatMap((ends) => {
    const hit = aimAtWall(ray, ends, level);
    const isOnWall =
      hit &&
      distance(hit.point, ends[0]) + distance(hit.point, ends[1]) <
        distance(...ends) + 2 * maxBeyondCorners;
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
 * Returns the ends of the walls, extended to the corners of the room. If the walls do not close,
 * returns the ends that were set.
 */
function closeWalls({ walls }: Walk): (readonly [Point, Point])[] {
  const capture = { walls, height: undefined, openings: [] };
  const setEnds = walls.map(({ points }) => [points[0]!, points.at(-1)!] as const);
  const converted = captureToRoom(capture, { id: "room", name: "Room" });
  if (!converted.ok) return setEnds;
  const result = settlePlan({ name: "Plan", units: "metric", rooms: [converted.room], joins: [] });
  if (!result.ok) return setEnds;
  const { corners } = result.settled.rooms[0]!;
  return corners.map((corner, index) => [corner, corners[(index + 1) % corners.length]!]);
}

/** The largest distance of a tapped point from the line of its detected wall, in meters. */
const maxLineDistance = 0.12;
/** How far beyond the ends of a detected wall a tapped point may be, in meters. */
const maxBeyondEnds = 0.6;

function isSameWall({ points }: RawWall, tapped: RawWall): boolean {
  const [a, b] = [points[0]!, points.at(-1)!];
  const length = distance(a, b) || 1;
  return tapped.points.every(({ x, y }) => {
    const beside = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / length;
    const along = ((b.x - a.x) * (x - a.x) + (b.y - a.y) * (y - a.y)) / length;
    const isBetweenEnds = along > -maxBeyondEnds && along < length + maxBeyondEnds;
    return Math.abs(beside) < maxLineDistance && isBetweenEnds;
  });
}

/**
 * Replaces all walls and openings by those that the device detected. Continues with the height if
 * the device did not detect it, else with the openings.
 */
export function takeFound(walk: Walk, planes: readonly DevicePlane[]): Walk {
  const { walls, openings, height } = findInPlanes(planes, walk.level);
  const isHeight = height !== undefined && height >= roomHeights.min && height <= roomHeights.max;
  return {
    ...walk,
    walls,
    pending: undefined,
    openings,
    height: isHeight ? height : undefined,
    step: isHeight ? "openings" : "height",
  };
}

/** Continues with the next step. Drops a point or corner whose second is not set. */
export function nextStep(walk: Walk): Walk {
  const step = walkSteps[walkSteps.indexOf(walk.step) + 1] ?? walk.step;
  return { ...walk, step, pending: undefined, corner: undefined };
}

/** Removes the last point, wall or opening of the step; goes back a step if there is none. */
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

/**
 * Parses a stored walk. Returns undefined for anything else. Drops points and corners whose second
 * is not set.
 */
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
