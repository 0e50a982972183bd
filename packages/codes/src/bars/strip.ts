import type { Found } from "../engine/engine.ts";
import type { Corners } from "../geometry/corners.ts";
import { type Region, toRegionCorners } from "../geometry/region.ts";
import { memoize } from "../memoize.ts";
import type { Plane } from "../plane.ts";
import { locateRegions } from "./locate-regions.ts";
import { type HeightPart, measureExtent } from "./measure-extent.ts";
import { bandHeight } from "./rows.ts";
import { refineAngle, sampleRows, sampleStep, usualLineCount } from "./sample-rows.ts";
import { type StraightRows, straightenRows } from "./straighten-rows.ts";

/** A region of parallel bars with its samples, which are computed on first use. */
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

/** The number of rows of a strip. */
const rowCount = 14;
/** The part of a region's height that is sampled: its edges are only located to a block. */
const sampledPart = 0.9;
/**
 * The length that is sampled, as a multiple of the region's length plus pixels of the plane: the
 * search for regions often cuts off the quiet zones and some bars.
 */
const sampledLength = { factor: 1.44, pixels: 24 };

/**
 * Finds at most `maxCount` regions of parallel bars in a plane and samples them. The strongest
 * region comes first.
 */
export function createStrips(plane: Plane, maxCount: number): Strip[] {
  return locateRegions(plane, maxCount).map((region) => createStrip(plane, region));
}

/** Creates the strip of a located region. Each row is the mean of up to `maxLineCount` lines. */
export function createStrip(
  plane: Plane,
  located: Region,
  maxLineCount: number = usualLineCount,
): Strip {
  const length = located.length * sampledLength.factor + sampledLength.pixels;
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
 * Moves a reading of `bandCount` drawn bands to the strip in the frame, as high as its bars are.
 */
export function moveToFrame(found: Found, strip: Strip, bandCount: number): Found {
  const [topLeft, topRight, bottomRight, bottomLeft] = found.corners;
  const start = (topLeft.x + bottomLeft.x) / 2;
  const end = (topRight.x + bottomRight.x) / 2;
  // zxing-cpp gives the first and the last row of pixels, and each of them shows a whole band.
  const bandIndexes = found.corners.map(({ y }) => Math.floor(Math.round(y) / bandHeight));
  const top = Math.min(...bandIndexes) / bandCount;
  const bottom = (Math.max(...bandIndexes) + 1) / bandCount;
  const part = {
    center: ((top + bottom) / 2 - 0.5) * sampledPart,
    size: (bottom - top) * sampledPart,
  };
  return { ...found, corners: strip.toCorners(start, end, part) };
}

/** Returns the number of bands that agree on a reading of drawn bands. */
export function countBands(found: Found): number {
  return Math.ceil(found.lineCount / bandHeight);
}
