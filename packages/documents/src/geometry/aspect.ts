import type { Point, Quad } from "../quad.ts";

/**
 * The focal length of the usual camera of a phone (26 mm where the film's diagonal is 43.3 mm) over
 * the diagonal.
 */
const usualFocalLength = 0.62;
/** The standard deviation of focal lengths, as a natural logarithm. */
const focalDeviation = 0.3;
/** The standard deviation of the measured angle of a page's corner, in radians. */
const angleDeviation = 0.003;
/** The number of focal lengths that are tried to each side of the usual one. */
const focalSteps = 300;
/** The range of these focal lengths to each side, in standard deviations. */
const maxDeviations = 4;

/**
 * Returns the width of the page over its height, from four corners in a picture whose middle the
 * lens looks at. The two vanishing points give the focal length and with it the ratio (Zhang and
 * He, Whiteboard Scanning and Image Enhancement, 2007, section 3). The less the page is tilted
 * about one of its axes, the less they say about the focal length, and the more the usual one of a
 * phone counts. For a page seen from the front, the ratio is that of the mean side lengths.
 */
export function estimateAspect(quad: Quad, picture: { width: number; height: number }): number {
  const diagonal = Math.hypot(picture.width, picture.height);
  const axes = findAxes(
    quad.map(({ x, y }) => ({
      x: (x - picture.width / 2) / diagonal,
      y: (y - picture.height / 2) / diagonal,
    })),
  );
  if (!axes) return meanSides(quad);
  const [across, down] = axes;
  let [best, aspect] = [Number.POSITIVE_INFINITY, meanSides(quad)];
  for (let step = -focalSteps; step <= focalSteps; step++) {
    const deviation = (step / focalSteps) * maxDeviations;
    const focalLength = usualFocalLength * Math.exp(deviation * focalDeviation);
    const [width, height] = [length(across, focalLength), length(down, focalLength)];
    const cosine =
      ((across.x * down.x + across.y * down.y) / focalLength ** 2 + across.z * down.z) /
      (width * height);
    const cost = (cosine / angleDeviation) ** 2 + deviation ** 2;
    if (cost < best) [best, aspect] = [cost, width / height];
  }
  return aspect;
}

/** A side of the page as a vector of space. */
type Axis = { x: number; y: number; z: number };

/**
 * The sides of the page as vectors of space for a focal length of 1. Undefined if three corners lie
 * on a line.
 */
function findAxes([a, b, c, d]: Point[]): [across: Axis, down: Axis] | undefined {
  const [rest, right, bottom] = [
    triple(a!, c!, d!) / triple(b!, c!, d!),
    triple(b!, c!, d!),
    triple(a!, c!, b!) / triple(d!, c!, b!),
  ];
  if (right === 0 || !Number.isFinite(rest) || !Number.isFinite(bottom)) return undefined;
  const toAxis = (corner: Point, depth: number): Axis => ({
    x: depth * corner.x - a!.x,
    y: depth * corner.y - a!.y,
    z: depth - 1,
  });
  return [toAxis(b!, rest), toAxis(d!, bottom)];
}

/** The triple product of three points, each as a vector (x, y, 1). */
function triple(a: Point, b: Point, c: Point): number {
  return a.x * b.y - a.y * b.x + (b.x * c.y - b.y * c.x) + (c.x * a.y - c.y * a.x);
}

function length({ x, y, z }: Axis, focalLength: number): number {
  return Math.hypot(x / focalLength, y / focalLength, z);
}

function meanSides([a, b, c, d]: Quad): number {
  const side = (from: Point, to: Point) => Math.hypot(to.x - from.x, to.y - from.y);
  return (side(a, b) + side(d, c)) / (side(a, d) + side(b, c));
}
