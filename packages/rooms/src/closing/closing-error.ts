import { fitLine } from "../geometry/line.ts";
import { add, distance, dot, type Point, scale, subtract } from "../geometry/point.ts";
import type { Wall } from "../model/plan.ts";
import { findDrawnTurn } from "./measurements.ts";

/** The greatest distance, in meters, of the ends of a plane from the corners of a whole wall. */
const maxEndDistance = 0.3;
/** Three degrees, in radians. A sketched wall that is shown nearer to right was meant as right. */
const rightAngleTolerance = Math.PI / 60;

/**
 * Returns the gap, in meters, between the two ends of a walk along the walls with their measured
 * lengths and directions. A wall without a measured length counts from corner to corner. Sketched
 * walls have the directions in which they are shown, right-angled where they were drawn and are
 * shown nearly so. `corners` are the points at which the measured walls cross, `shown` those at
 * which they are shown. Returns undefined if no wall has a measured length, because the walk then
 * closes by construction, and if a sketched wall has none.
 */
export function measureClosingError(
  walls: readonly Wall[],
  corners: readonly Point[],
  shown: readonly Point[],
): number | undefined {
  const lengths = walls.map((wall, index) => measuredLength(wall, corners, index));
  if (lengths.every((length) => length === undefined)) return undefined;
  const angles = walls.map((wall, index) => {
    if (wall.raw.source === "sketch") return angleOf(sideOf(shown, index));
    const [from, to] = sideOf(corners, index);
    const { along } = fitLine(wall.raw.points);
    const forward = dot(along, subtract(to, from)) >= 0 ? 1 : -1;
    return Math.atan2(forward * along.y, forward * along.x);
  });
  let end: Point = { x: 0, y: 0 };
  for (const [index, wall] of walls.entries()) {
    const length = lengths[index];
    const isSketch = wall.raw.source === "sketch";
    if (length === undefined && isSketch) return undefined;
    const drawn = angleOf(sideOf(corners, index)) - angleOf(sideOf(corners, 0));
    const isRight = isSketch && findDrawnTurn(drawn) !== undefined;
    const angle = isRight ? straighten(angles[index]!, angles[0]!) : angles[index]!;
    const walkLength = length ?? distance(...sideOf(corners, index));
    end = add(end, scale({ x: Math.cos(angle), y: Math.sin(angle) }, walkLength));
  }
  return Math.hypot(end.x, end.y);
}

const sideOf = (corners: readonly Point[], index: number): [Point, Point] => [
  corners[index]!,
  corners[(index + 1) % corners.length]!,
];

const angleOf = ([from, to]: [Point, Point]) => Math.atan2(to.y - from.y, to.x - from.x);

function measuredLength(
  { raw, confirmed }: Wall,
  corners: readonly Point[],
  index: number,
): number | undefined {
  if (confirmed.length !== undefined) return confirmed.length;
  if (raw.source !== "plane") return undefined;
  const [start, end] = [raw.points[0]!, raw.points.at(-1)!];
  const isWholeWall =
    distance(start, corners[index]!) < maxEndDistance &&
    distance(end, corners[(index + 1) % corners.length]!) < maxEndDistance;
  return isWholeWall ? distance(start, end) : undefined;
}

function straighten(angle: number, firstAngle: number): number {
  const quarter = Math.PI / 2;
  const nearest = firstAngle + Math.round((angle - firstAngle) / quarter) * quarter;
  return Math.abs(angle - nearest) < rightAngleTolerance ? nearest : angle;
}
