import { clipPolygon, frameQuad, signedArea } from "../geometry/polygon.ts";
import type { Point, Quad } from "../quad.ts";

/** The maximum distance of a corner outside of the picture, as a share of the picture's size. */
const maxOutside = 0.15;

/**
 * Returns a quad with its corners a little outside of a picture as it is, since their sides tell
 * where they are, and otherwise the part of it in the picture. Where the frame cuts off a corner,
 * that part has more than four corners: those that enclose the least area with their neighbors are
 * left out.
 */
export function clipQuad(quad: Quad, picture: { width: number; height: number }): Quad {
  const [across, down] = [maxOutside * picture.width, maxOutside * picture.height];
  const isNear = quad.every(
    ({ x, y }) =>
      x > -across && y > -down && x < picture.width + across && y < picture.height + down,
  );
  if (isNear) return quad;
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
