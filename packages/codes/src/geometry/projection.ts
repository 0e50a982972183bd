import type { Corners } from "./corners.ts";
import type { Point } from "./point.ts";

/** Maps a position on the grid of a code, in modules from its top left corner, to the picture. */
export type Projection = (column: number, row: number) => Point;

/**
 * Returns the projective map of the square (0, 0) to (`size`, `size`) onto `corners` (P. Heckbert,
 * Fundamentals of Texture Mapping, 2.2.3), or undefined if no camera can see a square so: the
 * corners must be finite, span at least a pixel and be convex.
 */
export function projectSquare(corners: Corners, size: number): Projection | undefined {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const right = subtract(topRight, bottomRight);
  const bottom = subtract(bottomLeft, bottomRight);
  const sum = {
    x: topLeft.x - topRight.x + bottomRight.x - bottomLeft.x,
    y: topLeft.y - topRight.y + bottomRight.y - bottomLeft.y,
  };
  const area = right.x * bottom.y - bottom.x * right.y;
  const tiltX = (sum.x * bottom.y - bottom.x * sum.y) / area;
  const tiltY = (right.x * sum.y - sum.x * right.y) / area;
  // The denominator of the map must be positive at all corners.
  const isVisible = tiltX > -1 && tiltY > -1 && tiltX + tiltY > -1;
  if (!(isVisible && Math.abs(area) >= 1 && Number.isFinite(tiltX + tiltY + area)))
    return undefined;
  const acrossX = topRight.x - topLeft.x + tiltX * topRight.x;
  const acrossY = topRight.y - topLeft.y + tiltX * topRight.y;
  const downX = bottomLeft.x - topLeft.x + tiltY * bottomLeft.x;
  const downY = bottomLeft.y - topLeft.y + tiltY * bottomLeft.y;
  return (column, row) => {
    const u = column / size;
    const v = row / size;
    const depth = tiltX * u + tiltY * v + 1;
    return {
      x: (acrossX * u + downX * v + topLeft.x) / depth,
      y: (acrossY * u + downY * v + topLeft.y) / depth,
    };
  };
}

function subtract(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}
