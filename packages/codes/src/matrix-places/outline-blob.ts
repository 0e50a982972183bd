import type { Corners } from "../geometry/corners.ts";
import type { Point } from "../geometry/point.ts";
import { type Plane, soften } from "../plane.ts";

/** The number of directions in which a blob is measured, and of the points of its outline. */
const directionCount = 24;
/** The minimum size of a blob as a part of the plane. */
const minPart = 0.04;
/** The minimum darkness of the neighborhood of a pixel of a blob: a fifth of 255. */
const minGrown = 50;
/** The maximum ratio of the longest to the shortest side of an outline. */
const maxSideRatio = 2;
/** The long side of the plane divided by the radius of the surroundings of a pixel. */
const surroundingsDivisor = 5;
/** The maximum radius of the surroundings of a pixel, in pixels. */
const maxSurroundings = 31;

/**
 * Returns the quadrilateral around the largest dark blob of a plane, clockwise in the picture,
 * which may be a matrix code. Dark pixels are at least `contrast` gray levels darker than their
 * surroundings, and grow into each other by `reach` pixels. Returns undefined if there is no such
 * blob, or if its outline is not about a square.
 */
export function outlineBlob(plane: Plane, reach: number, contrast: number): Corners | undefined {
  const { width, height } = plane;
  const dark = findDark(plane, contrast);
  const grown = soften({ ...plane, data: dark }, reach).data;
  const blob = findLargest(grown, width, height);
  if (!blob) return undefined;
  const points = listExtremes(blob, width, dark);
  const corners = points && fitQuadrilateral(points);
  return corners && isSquarish(corners) ? corners : undefined;
}

/** Returns 255 for each pixel that is darker than its surroundings, 0 for all others. */
function findDark(plane: Plane, contrast: number): Uint8Array {
  const radius = Math.min(
    maxSurroundings,
    Math.round(Math.max(plane.width, plane.height) / surroundingsDivisor),
  );
  const surroundings = soften(plane, radius).data;
  const dark = new Uint8Array(surroundings.length);
  for (let i = 0; i < dark.length; i++) {
    if (plane.data[i]! + contrast < surroundings[i]!) dark[i] = 255;
  }
  return dark;
}

/** Returns the indices of the pixels of the largest blob of `grown`, without the plane's edge. */
function findLargest(grown: Uint8Array, width: number, height: number): Int32Array | undefined {
  const isFree = new Uint8Array(grown.length);
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++)
      isFree[i] = grown[i]! > minGrown ? 1 : 0;
  }
  let largest: Int32Array | undefined;
  const queue = new Int32Array(grown.length);
  let count = 0;
  const addPixel = (i: number) => {
    if (!isFree[i]) return;
    isFree[i] = 0;
    queue[count++] = i;
  };
  for (let seed = 0; seed < grown.length; seed++) {
    if (!isFree[seed]) continue;
    count = 0;
    addPixel(seed);
    for (let next = 0; next < count; next++) {
      const i = queue[next]!;
      addPixel(i - 1);
      addPixel(i + 1);
      addPixel(i - width);
      addPixel(i + width);
    }
    if (count > (largest?.length ?? grown.length * minPart)) largest = queue.slice(0, count);
  }
  return largest;
}

/** Returns the dark pixels of a blob that reach farthest in each direction. */
function listExtremes(blob: Int32Array, width: number, dark: Uint8Array): Point[] {
  const best = new Float64Array(directionCount).fill(-Infinity);
  const points: Point[] = new Array(directionCount);
  const axes = Array.from({ length: directionCount }, (_, k) => {
    const angle = ((k + 0.5) * 2 * Math.PI) / directionCount;
    return { x: Math.cos(angle), y: Math.sin(angle) };
  });
  for (const i of blob) {
    if (!dark[i] || (dark[i - 1] && dark[i + 1])) continue;
    const x = i % width;
    const y = (i - x) / width;
    for (let k = 0; k < directionCount; k++) {
      const distance = x * axes[k]!.x + y * axes[k]!.y;
      if (distance <= best[k]!) continue;
      best[k] = distance;
      points[k] = { x, y };
    }
  }
  return points.filter((point) => point !== undefined);
}

/**
 * Returns the four points that span the largest area. The points are sorted by their directions.
 */
function fitQuadrilateral(points: readonly Point[]): Corners | undefined {
  let maxArea = 0;
  let corners: Corners | undefined;
  const count = points.length;
  for (let a = 0; a < count; a++) {
    for (let c = a + 2; c < count; c++) {
      const [p, q] = [points[a]!, points[c]!];
      const left = findFarthest(points, a + 1, c, p, q, 1);
      const right = findFarthest(points, c + 1, count + a, p, q, -1);
      if (!left || !right || left.area + right.area <= maxArea) continue;
      maxArea = left.area + right.area;
      corners = [p, left.point, q, right.point];
    }
  }
  return corners;
}

/** Returns the point that is farthest from the line through `p` and `q`, on the side of `sign`. */
function findFarthest(
  points: readonly Point[],
  from: number,
  to: number,
  p: Point,
  q: Point,
  sign: number,
): { point: Point; area: number } | undefined {
  let best: { point: Point; area: number } | undefined;
  for (let k = from; k < to; k++) {
    const point = points[k % points.length]!;
    const area = -sign * ((q.x - p.x) * (point.y - p.y) - (q.y - p.y) * (point.x - p.x));
    if (area > (best?.area ?? 0)) best = { point, area };
  }
  return best;
}

/** Whether the sides of a quadrilateral are about equally long. */
function isSquarish(corners: Corners): boolean {
  const sides = corners.map((point, i) => {
    const next = corners[(i + 1) % 4]!;
    return Math.hypot(next.x - point.x, next.y - point.y);
  });
  return Math.min(...sides) * maxSideRatio > Math.max(...sides);
}
