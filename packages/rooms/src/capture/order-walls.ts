import { distance } from "../geometry/point.ts";
import type { RawWall } from "../model/plan.ts";

/**
 * Orders walls around the room and reverses those that would not end near the next one. The nearest
 * ends are joined first. Walls that are far apart are joined, too, and meet where they cross.
 */
export function orderWalls(walls: readonly RawWall[]): RawWall[] {
  // End 2i is where wall i begins, end 2i + 1 where it ends.
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
 * Reverses walls, whose order is known, so that the gaps from each to the next are smallest.
 * People tap the two points of a wall in either order.
 */
export function orientWalls(walls: readonly RawWall[]): RawWall[] {
  const both = walls.map((wall) => [wall, reverseWall(wall)] as const);
  const loops = both[0]?.map((first) => findLoop(first, both.slice(1))) ?? [];
  return loops.reduce(shorter, { walls: [...walls], gaps: Number.POSITIVE_INFINITY }).walls;
}

/** Walls in their directions, and the meters of all gaps between them. */
type Loop = { walls: RawWall[]; gaps: number };

const shorter = (a: Loop, b: Loop) => (b.gaps < a.gaps ? b : a);

/**
 * Returns the loop from a wall through all others and back that has the smallest gaps. For each
 * direction of the last wall, only the best path so far is extended (dynamic programming).
 */
function findLoop(first: RawWall, others: readonly (readonly [RawWall, RawWall])[]): Loop {
  let paths: Loop[] = [{ walls: [first], gaps: 0 }];
  for (const directions of others) {
    paths = directions.map((wall) =>
      paths
        .map(({ walls, gaps }) => ({
          walls: [...walls, wall],
          gaps: gaps + gapBetween(walls.at(-1)!, wall),
        }))
        .reduce(shorter),
    );
  }
  return paths
    .map(({ walls, gaps }) => ({ walls, gaps: gaps + gapBetween(walls.at(-1)!, first) }))
    .reduce(shorter);
}

const gapBetween = (before: RawWall, after: RawWall) =>
  distance(before.points.at(-1)!, after.points[0]!);

const reverseWall = (wall: RawWall): RawWall => ({ ...wall, points: wall.points.toReversed() });

const otherEnd = (end: number) => end ^ 1;

/** Returns the last end of the chain of joined walls that begins with an end. */
function farEnd(start: number, joined: ReadonlyMap<number, number>): number {
  let end = otherEnd(start);
  for (let next = joined.get(end); next !== undefined; next = joined.get(end)) end = otherEnd(next);
  return end;
}
