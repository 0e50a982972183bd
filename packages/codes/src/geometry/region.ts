import type { Corners } from "./corners.ts";
import { type Point, scalePoint } from "./point.ts";

/**
 * A rectangle at any angle, such as parallel bars. `x` and `y` are its center in pixels of a plane.
 * `angle` is the scan direction, across the bars, in radians clockwise from the x axis. `length` is
 * its size along the scan direction, `height` across it, in pixels.
 */
export type Region = { x: number; y: number; angle: number; length: number; height: number };

/**
 * Returns the rectangle of a code, in pixels of a plane that are `scale` pixels of the frame wide.
 */
export function toRegion(corners: Corners, scale: number): Region {
  const [topLeft, topRight, , bottomLeft] = corners;
  const mean = (axis: keyof Point) => corners.reduce((sum, point) => sum + point[axis], 0) / 4;
  return {
    ...scalePoint({ x: mean("x"), y: mean("y") }, 1 / scale),
    angle: Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x),
    length: Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y) / scale,
    height: Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y) / scale,
  };
}

/**
 * Returns a region of the frame in pixels of a plane of this scale that shows a box of the frame.
 */
export function toPartRegion(
  { x, y, angle, length, height }: Region,
  box: Point,
  scale: number,
): Region {
  return {
    ...scalePoint({ x: x - box.x, y: y - box.y }, 1 / scale),
    angle,
    length: length / scale,
    height: height / scale,
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

/**
 * Returns the corners of a region in pixels of the frame, from the start of a code that may be read
 * backwards.
 */
export function toRegionCorners(region: Region, scale: number, isReversed: boolean): Corners {
  const direction = isReversed ? -1 : 1;
  const ux = Math.cos(region.angle) * direction;
  const uy = Math.sin(region.angle) * direction;
  const toPoint = (along: number, across: number): Point =>
    scalePoint(
      { x: region.x + ux * along - uy * across, y: region.y + uy * along + ux * across },
      scale,
    );
  const [halfLength, halfHeight] = [region.length / 2, region.height / 2];
  return [
    toPoint(-halfLength, -halfHeight),
    toPoint(halfLength, -halfHeight),
    toPoint(halfLength, halfHeight),
    toPoint(-halfLength, halfHeight),
  ];
}

/** Returns the smaller angle between two lines, from 0 to a quarter turn. */
export function turnBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % Math.PI;
  return turn > Math.PI / 2 ? Math.PI - turn : turn;
}
