import type { Point } from "../geometry/homography.ts";
import type { Picture } from "../picture.ts";
import { findDarkParts } from "./dark-parts.ts";
import { findQuad, type Quad } from "./find-quad.ts";
import { toGray } from "./gray-picture.ts";
import { readMarker } from "./read-marker.ts";
import { refineSides } from "./refine-sides.ts";
import { traceOutline } from "./trace-outline.ts";

/** A marker of a mat in a picture. */
export type FoundMarker = {
  id: number;
  /**
   * Clockwise from the one that is its top left on the paper, in pixels from the middle of the
   * first one.
   */
  corners: readonly [Point, Point, Point, Point];
  /**
   * Whether the corners come from lines through the edges. Else they are exact to a pixel or two.
   */
  subpixel: boolean;
};

/** The smallest marker that is looked for, in pixels. */
const least = 9;

/**
 * Finds the markers of a mat in a picture: dark parts with four corners, a black border and bits of
 * ours. Of several with the same id, the largest is kept. Never throws; a picture without a mat has
 * none.
 */
export function findMarkers(picture: Picture): FoundMarker[] {
  const gray = toGray(picture);
  const { width, height } = gray;
  const { isDark, parts } = findDarkParts(gray, least);
  const found = new Map<number, FoundMarker>();
  for (const { left, top, right, bottom, start } of parts) {
    const [wide, high] = [right - left, bottom - top];
    if (wide > width / 2 || high > height / 2) continue;
    const outline = traceOutline(isDark, width, height, start, 4 * (wide + high));
    const rough = outline && findQuad(outline);
    if (!rough) continue;
    const exact = refineSides(gray, rough);
    const quad = exact ?? rough;
    const read = readMarker(gray, quad);
    if (!read) continue;
    const corners = [0, 1, 2, 3].map((index) => quad[(read.topLeft + index) % 4]!);
    const marker = {
      id: read.id,
      corners: corners as unknown as Quad,
      subpixel: exact !== undefined,
    };
    const other = found.get(read.id);
    if (!other || findArea(other.corners) < findArea(quad)) found.set(read.id, marker);
  }
  return [...found.values()].sort((a, b) => a.id - b.id);
}

/** Returns the area of a quadrilateral, in pixels. */
function findArea([a, b, c, d]: Quad): number {
  return Math.abs((c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0])) / 2;
}
