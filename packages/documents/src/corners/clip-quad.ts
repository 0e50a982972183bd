import { clipPolygon, frameQuad, signedArea } from "../geometry/polygon.ts";
import type { Point, Quad } from "../quad.ts";

/**
 * Returns the part of a quad in a picture. Where the frame cuts off a corner, that part has more
 * than four corners: those that enclose the least area with their neighbors are left out.
 */
export function clipQuad(quad: Quad, picture: { width: number; height: number }): Quad {
  const corners = clipPolygon(quad, frameQuad(picture)).map(({ x, y }) => ({
    // Rounding errors may leave a corner just outside.
    x: Math.min(picture.width, Math.max(0, x)),
    y: Math.min(picture.height, Math.max(0, y)),
  }));
  while (corners.length > 4) {
    const areas = corners.map((_, index) => measureCorner(corners, index));
    corners.splice(areas.indexOf(Math.min(...areas)), 1);
  }
  const [a, b, c, d] = corners;
  return a && b && c && d ? [a, b, c, d] : frameQuad(picture);
}

/** Returns the area of the triangle of a corner and its neighbors. */
function measureCorner(corners: readonly Point[], index: number): number {
  const [before, after] = [corners.at(index - 1)!, corners[(index + 1) % corners.length]!];
  return Math.abs(signedArea([before, corners[index]!, after]));
}
