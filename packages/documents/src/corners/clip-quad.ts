import { clipPolygon, frameQuad, signedArea } from "../geometry/polygon.ts";
import type { Point, Quad } from "../quad.ts";

/**
 * Returns the part of a quad in a picture. Where the frame cuts off a corner, that part has more
 * than four corners: those that enclose the least area with their neighbors are left out.
 */
export function clipQuad(quad: Quad, picture: { width: number; height: number }): Quad {
  const corners = clipPolygon(quad, frameQuad(picture)).map(({ x, y }) => ({
    // Rounding may leave a corner outside by a trillionth.
    x: Math.min(picture.width, Math.max(0, x)),
    y: Math.min(picture.height, Math.max(0, y)),
  }));
  while (corners.length > 4) {
    const areas = corners.map((_, at) => areaAt(corners, at));
    corners.splice(areas.indexOf(Math.min(...areas)), 1);
  }
  return corners.length === 4 ? (corners as unknown as Quad) : frameQuad(picture);
}

/** The area between a corner and its neighbors. */
function areaAt(corners: readonly Point[], at: number): number {
  const [before, after] = [corners.at(at - 1)!, corners[(at + 1) % corners.length]!];
  return Math.abs(signedArea([before, corners[at]!, after]));
}
