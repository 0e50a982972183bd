import { fitLine, projectOnLine } from "../geometry/line.ts";
import { direction, distance, dot, type Point, subtract } from "../geometry/point.ts";
import type { Opening, RawWall } from "../model/plan.ts";
import type { WallPoint } from "./aim.ts";
import { type Position, toFloor } from "./position.ts";

/** A plane as a device gives it, in the frame of the session (WebXR Plane Detection, `XRPlane`). */
export type DevicePlane = {
  /**
   * `wall`, `floor`, `ceiling`, `door`, `window` or another label; undefined if the device gives
   * none.
   */
  label: string | undefined;
  /** The corners of the plane, in order. */
  outline: readonly Position[];
};

/** An opening that was found or tapped, by two opposite corners on a wall. */
export type OpeningMark = { kind: Opening["kind"]; corners: readonly [WallPoint, WallPoint] };

/** The parts of a room that the planes of a device show. */
export type FoundPlanes = {
  /** The walls in no order. The points of each wall are the ends of its floor line. */
  walls: RawWall[];
  openings: OpeningMark[];
  /** The height of the floor in the frame of the session; undefined if no floor was found. */
  level: number | undefined;
  /** The height of the ceiling above the floor; undefined if no ceiling was found. */
  height: number | undefined;
};

/** The sine of twelve degrees, the greatest tilt of a plane that counts as level or upright. */
const maxTiltSine = Math.sin(Math.PI / 15);
/**
 * The smallest upright plane without a label that counts as a wall, in meters: furniture is lower,
 * pillars are narrower.
 */
const minWall = { width: 0.5, top: 1.5 };
/** The smallest floor in meters. A smaller level plane without a label is a step or a box. */
const minFloorWidth = 0.5;
const openingKinds: Record<string, Opening["kind"]> = {
  door: "door",
  window: "window",
  opening: "opening",
};

/**
 * Returns walls, openings, floor and ceiling among the planes of a device. Walls come from upright
 * planes only: the outline of the floor is not used, because devices guess it below furniture.
 * `level` is the height of the floor if it is already known.
 */
export function findInPlanes(planes: readonly DevicePlane[], level?: number): FoundPlanes {
  const usable = planes.filter(({ outline }) => outline.length >= 3);
  const floor = level ?? findLevel(usable);
  const upright = usable.filter((plane) => Math.abs(normalOf(plane).y) < maxTiltSine);
  const labeled = upright.filter(({ label }) => label === "wall");
  const walls = labeled.length > 0 ? labeled : upright.filter((plane) => isTall(plane, floor ?? 0));
  const ceilingHeight = medianHeight(usable.filter(({ label }) => label === "ceiling"));
  return {
    walls: mergeWalls(walls.map(toWall)),
    openings: upright.flatMap((plane) => toOpening(plane, floor ?? 0)),
    level: floor,
    height: ceilingHeight === undefined ? undefined : ceilingHeight - (floor ?? 0),
  };
}

/**
 * Returns the median height of the planes labeled as floor, or else the height of the lowest large
 * level plane without a label. Returns undefined if there is none.
 */
function findLevel(planes: readonly DevicePlane[]): number | undefined {
  const labeled = medianHeight(planes.filter(({ label }) => label === "floor"));
  if (labeled !== undefined) return labeled;
  const level = planes.filter(
    (plane) => plane.label === undefined && Math.abs(normalOf(plane).y) > 1 - maxTiltSine,
  );
  const heights = level.filter((plane) => widthOf(plane) > minFloorWidth).map(heightOf);
  return heights.length > 0 ? Math.min(...heights) : undefined;
}

function isTall(plane: DevicePlane, level: number): boolean {
  if (plane.label !== undefined) return false;
  const top = Math.max(...plane.outline.map(({ y }) => y)) - level;
  return top > minWall.top && widthOf(plane) > minWall.width;
}

function toWall(plane: DevicePlane): RawWall {
  return { source: "plane", points: floorLine(plane) };
}

function toOpening(plane: DevicePlane, level: number): OpeningMark[] {
  const kind = plane.label === undefined ? undefined : openingKinds[plane.label];
  if (!kind) return [];
  const [from, to] = floorLine(plane);
  const heights = plane.outline.map(({ y }) => y - level);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  return [
    {
      kind,
      corners: [
        { point: from, height: low },
        { point: to, height: high },
      ],
    },
  ];
}

/** Returns the ends of the floor line of an upright plane. */
function floorLine({ outline }: DevicePlane): [Point, Point] {
  const points = outline.map(toFloor);
  const line = fitLine(points);
  const along = (point: Point) => dot(line.along, subtract(point, line.through));
  const sorted = points.toSorted((a, b) => along(a) - along(b));
  return [projectOnLine(line, sorted[0]!), projectOnLine(line, sorted.at(-1)!)];
}

/**
 * The greatest distance, in meters, between the lines of two parts of one wall. Devices find a
 * plane to a few centimeters.
 */
const maxLineDistance = 0.08;
/** The greatest gap between two parts of one wall, in meters: the width of a narrow door. */
const maxGap = 0.6;

/**
 * Joins planes that are parts of one wall, such as those on both sides of a piece of furniture. A
 * door in the gap becomes part of the wall.
 */
function mergeWalls(walls: readonly RawWall[]): RawWall[] {
  const merged: RawWall[] = [];
  for (const wall of walls.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    const index = merged.findIndex((other) => isPartOf(wall, other));
    if (index < 0) merged.push(wall);
    else merged[index] = joinWalls(merged[index]!, wall);
  }
  return merged;
}

const lengthOf = ({ points }: RawWall) => distance(points[0]!, points.at(-1)!);

function isPartOf(wall: RawWall, longer: RawWall): boolean {
  const line = fitLine(longer.points);
  const isBeside = wall.points.some(
    (point) => distance(point, projectOnLine(line, point)) > maxLineDistance,
  );
  if (isBeside) return false;
  const gaps = wall.points.flatMap((a) => longer.points.map((b) => distance(a, b)));
  const isWithin = wall.points.some((point) => {
    const offset = dot(line.along, subtract(point, longer.points[0]!));
    return offset > 0 && offset < lengthOf(longer);
  });
  return isWithin || Math.min(...gaps) < maxGap;
}

function joinWalls(longer: RawWall, part: RawWall): RawWall {
  const points = [...longer.points, ...part.points];
  const along = direction(longer.points[0]!, longer.points.at(-1)!);
  return { source: "plane", points: points.toSorted((a, b) => dot(along, a) - dot(along, b)) };
}

/** Returns the unit normal of an outline by Newell's method. */
function normalOf({ outline }: DevicePlane): Position {
  let [x, y, z] = [0, 0, 0];
  outline.forEach((a, index) => {
    const b = outline[(index + 1) % outline.length]!;
    x += (a.y - b.y) * (a.z + b.z);
    y += (a.z - b.z) * (a.x + b.x);
    z += (a.x - b.x) * (a.y + b.y);
  });
  const length = Math.hypot(x, y, z) || 1;
  return { x: x / length, y: y / length, z: z / length };
}

function widthOf({ outline }: DevicePlane): number {
  const points = outline.map(toFloor);
  return Math.max(...points.flatMap((a) => points.map((b) => distance(a, b))));
}

const heightOf = ({ outline }: DevicePlane) =>
  outline.reduce((sum, { y }) => sum + y, 0) / outline.length;

function medianHeight(planes: readonly DevicePlane[]): number | undefined {
  const heights = planes.map(heightOf).sort((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)];
}
