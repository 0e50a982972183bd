/** Where somebody looks at an object from. Lengths are millimeters, angles radians; z is up. */
export type Orbit = {
  target: Point;
  /** Counterclockwise from x, as seen from above. */
  azimuth: number;
  /** Above the level. */
  elevation: number;
  distance: number;
};

export type Point = readonly [x: number, y: number, z: number];
export type Ray = { from: Point; direction: Point };
type Box = { min: Point; max: Point };
type Size = { width: number; height: number };

/** The shorter side of the picture, as a share of its distance. */
const opening = 2 * Math.tan(Math.PI / 10);
/** Straight from above, left and right would be undefined. */
const steepest = Math.PI / 2 - 0.01;

/** Returns a look at a box from a little above, in which all of it is seen. */
export function lookAt({ min, max }: Box): Orbit {
  const target = [0, 1, 2].map((axis) => (min[axis]! + max[axis]!) / 2) as [number, number, number];
  const diagonal = Math.hypot(...[0, 1, 2].map((axis) => max[axis]! - min[axis]!));
  return {
    target,
    azimuth: -Math.PI / 3,
    elevation: Math.PI / 7,
    distance: (1.06 * diagonal) / opening,
  };
}

/** Turns round the object; `up` stops short of straight above and straight below. */
export function turn(orbit: Orbit, left: number, up: number): Orbit {
  const elevation = Math.min(steepest, Math.max(-steepest, orbit.elevation + up));
  return { ...orbit, azimuth: orbit.azimuth + left, elevation };
}

/**
 * Moves closer (factor below 1) or away, from a twentieth to three times the distance `whole` that
 * shows all.
 */
export function zoom(orbit: Orbit, factor: number, whole: number): Orbit {
  const distance = Math.min(3 * whole, Math.max(whole / 20, orbit.distance * factor));
  return { ...orbit, distance };
}

/** Moves the object along the picture, by pixels. */
export function shift(orbit: Orbit, right: number, down: number, size: Size): Orbit {
  const { x, y } = findAxes(orbit);
  const pixel = orbit.distance * findPixel(size);
  const target = [0, 1, 2].map(
    (axis) => orbit.target[axis]! + pixel * (down * y[axis]! - right * x[axis]!),
  ) as [number, number, number];
  return { ...orbit, target };
}

/** Returns the matrix from millimeters to clip space, column by column, as WebGL takes it. */
export function toMatrix(orbit: Orbit, { width, height }: Size): Float32Array {
  const { x, y, z, eye } = findAxes(orbit);
  const near = orbit.distance / 50;
  const far = orbit.distance * 50;
  const pixel = findPixel({ width, height });
  const scales = [2 / (width * pixel), 2 / (height * pixel)] as const;
  const along = (axis: Point) => -dot(axis, eye);
  const depth = (far + near) / (near - far);
  const rows = [
    [...x.map((value) => value * scales[0]), along(x) * scales[0]],
    [...y.map((value) => value * scales[1]), along(y) * scales[1]],
    [...z.map((value) => value * depth), along(z) * depth + (2 * far * near) / (near - far)],
    [...z.map((value) => -value), -along(z)],
  ];
  return Float32Array.from({ length: 16 }, (_, at) => rows[at % 4]![Math.floor(at / 4)]!);
}

/**
 * Returns where a point is in the picture, in pixels from its top left; undefined behind the eye.
 */
export function project(matrix: Float32Array, [x, y, z]: Point, { width, height }: Size) {
  const [u, v, , w] = [0, 1, 2, 3].map(
    (row) => matrix[row]! * x + matrix[4 + row]! * y + matrix[8 + row]! * z + matrix[12 + row]!,
  ) as [number, number, number, number];
  return w > 0 ? { x: ((u / w + 1) / 2) * width, y: ((1 - v / w) / 2) * height } : undefined;
}

/** Returns the ray through a place of the picture, in pixels from its top left. */
export function castRay(
  orbit: Orbit,
  place: { x: number; y: number },
  { width, height }: Size,
): Ray {
  const { x, y, z, eye } = findAxes(orbit);
  const pixel = findPixel({ width, height });
  const [right, up] = [(place.x - width / 2) * pixel, (height / 2 - place.y) * pixel];
  const direction = [0, 1, 2].map((axis) => right * x[axis]! + up * y[axis]! - z[axis]!);
  return { from: eye, direction: direction as [number, number, number] };
}

/**
 * Returns the size of a pixel at a distance of 1. A picture that is higher than wide shows as much
 * of the object to both sides as a square one.
 */
const findPixel = ({ width, height }: Size) => opening / Math.min(width, height);

/** Right, up and towards the viewer, and the place of the eye. */
function findAxes({ target, azimuth, elevation, distance }: Orbit) {
  const [sin, cos, rise, level] = [
    Math.sin(azimuth),
    Math.cos(azimuth),
    Math.sin(elevation),
    Math.cos(elevation),
  ];
  const z: Point = [cos * level, sin * level, rise];
  const x: Point = [-sin, cos, 0];
  const y: Point = [-cos * rise, -sin * rise, level];
  const eye = [0, 1, 2].map((axis) => target[axis]! + distance * z[axis]!);
  return { x, y, z, eye: eye as [number, number, number] };
}

const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
