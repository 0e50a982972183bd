import type { Found } from "../engine/engine.ts";
import type { Corners } from "../geometry/corners.ts";
import { type Region, toRegionCorners } from "../geometry/region.ts";
import { memoize } from "../memoize.ts";
import type { Plane } from "../plane.ts";
import { locateRegions } from "./locate-regions.ts";
import { measureExtent } from "./measure-extent.ts";
import { bandHeight } from "./rows.ts";
import { refineAngle, sampleRows, sampleStep, usualLineCount } from "./sample-rows.ts";
import { type StraightRows, straightenRows } from "./straighten-rows.ts";

/**
 * A region of parallel bars with its samples. Those and the exact region are computed on first use.
 */
export type Strip = {
  /** The region as it was located, in pixels of the plane. Its angle is rough. */
  located: Region;
  /** The region at its exact angle, in pixels of the plane. */
  readonly region: Region;
  /**
   * 14 rows of brightness (0 to 255) from top to bottom, with a sample every half pixel of the
   * plane.
   */
  readonly rows: Float32Array[];
  /** The rows with upright bars, computed on first use. */
  straight(): StraightRows;
  /** The length of the region in samples. */
  expectedLength: number;
  /**
   * Returns the corners of the code between two positions in a row (in samples), in pixels of the
   * frame. If `start` is greater than `end`, the code is read against the scan direction. `part` is
   * where it was read: a region may have other codes above and below.
   */
  toCorners(start: number, end: number, part?: HeightPart): Corners;
};

/**
 * A part of the height of a strip: its center, from -0.5 at the top to 0.5, and its size up to 1.
 */
export type HeightPart = { center: number; size: number };

const rowCount = 14;
/** Rows are sampled in this part of a region's height: its edges are only known to a block. */
const sampledPart = 0.9;

/**
 * Finds at most `maxCount` regions of parallel bars in a plane and samples them. The strongest
 * region comes first.
 */
export function createStrips(plane: Plane, maxCount: number): Strip[] {
  return locateRegions(plane, maxCount).map((region) => createStrip(plane, region));
}

/**
 * Turns a region of bars to its exact angle and samples it, averaging up to `maxLineCount` lines
 * for a row.
 */
export function createStrip(
  plane: Plane,
  located: Region,
  maxLineCount: number = usualLineCount,
): Strip {
  // The search for regions often cuts off the quiet zones and some bars.
  const length = located.length * 1.44 + 24;
  const region = memoize(() => refineAngle(plane, located));
  const rows = memoize(() =>
    sampleRows(
      plane,
      { ...region(), height: located.height * sampledPart },
      { count: rowCount, step: sampleStep, length, maxLineCount },
    ),
  );
  const toOffset = (sample: number) => (sample + 0.5) * sampleStep - length / 2;
  const between = (start: number, end: number, part?: HeightPart) =>
    toRegionCorners(measureExtent(plane, region(), start, end, part), plane.scale, end < start);
  return {
    located,
    get region() {
      return region();
    },
    get rows() {
      return rows();
    },
    straight: memoize(() => straightenRows(rows())),
    expectedLength: located.length / sampleStep,
    toCorners(start, end, part) {
      return between(toOffset(start), toOffset(end), part);
    },
  };
}

/**
 * Moves a reading of `bandCount` drawn bands to its place in the frame, as high as its bars are.
 */
export function moveToFrame(found: Found, strip: Strip, bandCount: number): Found {
  const [topLeft, topRight, bottomRight, bottomLeft] = found.corners;
  const start = (topLeft.x + bottomLeft.x) / 2;
  const end = (topRight.x + bottomRight.x) / 2;
  // zxing-cpp gives the first and the last row of pixels, of which each shows its whole band.
  const numbers = found.corners.map(({ y }) => Math.floor(Math.round(y) / bandHeight));
  const top = Math.min(...numbers) / bandCount;
  const bottom = (Math.max(...numbers) + 1) / bandCount;
  const part = {
    center: ((top + bottom) / 2 - 0.5) * sampledPart,
    size: (bottom - top) * sampledPart,
  };
  return { ...found, corners: strip.toCorners(start, end, part) };
}

/**
 * The number of bands that agree on a reading of drawn bands. A band is drawn `bandHeight` pixels
 * high.
 */
export function countBands(found: Found): number {
  return Math.ceil(found.lineCount / bandHeight);
}
