import type { Box } from "../geometry/box.ts";
import { type Region, turnBetween } from "../geometry/region.ts";

/**
 * How far the directions of two regions may differ from the line between them, in radians: each has
 * few bars.
 */
const maxPairTurn = 0.6;
/** How far apart the centers of a pair may be, in multiples of the longer region. */
const maxPairDistance = 1.8;
/**
 * The code of a pair in multiples of the distance: its quiet zones lie outside, and it is seldom
 * higher than half its length.
 */
const pairPart = { length: 1.6, height: 0.6 };
const quietZone = 24;

/**
 * Returns where a PDF417 may be, the likeliest first: in the patches of strong contrast, which hold
 * most of them, and, before the second patch, around each pair of regions of bars that face each
 * other as its start and its stop pattern do.
 */
export function findStacks(patches: readonly Box[], bars: readonly Region[]): Region[] {
  const pairs = bars.flatMap((a, index) =>
    bars.slice(index + 1).flatMap((b) => joinPair(a, b) ?? []),
  );
  const [first = [], ...others] = patches.map(({ x, y, width, height }) => [
    { x: x + width / 2, y: y + height / 2, angle: 0, length: width, height },
  ]);
  return [...first, ...pairs, ...others.flat()];
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
