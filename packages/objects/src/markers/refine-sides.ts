import type { Point } from "../geometry/homography.ts";
import type { Quad } from "./find-quad.ts";
import { type GrayPicture, sampleLight } from "./gray-picture.ts";

/**
 * Moves the corners of a dark quadrilateral to where lines through its edges meet: along each side,
 * the edge is found where the light is halfway between inside and outside. Returns undefined if a
 * side has no clear edge.
 */
export function refineSides(gray: GrayPicture, quad: Quad): Quad | undefined {
  let corners = quad;
  for (let round = 0; round < 2; round++) {
    const lines = corners.map((_, side) => fitSide(gray, corners, side));
    if (!lines.every((line) => line !== undefined)) return undefined;
    const moved = lines.map((line, side) => cross(lines[(side + 3) % 4]!, line));
    for (const [index, corner] of moved.entries()) {
      const [x, y] = quad[index]!;
      // A comparison that is false for NaN too.
      if (!(Math.hypot(corner[0] - x, corner[1] - y) < 5)) return undefined;
    }
    corners = moved as unknown as Quad;
  }
  return corners;
}

/** A line through (x, y) in the direction (dx, dy), a unit vector. */
type Line = { x: number; y: number; dx: number; dy: number };

/** Fits a line to the edge at one side of a quadrilateral. */
function fitSide(gray: GrayPicture, quad: Quad, side: number): Line | undefined {
  const [from, to] = [quad[side]!, quad[(side + 1) % 4]!];
  const [opposite, other] = [quad[(side + 2) % 4]!, quad[(side + 3) % 4]!];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  // Across the side, inwards: the quadrilateral is clockwise in the picture.
  const [nx, ny] = [-dy, dx];
  const depth =
    ((opposite[0] + other[0] - from[0] - to[0]) * nx +
      (opposite[1] + other[1] - from[1] - to[1]) * ny) /
    2;
  // The border is an eighth of the marker.
  const reach = Math.min(4, Math.max(1.5, 0.09 * depth));
  const count = Math.round(Math.min(40, Math.max(8, length)));
  const points: Point[] = [];
  for (let index = 0; index < count; index++) {
    const along = length * (0.1 + (0.8 * (index + 0.5)) / count);
    const [x, y] = [from[0] + along * dx, from[1] + along * dy];
    const off = findEdge(gray, x, y, nx, ny, reach);
    if (off !== undefined) points.push([x + off * nx, y + off * ny]);
  }
  return points.length >= count / 2 ? fitLine(points) : undefined;
}

const half = 8;
const profile = new Float64Array(2 * half + 1);

/**
 * Returns how far an edge from light to dark is along (nx, ny) from a place, at most `reach`;
 * undefined if none is clear.
 */
function findEdge(
  gray: GrayPicture,
  x: number,
  y: number,
  nx: number,
  ny: number,
  reach: number,
): number | undefined {
  let [light, dark] = [0, 1];
  for (let step = -half; step <= half; step++) {
    const off = (step * reach) / half;
    const value = sampleLight(gray, x + off * nx, y + off * ny);
    profile[step + half] = value;
    if (value > light && step < half) light = value;
    if (value < dark && step > -half) dark = value;
  }
  if (!(light > 1.6 * dark + 0.01)) return undefined;
  const middle = (light + dark) / 2;
  let [best, steepest] = [-1, 0];
  for (let index = 0; index < 2 * half; index++) {
    if (profile[index]! < middle || profile[index + 1]! >= middle) continue;
    const drop = profile[Math.max(0, index - 1)]! - profile[Math.min(2 * half, index + 2)]!;
    if (drop > steepest) [best, steepest] = [index, drop];
  }
  if (best < 0) return undefined;
  const part = (profile[best]! - middle) / (profile[best]! - profile[best + 1]!);
  return ((best + part - half) * reach) / half;
}

/** Fits a line by the squared distances, without the points that are far off. */
function fitLine(points: readonly Point[]): Line {
  let kept = points;
  for (let round = 0; ; round++) {
    const line = fitAll(kept);
    if (round === 2) return line;
    const off = points.map(([x, y]) => Math.abs((x - line.x) * line.dy - (y - line.y) * line.dx));
    const middle = [...off].sort((a, b) => a - b)[off.length >> 1]!;
    kept = points.filter((_, index) => off[index]! <= Math.max(0.15, 3 * middle));
  }
}

function fitAll(points: readonly Point[]): Line {
  let [x, y] = [0, 0];
  for (const point of points) {
    x += point[0] / points.length;
    y += point[1] / points.length;
  }
  let [xx, xy, yy] = [0, 0, 0];
  for (const point of points) {
    xx += (point[0] - x) ** 2;
    xy += (point[0] - x) * (point[1] - y);
    yy += (point[1] - y) ** 2;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  return { x, y, dx: Math.cos(angle), dy: Math.sin(angle) };
}

/** Returns where two lines meet; not finite if they are parallel. */
function cross(a: Line, b: Line): Point {
  const t = ((b.x - a.x) * b.dy - (b.y - a.y) * b.dx) / (a.dx * b.dy - a.dy * b.dx);
  return [a.x + t * a.dx, a.y + t * a.dy];
}
