import { type Region, turnBetween } from "../bars/locate-regions.ts";

/** How far the directions of two regions may differ from the line between them, in radians: each has few bars. */
const maxPairTurn = 0.6;
/** How far apart the centers of a pair may be, in multiples of the longer region. */
const maxPairDistance = 1.8;
/** The code of a pair in multiples of the distance: its quiet zones lie outside, and it is seldom higher than half its length. */
const pairPart = { length: 1.6, height: 0.6 };
/** The code of a single region in multiples of it: the search finds neither its quiet zones nor all of its rows. */
const singlePart = { length: 1.44, height: 2 };
const quietZone = 24;

/**
 * Returns where a PDF417 may be, the likeliest first, from the regions of bars of a frame: around each pair of regions that
 * face each other, as its start and its stop pattern do, then around single ones.
 */
export function findStacks(bars: readonly Region[]): Region[] {
  const pairs = bars.flatMap((a, index) =>
    bars.slice(index + 1).flatMap((b) => joinPair(a, b) ?? []),
  );
  const singles = bars.map((region) => ({
    ...region,
    length: region.length * singlePart.length + quietZone,
    height: region.height * singlePart.height,
  }));
  return [...pairs, ...singles];
}

function joinPair(a: Region, b: Region): Region | undefined {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const distance = Math.hypot(x, y);
  const angle = Math.atan2(y, x);
  if (distance > maxPairDistance * Math.max(a.length, b.length)) return undefined;
  if (Math.max(turnBetween(a.angle, angle), turnBetween(b.angle, angle)) > maxPairTurn)
    return undefined;
  return {
    x: a.x + x / 2,
    y: a.y + y / 2,
    angle,
    length: distance * pairPart.length + quietZone,
    height: Math.max(distance * pairPart.height, 1.2 * Math.max(a.height, b.height)),
  };
}
