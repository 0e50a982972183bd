import type { Point } from "./point.ts";

/** An upright rectangle, in pixels of the frame or in the cells of a grid. */
export type Box = { x: number; y: number; width: number; height: number };

/** Returns the smallest box that contains two boxes. */
export function uniteBoxes(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** The least and the greatest coordinates of some points. */
export type Bounds = { left: number; top: number; right: number; bottom: number };

/** Returns the bounds of points. */
export function findBounds(points: readonly Point[]): Bounds {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}
