import type { Point } from "../geometry/homography.ts";
import { median } from "../geometry/median.ts";
import type { Quad } from "./find-quad.ts";
import { type GrayPicture, sampleLight } from "./gray-picture.ts";

/** The distance that a corner may move, in pixels: outlines of pixels are exact to one or two. */
const maxMove = 5;
/** An edge is clear if white has this factor and this difference more light than black. */
const minContrast = 1.6;
const minDifference = 0.01;
/** The profiles across a side: one a pixel, within these limits. */
const minProfiles = 8;
const maxProfiles = 40;
/** The samples of a profile on each side of the rough edge, besides one on it. */
const profileReach = 8;
/** The smallest distance of an outlier from a line, in pixels: closer points are noise. */
const minOutlier = 0.15;

/**
 * Moves the corners of a dark quadrilateral to where lines through its edges meet. Along each side,
 * the edge is where the light is halfway between inside and outside. Returns undefined if a side
 * has no clear edge.
 */
export function refineSides(gray: GrayPicture, rough: Quad): Quad | undefined {
  const profile = new Float64Array(2 * profileReach + 1);
  let [a, b, c, d] = rough;
  for (let round = 0; round < 2; round++) {
    const top = fitSide(gray, [a, b, c, d], profile);
    const right = fitSide(gray, [b, c, d, a], profile);
    const bottom = fitSide(gray, [c, d, a, b], profile);
    const left = fitSide(gray, [d, a, b, c], profile);
    if (!top || !right || !bottom || !left) return undefined;
    [a, b, c, d] = [cross(left, top), cross(top, right), cross(right, bottom), cross(bottom, left)];
    if (![a, b, c, d].every((corner, index) => isNear(corner, rough[index]))) return undefined;
  }
  return [a, b, c, d];
}

/** Tells whether a corner moved little; a corner that is NaN did not. */
const isNear = ([x, y]: Point, rough: Point | undefined) =>
  rough !== undefined && Math.hypot(x - rough[0], y - rough[1]) < maxMove;

/** A line through (x, y) in the direction (dx, dy), a unit vector. */
type Line = { x: number; y: number; dx: number; dy: number };

/** Fits a line to the edge at the first side of a quadrilateral, from `from` to `to`. */
function fitSide(
  gray: GrayPicture,
  [from, to, opposite, other]: Quad,
  profile: Float64Array,
): Line | undefined {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  // Across the side, inwards: the quadrilateral is clockwise in the picture.
  const [nx, ny] = [-dy, dx];
  const depth =
    ((opposite[0] + other[0] - from[0] - to[0]) * nx +
      (opposite[1] + other[1] - from[1] - to[1]) * ny) /
    2;
  // The border is an eighth of the marker; a profile ends before the bits behind it.
  const reach = Math.min(4, Math.max(1.5, 0.09 * depth));
  const count = Math.round(Math.min(maxProfiles, Math.max(minProfiles, length)));
  const points: Point[] = [];
  for (let index = 0; index < count; index++) {
    const along = length * (0.1 + (0.8 * (index + 0.5)) / count);
    const [x, y] = [from[0] + along * dx, from[1] + along * dy];
    readProfile(gray, { x, y, dx: nx, dy: ny }, reach, profile);
    const offset = findEdge(profile);
    if (offset === undefined) continue;
    const distance = (offset * reach) / profileReach;
    points.push([x + distance * nx, y + distance * ny]);
  }
  return points.length >= count / 2 ? fitRobustLine(points) : undefined;
}

/** Writes the light along a line into `out`, from `-reach` to `reach` pixels. */
function readProfile(
  gray: GrayPicture,
  { x, y, dx, dy }: Line,
  reach: number,
  out: Float64Array,
): void {
  for (let step = -profileReach; step <= profileReach; step++) {
    const distance = (step * reach) / profileReach;
    out[step + profileReach] = sampleLight(gray, x + distance * dx, y + distance * dy);
  }
}

/**
 * Returns the steps from the middle of a profile to its steepest edge from light to dark; undefined
 * if none is clear.
 */
function findEdge(profile: Float64Array): number | undefined {
  let [light, dark] = [0, 1];
  for (let index = 0; index < profile.length; index++) {
    const value = profile[index]!;
    if (value > light && index < profile.length - 1) light = value;
    if (value < dark && index > 0) dark = value;
  }
  if (!(light > minContrast * dark + minDifference)) return undefined;
  const middle = (light + dark) / 2;
  let edge: number | undefined;
  let maxDrop = 0;
  for (let index = 0; index + 1 < profile.length; index++) {
    const [here, next] = [profile[index]!, profile[index + 1]!];
    if (here < middle || next >= middle) continue;
    const before = profile[index - 1] ?? here;
    const after = profile[index + 2] ?? next;
    if (!(before - after > maxDrop)) continue;
    maxDrop = before - after;
    edge = index + (here - middle) / (here - next) - profileReach;
  }
  return edge;
}

/** Fits a line, then twice more without outliers: points of more than three median distances. */
function fitRobustLine(points: readonly Point[]): Line {
  let line = fitLine(points);
  for (let round = 0; round < 2; round++) {
    const { x, y, dx, dy } = line;
    const findDistance = (point: Point) => Math.abs((point[0] - x) * dy - (point[1] - y) * dx);
    const maxDistance = Math.max(minOutlier, 3 * median(points.map(findDistance)));
    line = fitLine(points.filter((point) => findDistance(point) <= maxDistance));
  }
  return line;
}

/** Fits a line to points by least squares of their distances from it. */
function fitLine(points: readonly Point[]): Line {
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
