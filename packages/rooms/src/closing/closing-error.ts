import { fitLine } from "../geometry/line.ts";
import { add, distance, dot, type Point, scale, subtract } from "../geometry/point.ts";
import type { Wall } from "../model/plan.ts";

/** Meters. A plane that ends nearer than this to both corners is the whole wall. */
const maxEndDistance = 0.3;
/**
 * Twelve degrees, in radians. A sketched wall that differs less from a quarter turn of the first
 * wall is meant as a right angle.
 */
const rightAngleTolerance = Math.PI / 15;

/**
 * Returns the gap, in meters, between the two ends of a walk along the walls, each as long and in
 * the direction as it was measured. A wall whose length was not measured counts from corner
 * to corner. Returns undefined if that is so for all walls, because the walk then closes by
 * construction, and for a sketch with lengths missing. `corners` is where the measured walls cross.
 */
export function measureClosingError(
  walls: readonly Wall[],
  corners: readonly Point[],
): number | undefined {
  const lengths = walls.map((wall, index) => measuredLength(wall, corners, index));
  if (lengths.every((length) => length === undefined)) return undefined;
  let [end, first]: [Point, number | undefined] = [{ x: 0, y: 0 }, undefined];
  for (const [index, wall] of walls.entries()) {
    const length = lengths[index];
    if (length === undefined && wall.raw.source === "sketch") return undefined;
    const [from, to] = [corners[index]!, corners[(index + 1) % corners.length]!];
    const { along } = fitLine(wall.raw.points);
    const forward = dot(along, subtract(to, from)) >= 0 ? 1 : -1;
    const angle = Math.atan2(forward * along.y, forward * along.x);
    first ??= angle;
    const meant = wall.raw.source === "sketch" ? straighten(angle, first) : angle;
    const walked = length ?? distance(from, to);
    end = add(end, scale({ x: Math.cos(meant), y: Math.sin(meant) }, walked));
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
  const seen =
    distance(start, corners[index]!) < maxEndDistance &&
    distance(end, corners[(index + 1) % corners.length]!) < maxEndDistance;
  return seen ? distance(start, end) : undefined;
}

function straighten(angle: number, first: number): number {
  const quarter = Math.PI / 2;
  const nearest = first + Math.round((angle - first) / quarter) * quarter;
  return Math.abs(angle - nearest) < rightAngleTolerance ? nearest : angle;
}
