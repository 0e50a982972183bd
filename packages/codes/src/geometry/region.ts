import type { Region } from "../bars/locate-regions.ts";
import { scalePoint } from "../plane.ts";
import type { Point, Reading } from "../readings/reading.ts";

/**
 * Returns the rectangle of a code, in pixels of a plane that are `scale` pixels of the frame wide.
 */
export function toRegion(corners: Reading["corners"], scale: number): Region {
  const [topLeft, topRight, , bottomLeft] = corners;
  const mean = (axis: keyof Point) => corners.reduce((sum, point) => sum + point[axis], 0) / 4;
  return {
    ...scalePoint({ x: mean("x"), y: mean("y") }, 1 / scale),
    angle: Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x),
    length: Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y) / scale,
    height: Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y) / scale,
  };
}

/** Returns where a point is in a region: its distances from the center along and across it. */
export function locateIn({ x, y, angle }: Region, point: Point): { along: number; across: number } {
  const [dx, dy] = [point.x - x, point.y - y];
  return {
    along: dx * Math.cos(angle) + dy * Math.sin(angle),
    across: dy * Math.cos(angle) - dx * Math.sin(angle),
  };
}

/** Whether a point lies in a region of `factor` times its size. */
export function contains(region: Region, point: Point, factor: number): boolean {
  const { along, across } = locateIn(region, point);
  return (
    Math.abs(along) <= (region.length / 2) * factor &&
    Math.abs(across) <= (region.height / 2) * factor
  );
}
