import { type Point, scalePoint } from "../geometry/point.ts";
import { type FinderPattern, toModules } from "./finder-shape.ts";
import { type FinderGroup, isSimilar, listVersions, measureDistance } from "./group-finders.ts";
import { type Contrast, chooseLevel, interpolateContrast } from "./local-contrast.ts";

/** The minimum score of a finder pattern: all of real codes reached it, those in text seldom. */
const minScore = 0.7;
/** The minimum agreement of the timing pattern between two finder patterns, from -1 to 1. */
const minTimingAgreement = 0.7;
/** The maximum number of finder patterns that are paired. */
const maxFinders = 8;
/** The maximum number of pairs. */
const maxPairs = 4;
/** The minimum distance of two centers along a side, in modules. */
const minDistance = 11;
/** The maximum distance of two centers that lie on a side, in modules. */
const maxSideDistance = 100;
/** The maximum distance along a side, in modules, of centers that lie on a diagonal. */
const maxDiagonalDistance = 60;
/** The distances of the timing pattern from the line of the centers that are tried, in modules. */
const timingDistances = [2.7, 3, 3.3];

/**
 * Groups two finder patterns of a code whose third is hidden by glare or dirt, best first. If they
 * are on one side of the code, the timing pattern between them (ISO/IEC 18004:2015, 5.3.4) shows
 * the version and where the code lies. If nothing speaks for that, they may be at the ends of a
 * diagonal.
 */
export function pairFinders(levels: Contrast[], finders: FinderPattern[]): FinderGroup[] {
  const clear = finders
    .filter(({ score }) => score >= minScore)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxFinders);
  const pairs = clear.flatMap((start, i) =>
    clear.slice(i + 1).flatMap((end) => listSides(levels, start, end)),
  );
  if (pairs.length === 0) {
    return clear
      .flatMap((start, i) => clear.slice(i + 1).flatMap((end) => createDiagonalGroups(start, end)))
      .slice(0, maxPairs);
  }
  return pairs
    .sort((a, b) => b.agreement - a.agreement)
    .slice(0, maxPairs)
    .flatMap(createSideGroups);
}

/**
 * Two finder patterns, the side of their line on which the code lies, its version, and the
 * agreement of the timing pattern, -1 to 1.
 */
type Side = {
  start: FinderPattern;
  end: FinderPattern;
  /** A vector of one module into the code at the start, in pixels. */
  startInward: Point;
  /** A vector of one module into the code at the end, in pixels. */
  endInward: Point;
  version: number;
  agreement: number;
};

function listSides(levels: Contrast[], start: FinderPattern, end: FinderPattern): Side[] {
  if (!isSimilar(start, end)) return [];
  const distance = measureDistance(start, end);
  if (distance < minDistance || distance > maxSideDistance) return [];
  const direction = { x: end.center.x - start.center.x, y: end.center.y - start.center.y };
  const contrast = chooseLevel(levels, Math.hypot(direction.x, direction.y) / distance);
  return [1, -1].flatMap((turn) => {
    const startInward = turnInward(start, direction, turn);
    const endInward = turnInward(end, direction, turn);
    return listVersions(distance)
      .map((version): Side => {
        const side = { start, end, startInward, endInward, version, agreement: 0 };
        return { ...side, agreement: measureTiming(contrast, side) };
      })
      .filter(({ agreement }) => agreement >= minTimingAgreement);
  });
}

/** Returns one module perpendicular to a direction, as the finder pattern sees it. */
function turnInward(finder: FinderPattern, direction: Point, turn: number): Point {
  const along = toModules(finder, direction);
  const length = Math.hypot(along.x, along.y);
  return toPixels(finder, { x: (-turn * along.y) / length, y: (turn * along.x) / length });
}

/** The inverse of `toModules`. */
function toPixels({ toModules: { xx, xy, yy } }: FinderPattern, { x, y }: Point): Point {
  const determinant = xx * yy - xy * xy;
  return { x: (yy * x - xy * y) / determinant, y: (xx * y - xy * x) / determinant };
}

/**
 * Returns how well dark and light alternate between the finder patterns: 1 is perfect and 0 chance.
 */
function measureTiming(
  contrast: Contrast,
  { start, end, startInward, endInward, version }: Side,
): number {
  const distance = 10 + 4 * version;
  const startDepth = start.module ** (-2 / 3);
  const endDepth = end.module ** (-2 / 3);
  let best = -1;
  for (const inward of timingDistances) {
    let agreement = 0;
    for (let i = 5; i <= distance - 5; i++) {
      const startWeight = startDepth * (distance - i);
      const endWeight = endDepth * i;
      const mix = (axis: "x" | "y") =>
        ((start.center[axis] + inward * startInward[axis]) * startWeight +
          (end.center[axis] + inward * endInward[axis]) * endWeight) /
        (startWeight + endWeight);
      const { x, y } = scalePoint({ x: mix("x"), y: mix("y") }, 1 / contrast.scale);
      const isDark = i % 2 === 1;
      agreement += Math.sign(interpolateContrast(contrast, x, y)) * (isDark ? -1 : 1);
    }
    best = Math.max(best, agreement / (distance - 9));
  }
  return best;
}

/** Completes the square, with the hidden finder pattern at either of the two other corners. */
function createSideGroups({
  start,
  end,
  startInward,
  endInward,
  version,
  agreement,
}: Side): FinderGroup[] {
  const distance = 10 + 4 * version;
  const complete = ({ center }: FinderPattern, inward: Point): Point => ({
    x: center.x + inward.x * distance,
    y: center.y + inward.y * distance,
  });
  const direction = { x: end.center.x - start.center.x, y: end.center.y - start.center.y };
  const isClockwise = direction.x * startInward.y - direction.y * startInward.x > 0;
  const belowStart = complete(start, startInward);
  const belowEnd = complete(end, endInward);
  const [first, second, belowSecond, belowFirst] = isClockwise
    ? [start.center, end.center, belowEnd, belowStart]
    : [end.center, start.center, belowStart, belowEnd];
  const shared = {
    finders: [start, end],
    module: Math.hypot(direction.x, direction.y) / distance,
    versions: [version],
    error: 1 - agreement,
  };
  return [
    { ...shared, centers: [first, second, belowSecond, belowFirst], estimated: [2, 3] },
    { ...shared, centers: [second, belowSecond, belowFirst, first], estimated: [2, 1] },
  ];
}

/** Completes the square over a diagonal, with the hidden finder pattern on either side. */
function createDiagonalGroups(start: FinderPattern, end: FinderPattern): FinderGroup[] {
  if (!isSimilar(start, end)) return [];
  const distance = measureDistance(start, end) * Math.SQRT1_2;
  if (distance < minDistance || distance > maxDiagonalDistance) return [];
  const direction = { x: end.center.x - start.center.x, y: end.center.y - start.center.y };
  return [1, -1].map((turn): FinderGroup => {
    const fromStart = turnHalfway(start, direction, turn);
    const fromEnd = turnHalfway(end, { x: -direction.x, y: -direction.y }, -turn);
    const sumX = start.center.x + end.center.x;
    const sumY = start.center.y + end.center.y;
    const corner = {
      x: (sumX + fromStart.x + fromEnd.x) / 2,
      y: (sumY + fromStart.y + fromEnd.y) / 2,
    };
    const opposite = { x: sumX - corner.x, y: sumY - corner.y };
    const [right, down] = turn > 0 ? [start, end] : [end, start];
    return {
      finders: [start, end],
      centers: [corner, right.center, opposite, down.center],
      estimated: [0, 2],
      module: (Math.hypot(direction.x, direction.y) * Math.SQRT1_2) / distance,
      versions: listVersions(distance),
      error: 1,
    };
  });
}

/**
 * Turns a diagonal by 45 degrees to the side that begins with it, as the finder pattern sees it.
 */
function turnHalfway(finder: FinderPattern, diagonal: Point, turn: number): Point {
  const { x, y } = toModules(finder, diagonal);
  return toPixels(finder, { x: (x - turn * y) / 2, y: (y + turn * x) / 2 });
}
