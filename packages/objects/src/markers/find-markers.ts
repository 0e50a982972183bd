import type { Point } from "../geometry/homography.ts";
import type { Picture } from "../picture.ts";
import { findDarkParts } from "./dark-parts.ts";
import { findQuad, type Quad } from "./find-quad.ts";
import { type GrayPicture, toGray } from "./gray-picture.ts";
import { readMarker } from "./read-marker.ts";
import { refineSides } from "./refine-sides.ts";
import { traceOutline } from "./trace-outline.ts";

/** A marker of a mat in a picture. */
export type FoundMarker = {
  id: number;
  /**
   * Clockwise from the one that is its top left on the paper. Columns and rows count from the
   * middle of the first pixel.
   */
  corners: readonly [Point, Point, Point, Point];
  /**
   * Whether the corners are where lines through the edges meet. Else they are exact to a pixel or
   * two.
   */
  subpixel: boolean;
};

/** The smallest width and height of a marker, in pixels: one for each bit, and one more. */
const minSize = 9;

/**
 * Finds the markers of a mat in a picture: dark parts with four corners, a black border and bits of
 * ours. Of several with the same id, the largest is kept. Never throws; a picture without a mat has
 * none.
 */
export function findMarkers(picture: Picture): FoundMarker[] {
  const gray = toGray(picture);
  const { isDark, parts } = findDarkParts(gray, minSize);
  const found = new Map<number, FoundMarker>();
  for (const { left, top, right, bottom, start } of parts) {
    const [width, height] = [right - left, bottom - top];
    if (width > gray.width / 2 || height > gray.height / 2) continue;
    const outline = traceOutline(isDark, gray, start, 4 * (width + height));
    const rough = outline && findQuad(outline);
    const marker = rough && refineMarker(gray, rough);
    if (!marker) continue;
    const other = found.get(marker.id);
    if (!other || findArea(other.corners) < findArea(marker.corners)) found.set(marker.id, marker);
  }
  return [...found.values()].sort((a, b) => a.id - b.id);
}

/** Refines a quadrilateral and reads its code; undefined if it is no marker. */
function refineMarker(gray: GrayPicture, rough: Quad): FoundMarker | undefined {
  const exact = refineSides(gray, rough);
  const quad = exact ?? rough;
  const read = readMarker(gray, quad);
  if (!read) return undefined;
  return { id: read.id, corners: startWith(quad, read.topLeft), subpixel: exact !== undefined };
}

/** Returns the corners in the same direction, but from another one on. */
const startWith = ([a, b, c, d]: Quad, index: number): Quad =>
  index === 0 ? [a, b, c, d] : startWith([b, c, d, a], index - 1);

/** Returns the area of a quadrilateral, in square pixels. */
function findArea([a, b, c, d]: Quad): number {
  return Math.abs((c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0])) / 2;
}
