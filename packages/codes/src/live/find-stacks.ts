import type { Box } from "../geometry/box.ts";
import { type Region, turnBetween } from "../geometry/region.ts";

/**
 * The maximum angle between the scan direction of a region and the line to its partner, in radians.
 * The direction of a start or stop pattern is only known roughly, as each has few bars.
 */
const maxPairAngle = 0.6;
/** The maximum distance of the centers of a pair, in multiples of the longer region. */
const maxPairDistance = 1.8;
/**
 * The size of the region around a pair, in multiples of the distance of its centers: the start and
 * stop patterns reach beyond their centers, and a PDF417 is seldom higher than half its length.
 */
const pairSize = { length: 1.6, height: 0.6 };
/** The minimum height of the region around a pair, as a multiple of the higher of its regions. */
const minHeightFactor = 1.2;
/** The space for both quiet zones together, in pixels of the frame. */
const bothQuietZones = 24;

/**
 * Returns regions in which a PDF417 may be, the likeliest first: the patches of strong contrast,
 * which hold most of them, and, before the second patch, one around each pair of regions of bars
 * that face each other like its start and its stop pattern.
 */
export function findStacks(patches: readonly Box[], bars: readonly Region[]): Region[] {
  const pairs = bars.flatMap((a, index) =>
    bars.slice(index + 1).flatMap((b) => joinPair(a, b) ?? []),
  );
  const regions = patches.map(({ x, y, width, height }) => ({
    x: x + width / 2,
    y: y + height / 2,
    angle: 0,
    length: width,
    height,
  }));
  return [...regions.slice(0, 1), ...pairs, ...regions.slice(1)];
}

/** Returns the region around a pair, or undefined if the two cannot belong to one PDF417. */
function joinPair(a: Region, b: Region): Region | undefined {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const distance = Math.hypot(x, y);
  const angle = Math.atan2(y, x);
  if (distance > maxPairDistance * Math.max(a.length, b.length)) return undefined;
  if (Math.max(turnBetween(a.angle, angle), turnBetween(b.angle, angle)) > maxPairAngle)
    return undefined;
  return {
    x: a.x + x / 2,
    y: a.y + y / 2,
    angle,
    length: distance * pairSize.length + bothQuietZones,
    height: Math.max(distance * pairSize.height, minHeightFactor * Math.max(a.height, b.height)),
  };
}
