import { type Corners, mapCorners } from "../geometry/corners.ts";
import { scalePoint } from "../geometry/point.ts";
import { type Plane, shrink, soften } from "../plane.ts";

/** A dark rectangle. `length` is its longer side; corners and sides are in pixels of the frame. */
export type DarkRectangle = { corners: Corners; length: number; height: number };

/**
 * The minimum difference of a dark pixel from the mean of its surroundings, in gray levels. Less is
 * noise, but modules of a pixel or two are gray.
 */
const minContrast = 20;
/** The radius of the surroundings, in pixels of the quarter-size plane: rMQR are less high. */
const surroundingsRadius = 8;
/** The minimum number of pixels of a blob, about that of an R7x43 with modules of a pixel. */
const minPixels = 300;
/** The minimum height of a blob in pixels: an rMQR has at least 7 rows. */
const minHeight = 7;
/**
 * The minimum and maximum ratio of length to height: versions of rMQR have 2.08 (R13x27) to 19.9
 * (R7x139).
 */
const [minAspect, maxAspect] = [1.8, 23];
/**
 * The minimum part that a blob covers of the rectangle with the same moments. A solid rectangle
 * covers all of it; most other blobs are frayed and cover less.
 */
const minFill = 0.75;
/**
 * The maximum area of the rectangle around a blob, in multiples of the one with the same moments.
 */
const maxExcess = 1.35;
/** The number of times that the plane is halved, so that larger modules grow into each other. */
const halvings = 3;
/** The minimum long side of a halved plane in pixels: smaller ones show nothing new. */
const minSide = 60;
/**
 * The number of angles that are tried to each side. The angle of the moments is off by up to about
 * a degree, as modules are not spread evenly.
 */
const turnSteps = 4;
/** The difference between these angles, in radians. */
const turnStep = 0.005;

/**
 * Lists dark rectangles at any angle, as an rMQR is one if its modules are grown into each other by
 * about a pixel: the plane is searched in its own size and halved up to three times. Blobs that are
 * not rectangles, or not of the proportions of an rMQR, are left out. Takes about 60 ms for a
 * million pixels.
 */
export function* listDarkRectangles(plane: Plane): Iterable<DarkRectangle> {
  let level = plane;
  for (let i = 0; i <= halvings; i++) {
    const half = halve(level);
    const quarter = halve(half);
    const { width, height, scale } = level;
    for (const rectangle of listRectangles(growDark(level, quarter), width, height)) {
      yield {
        corners: mapCorners(rectangle.corners, (point) => scalePoint(point, scale)),
        length: rectangle.length * scale,
        height: rectangle.height * scale,
      };
    }
    if (Math.max(half.width, half.height) < minSide) break;
    level = half;
  }
}

function halve(plane: Plane): Plane {
  return shrink(plane, Math.max(plane.width, plane.height) / 2);
}

/**
 * Returns 1 for each pixel that is darker than its surroundings or beside such a pixel, 0 for all
 * others. `quarter` shows the same at a quarter of the size.
 */
function growDark({ data, width, height }: Plane, quarter: Plane): Uint8Array {
  const radius = Math.min(surroundingsRadius, quarter.width >> 1, quarter.height >> 1);
  const surroundings = soften(quarter, radius).data;
  const across = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    const row = Math.min(quarter.height - 1, y >> 2) * quarter.width;
    const last = row + quarter.width - 1;
    const end = (y + 1) * width - 1;
    // The last pixel of a row is left out, so that nothing grows into the next row.
    for (let i = y * width + 1, x = 1; i < end; i++, x++) {
      const k = row + (x >> 2);
      if (data[i]! + minContrast >= surroundings[k < last ? k : last]!) continue;
      across[i - 1] = 1;
      across[i] = 1;
      across[i + 1] = 1;
    }
  }
  const grown = across.slice();
  for (let i = width; i + width < grown.length; i++) {
    grown[i] = across[i]! | across[i - width]! | across[i + width]!;
  }
  return grown;
}

/** The indexes of the sums over the pixels of a blob: of 1, x, y, xx, xy and yy. */
const [sumOne, sumX, sumY, sumXx, sumXy, sumYy] = [0, 1, 2, 3, 4, 5];
/** The number of these sums. */
const sumCount = 6;

/**
 * The rectangle that has the same moments as a blob: its sides in pixels, and the angle of its
 * longer sides in radians.
 */
type Moments = { length: number; height: number; angle: number };

/** Lists the rectangles around the blobs that fill them and are of the proportions of an rMQR. */
function listRectangles(marked: Uint8Array, width: number, height: number): DarkRectangle[] {
  const runs = joinRuns(marked, width, height);
  const { starts, ends, rows, parents } = runs;
  const sums = new Float64Array(runs.count * sumCount);
  for (let i = 0; i < runs.count; i++) {
    const root = findRoot(parents, i);
    parents[i] = root;
    const length = ends[i]! - starts[i]! + 1;
    const middle = (starts[i]! + ends[i]!) / 2;
    const y = rows[i]!;
    const k = root * sumCount;
    sums[k + sumOne]! += length;
    sums[k + sumX]! += length * middle;
    sums[k + sumY]! += length * y;
    sums[k + sumXx]! += length * (middle * middle + (length * length - 1) / 12);
    sums[k + sumXy]! += length * middle * y;
    sums[k + sumYy]! += length * y * y;
  }
  /**
   * The likely blobs by the index of their root, with the ends and the row of each of their runs.
   */
  const blobs = new Map<number, { moments: Moments; ends: number[] }>();
  for (let i = 0; i < runs.count; i++) {
    const k = i * sumCount;
    if (parents[i] !== i || sums[k]! < minPixels) continue;
    const moments = toMoments(sums.subarray(k, k + sumCount));
    if (moments) blobs.set(i, { moments, ends: [] });
  }
  for (let i = 0; i < runs.count && blobs.size > 0; i++) {
    blobs.get(parents[i]!)?.ends.push(starts[i]!, ends[i]!, rows[i]!);
  }
  return [...blobs.values()]
    .map((blob) => toRectangle(blob.moments, blob.ends))
    .filter((rectangle) => rectangle !== undefined);
}

/** Runs of marked pixels. `parents` are a forest: runs with the same root belong to one blob. */
type Runs = {
  count: number;
  starts: Int32Array;
  ends: Int32Array;
  rows: Int32Array;
  parents: Int32Array;
};

/** Lists the runs of marked pixels of all rows, and joins those that touch those above. */
function joinRuns(marked: Uint8Array, width: number, height: number): Runs {
  let total = 0;
  for (let i = 1; i < marked.length; i++) if (marked[i]! > marked[i - 1]!) total++;
  // A run also starts where one of the row before reaches the edge.
  const size = total + height + 1;
  const [starts, ends, rows] = [new Int32Array(size), new Int32Array(size), new Int32Array(size)];
  const parents = new Int32Array(size);
  let count = 0;
  let above = 0;
  for (let y = 0; y < height; y++) {
    const first = count;
    let candidate = above;
    for (let x = 0; x < width; x++) {
      if (!marked[y * width + x]) continue;
      const start = x;
      while (x + 1 < width && marked[y * width + x + 1]) x++;
      starts[count] = start;
      ends[count] = x;
      rows[count] = y;
      parents[count] = count;
      while (candidate < first && ends[candidate]! < start) candidate++;
      for (let k = candidate; k < first && starts[k]! <= x; k++) {
        const [a, b] = [findRoot(parents, k), findRoot(parents, count)];
        parents[Math.max(a, b)] = Math.min(a, b);
      }
      count++;
    }
    above = first;
  }
  return { count, starts, ends, rows, parents };
}

function findRoot(parents: Int32Array, i: number): number {
  let root = i;
  while (parents[root] !== root) {
    parents[root] = parents[parents[root]!]!;
    root = parents[root]!;
  }
  return root;
}

function toMoments(sums: Float64Array): Moments | undefined {
  const count = sums[sumOne]!;
  const [x, y] = [sums[sumX]! / count, sums[sumY]! / count];
  const xx = sums[sumXx]! / count - x * x;
  const xy = sums[sumXy]! / count - x * y;
  const yy = sums[sumYy]! / count - y * y;
  const difference = Math.hypot(xx - yy, 2 * xy);
  // The variance of a side is a twelfth of its square.
  const length = Math.sqrt(6 * (xx + yy + difference));
  const height = Math.sqrt(Math.max(0, 6 * (xx + yy - difference)));
  if (height < minHeight || count < minFill * length * height) return undefined;
  if (length < minAspect * height || length > maxAspect * height) return undefined;
  return { length, height, angle: Math.atan2(2 * xy, xx - yy) / 2 };
}

/**
 * Returns the smallest rectangle around a blob, or undefined if it is much larger than `moments`.
 */
function toRectangle(moments: Moments, ends: readonly number[]): DarkRectangle | undefined {
  let best: DarkRectangle | undefined;
  for (let step = -turnSteps; step <= turnSteps; step++) {
    const rectangle = enclose(ends, moments.angle + step * turnStep);
    if (best && rectangle.length * rectangle.height >= best.length * best.height) continue;
    best = rectangle;
  }
  const area = best ? best.length * best.height : 0;
  return area <= maxExcess * moments.length * moments.height ? best : undefined;
}

/** Returns the rectangle at an angle around the dark pixels whose grown runs have these ends. */
function enclose(ends: readonly number[], angle: number): DarkRectangle {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < ends.length; i += 3) {
    for (let k = i; k < i + 2; k++) {
      const along = ends[k]! * cos + ends[i + 2]! * sin;
      const across = ends[i + 2]! * cos - ends[k]! * sin;
      if (along < left) left = along;
      if (along > right) right = along;
      if (across < top) top = across;
      if (across > bottom) bottom = across;
    }
  }
  // Pixels were grown by one in each direction; half of one is dark beyond its center.
  const reach = Math.abs(cos) + Math.abs(sin) - 0.5;
  [left, right, top, bottom] = [left + reach, right - reach, top + reach, bottom - reach];
  const toPoint = (along: number, across: number) => ({
    x: along * cos - across * sin,
    y: along * sin + across * cos,
  });
  return {
    corners: [
      toPoint(left, top),
      toPoint(right, top),
      toPoint(right, bottom),
      toPoint(left, bottom),
    ],
    length: right - left,
    height: bottom - top,
  };
}
