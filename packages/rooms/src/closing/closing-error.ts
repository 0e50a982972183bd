import { fitLine } from "../geometry/line.ts";
import { add, distance, dot, type Point, scale, subtract } from "../geometry/point.ts";
import type { Wall } from "../model/plan.ts";

/** The greatest distance, in meters, of the ends of a plane from the corners of a whole wall. */
const maxEndDistance = 0.3;
/**
 * Twelve degrees, in radians. A sketched wall whose angle to the first wall differs by less from a
 * multiple of a right angle is meant to be parallel or perpendicular to it.
 */
const rightAngleTolerance = Math.PI / 15;

/**
 * Returns the gap, in meters, between the two ends of a walk along the walls with their measured
 * lengths and directions. A wall without a measured length counts from corner to corner. `corners`
 * are the points at which the measured walls cross. Returns undefined if no wall has a measured
 * length, because the walk then closes by construction, and if a sketched wall has none.
 */
export function measureClosingError(
  walls: readonly Wall[],
  corners: readonly Point[],
): number | undefined {
  const lengths = walls.map((wall, index) => measuredLength(wall, corners, index));
  if (lengths.every((length) => length === undefined)) return undefined;
  let [end, firstAngle]: [Point, number | undefined] = [{ x: 0, y: 0 }, undefined];
  for (const [index, wall] of walls.entries()) {
    const length = lengths[index];
    if (length === undefined && wall.raw.source === "sketch") return undefined;
    const [from, to] = [corners[index]!, corners[(index + 1) % corners.length]!];
    const { along } = fitLine(wall.raw.points);
    const forward = dot(along, subtract(to, from)) >= 0 ? 1 : -1;
    const angle = Math.atan2(forward * along.y, forward * along.x);
    firstAngle ??= angle;
    const walkAngle = wall.raw.source === "sketch" ? straighten(angle, firstAngle) : angle;
    const walkLength = length ?? distance(from, to);
    end = add(end, scale({ x: Math.cos(walkAngle), y: Math.sin(walkAngle) }, walkLength));
  }
  return Math.hypot(end.x, end.y);
}

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
