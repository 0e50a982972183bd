import { distance } from "../geometry/point.ts";
import type { RawWall } from "../model/plan.ts";

/**
 * Orders walls around the room, and reverses walls so that each ends near the next one. Joins the
 * nearest ends first. Also joins ends that are far apart; the walls then meet where their lines
 * cross.
 */
export function orderWalls(walls: readonly RawWall[]): RawWall[] {
  // Wall i begins at end 2i and ends at end 2i + 1.
  const ends = walls.flatMap(({ points }) => [points[0]!, points.at(-1)!]);
  const gaps = ends.flatMap((a, first) =>
    ends.slice(first + 1).map((b, index) => ({
      ends: [first, first + 1 + index] as const,
      length: distance(a, b),
    })),
  );
  const joined = new Map<number, number>();
  for (const { ends: gap } of gaps.toSorted((a, b) => a.length - b.length)) {
    const [a, b] = gap;
    const isLast = joined.size === ends.length - 2;
    if (joined.has(a) || joined.has(b) || otherEnd(a) === b) continue;
    if (!isLast && farEnd(a, joined) === b) continue;
    joined.set(a, b).set(b, a);
  }
  const ordered: RawWall[] = [];
  let start = 0;
  do {
    const wall = walls[start >> 1]!;
    ordered.push(start % 2 === 0 ? wall : reverseWall(wall));
    start = joined.get(otherEnd(start)) ?? 0;
  } while (start !== 0 && ordered.length < walls.length);
  return ordered;
}

/**
 * Reverses walls whose order is known so that the sum of the gaps between them is smallest. This is
 * necessary because people tap the two points of a wall in either order.
 */
export function orientWalls(walls: readonly RawWall[]): RawWall[] {
  const orientations = walls.map((wall) => [wall, reverseWall(wall)] as const);
  const loops = orientations[0]?.map((first) => findLoop(first, orientations.slice(1))) ?? [];
  const unchanged: Loop = { walls: [...walls], gapSum: Number.POSITIVE_INFINITY };
  return loops.reduce(pickShorter, unchanged).walls;
}

/** Oriented walls, and the sum of the gaps between them in meters. */
type Loop = { walls: RawWall[]; gapSum: number };

const pickShorter = (a: Loop, b: Loop) => (b.gapSum < a.gapSum ? b : a);

/**
 * Returns the loop from a wall through all others and back with the smallest sum of gaps. For each
 * orientation of the last wall, only the best path so far is extended (dynamic programming).
 */
function findLoop(first: RawWall, others: readonly (readonly [RawWall, RawWall])[]): Loop {
  let paths: Loop[] = [{ walls: [first], gapSum: 0 }];
  for (const orientations of others) {
    paths = orientations.map((wall) =>
      paths
        .map(({ walls, gapSum }) => ({
          walls: [...walls, wall],
          gapSum: gapSum + gapBetween(walls.at(-1)!, wall),
        }))
        .reduce(pickShorter),
    );
  }
  return paths
    .map(({ walls, gapSum }) => ({ walls, gapSum: gapSum + gapBetween(walls.at(-1)!, first) }))
    .reduce(pickShorter);
}

const gapBetween = (before: RawWall, after: RawWall) =>
  distance(before.points.at(-1)!, after.points[0]!);

const reverseWall = (wall: RawWall): RawWall => ({ ...wall, points: wall.points.toReversed() });

const otherEnd = (end: number) => end ^ 1;

/** Returns the other end of a chain of joined walls. `start` is one end of the chain. */
function farEnd(start: number, joined: ReadonlyMap<number, number>): number {
  let end = otherEnd(start);
  for (let next = joined.get(end); next !== undefined; next = joined.get(end)) end = otherEnd(next);
  return end;
}
