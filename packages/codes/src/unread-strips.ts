import { chooseBlockSize } from "./bars/blocks.ts";
import { countTurns } from "./bars/count-turns.ts";
import { locateRegions, type Region, turnBetween } from "./bars/locate-regions.ts";
import { createStrip, type Strip } from "./bars/strip.ts";
import type { Picture } from "./picture.ts";
import { contains, locateIn, toRegion } from "./read-regions.ts";
import type { Reading } from "./reading.ts";

/**
 * A code has more bars than fit into this many pixels, and a single edge is located as a region of
 * up to about this length.
 */
const minBarsLength = 60;
/** Lower bars are lines of text. */
const minBarsHeight = 8;
/** Regions of small blocks that are looked at, with those that have been read. */
const maxSmallRegions = 256;

/**
 * Returns the regions of bars in a picture that no reading covers, sampled, the strongest first. Of
 * a region that a reading covers in part, such as two codes beside each other, the rest is
 * returned. Small codes close to text are found in smaller blocks, which come after the usual ones.
 */
export function listUnreadStrips(
  picture: Picture,
  readings: readonly Reading[],
  maxCount: number,
): Strip[] {
  const plane = picture.large();
  const codes = readings.map(({ corners }) => toRegion(corners, plane.scale));
  const blockSize = chooseBlockSize(plane);
  const small =
    blockSize >= minDividedSize
      ? locateRegions(plane, maxSmallRegions, Math.round(blockSize / 2))
      : [];
  return [...picture.regions(), ...small]
    .flatMap((region) => subtractCodes(region, codes))
    .filter(
      (region) => countTurns(plane, region) >= (readings.length === 0 ? minTurnsOfFirst : minTurns),
    )
    .slice(0, maxCount)
    .map((region) => createStrip(plane, region))
    .filter((strip) => readings.length === 0 || looksLikeBars(strip));
}

/** Blocks of fewer pixels than half of this do not show in which direction bars are. */
const minDividedSize = 12;
/**
 * Regions of bars in 25 photos turn from dark to light and back 27 times at least, but for one; the
 * shortest codes have 28 edges. Of 1,031 other regions, an eighth does so.
 */
const minTurns = 20;
/** Blur hides bars. As long as nothing has been read, more is tried. */
const minTurnsOfFirst = 14;
/**
 * The least number of rows, of 14, that show the same bars as the middle ones. Text rarely has
 * them.
 */
const minAgreeingRows = 4;

function looksLikeBars(strip: Strip): boolean {
  return strip.straight().agreement.filter((value) => value > 0.7).length >= minAgreeingRows;
}

/** The center of a region lies on its code, or beyond its edge by this part of the code's size. */
const slack = 0.1;

/**
 * A code that covers this part of a region along or across it leaves nothing beside it in this
 * direction.
 */
const coveringPart = 0.75;

/**
 * Returns what is left of a region beside and above the codes that lie on it, as far as it has
 * space for a code.
 */
function subtractCodes(region: Region, codes: readonly Region[]): Region[] {
  const code = codes.find(
    (other) => contains(region, other, 1) || contains(other, region, 1 + slack),
  );
  if (!code) return region.length >= minBarsLength ? [region] : [];
  const { along, across } = locateIn(region, code);
  const isAcross = turnBetween(region.angle, code.angle) > Math.PI / 4;
  const [length, height] = isAcross ? [code.height, code.length] : [code.length, code.height];
  const others = codes.filter((other) => other !== code);
  const rest: Region[] = [];
  if (length < region.length * coveringPart) {
    rest.push(...cutRegion(region, "along", along, length * (1 + slack)));
  }
  if (height < region.height * coveringPart) {
    rest.push(...cutRegion(region, "across", across, height * (1 + slack)));
  }
  return rest.flatMap((part) => subtractCodes(part, others));
}

/**
 * Returns the two parts of a region before and after a piece of it, where they are large enough for
 * bars.
 */
function cutRegion(
  region: Region,
  axis: "along" | "across",
  center: number,
  size: number,
): Region[] {
  const half = (axis === "along" ? region.length : region.height) / 2;
  const spans = [
    [-half, center - size / 2],
    [center + size / 2, half],
  ] as const;
  return spans
    .filter(([start, end]) => end - start >= (axis === "along" ? minBarsLength : minBarsHeight))
    .map(([start, end]) => {
      const middle = (start + end) / 2;
      const [dx, dy] =
        axis === "along"
          ? [Math.cos(region.angle), Math.sin(region.angle)]
          : [-Math.sin(region.angle), Math.cos(region.angle)];
      return {
        ...region,
        x: region.x + dx * middle,
        y: region.y + dy * middle,
        ...(axis === "along" ? { length: end - start } : { height: end - start }),
      };
    });
}
