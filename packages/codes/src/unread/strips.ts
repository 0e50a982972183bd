import { chooseBlockSize } from "../bars/blocks.ts";
import { countEdges } from "../bars/count-edges.ts";
import { locateRegions } from "../bars/locate-regions.ts";
import { createStrip, type Strip } from "../bars/strip.ts";
import { contains, locateIn, type Region, toRegion, turnBetween } from "../geometry/region.ts";
import type { Picture } from "../picture.ts";
import type { Reading } from "../readings/reading.ts";

/**
 * The minimum length of bars in pixels. The bars of a code are longer, and a single edge is located
 * as a region of up to about this length.
 */
const minBarsLength = 60;
/** The minimum height of bars in pixels: lower regions are lines of text. */
const minBarsHeight = 8;
/** The maximum number of regions of small blocks, with those that have been read. */
const maxSmallRegions = 256;

/**
 * Yields the regions of bars in a picture that no reading covers, sampled, the strongest first. Of
 * a region that a reading covers in part, such as two codes beside each other, the rest follows.
 * Small codes close to text are found in smaller blocks, which come after the usual ones.
 */
export function* listUnreadStrips(
  picture: Picture,
  readings: readonly Reading[],
): Generator<Strip> {
  const plane = picture.large();
  const codes = readings.map(({ corners }) => toRegion(corners, plane.scale));
  const minCount = readings.length === 0 ? minFirstEdges : minEdges;
  for (const region of listRegions(picture)) {
    for (const rest of subtractCodes(region, codes)) {
      if (countEdges(plane, rest) < minCount) continue;
      const strip = createStrip(plane, rest);
      if (readings.length === 0 || looksLikeBars(strip)) yield strip;
    }
  }
}

function* listRegions(picture: Picture): Generator<Region> {
  yield* picture.regions();
  const plane = picture.large();
  const blockSize = chooseBlockSize(plane);
  if (blockSize < minDividedSize) return;
  yield* locateRegions(plane, maxSmallRegions, Math.round(blockSize / 2));
}

/** The minimum side of blocks that are divided: smaller ones do not show the direction of bars. */
const minDividedSize = 12;
/**
 * The minimum number of edges of a region beside a code that was read. Regions of bars in 25 photos
 * have at least 27, except for one, and the shortest codes have 28. Of 1,031 other regions, an
 * eighth has as many.
 */
const minEdges = 26;
/** The minimum number of edges while nothing has been read: blur hides bars. */
const minFirstEdges = 14;
/** The minimum correlation of a row with the middle rows. */
const minAgreement = 0.7;
/** The minimum number of rows, of 14, with this correlation. Text rarely has as many. */
const minAgreeingRows = 4;

function looksLikeBars(strip: Strip): boolean {
  return (
    strip.straight().agreement.filter((value) => value > minAgreement).length >= minAgreeingRows
  );
}

/**
 * The maximum distance of the center of a region beyond the edge of its code, as a part of the size
 * of the code.
 */
const slack = 0.1;

/**
 * The minimum part of a region that a code covers along or across it without leaving a rest there.
 */
const coveringPart = 0.75;

/**
 * Returns what is left of a region beside and above the codes that lie on it, as far as it has
 * space for a code. No two of these parts overlap, so they are four for each code at most.
 */
function subtractCodes(region: Region, codes: readonly Region[]): Region[] {
  const code = codes.find(
    (other) => contains(region, other, 1) || contains(other, region, 1 + slack),
  );
  if (!code) return region.length >= minBarsLength ? [region] : [];
  const { along, across } = locateIn(region, code);
  const isAcross = turnBetween(region.angle, code.angle) > Math.PI / 4;
  const [length, height] = isAcross ? [code.height, code.length] : [code.length, code.height];
  const [left, right] = toSpan(along, length * (1 + slack));
  const [top, bottom] = toSpan(across, height * (1 + slack));
  const isLong = length >= region.length * coveringPart;
  const isHigh = height >= region.height * coveringPart;
  const rest: Region[] = [];
  if (!isLong) {
    const half = region.length / 2;
    rest.push(...cutOut(region, "along", -half, left), ...cutOut(region, "along", right, half));
  }
  if (!isHigh) {
    const half = region.height / 2;
    for (const column of isLong ? [region] : cutOut(region, "along", left, right)) {
      rest.push(...cutOut(column, "across", -half, top), ...cutOut(column, "across", bottom, half));
    }
  }
  const others = codes.filter((other) => other !== code);
  return rest.flatMap((part) => subtractCodes(part, others));
}

function toSpan(center: number, size: number): [start: number, end: number] {
  return [center - size / 2, center + size / 2];
}

/**
 * Returns the part of a region between two distances from its center along or across it, or `[]` if
 * that is too small for bars.
 */
function cutOut(region: Region, axis: "along" | "across", from: number, to: number): Region[] {
  const half = (axis === "along" ? region.length : region.height) / 2;
  const [start, end] = [Math.max(-half, from), Math.min(half, to)];
  if (end - start < (axis === "along" ? minBarsLength : minBarsHeight)) return [];
  const middle = (start + end) / 2;
  const [dx, dy] =
    axis === "along"
      ? [Math.cos(region.angle), Math.sin(region.angle)]
      : [-Math.sin(region.angle), Math.cos(region.angle)];
  const size = axis === "along" ? { length: end - start } : { height: end - start };
  return [{ ...region, x: region.x + dx * middle, y: region.y + dy * middle, ...size }];
}
