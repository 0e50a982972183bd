/** A camera that looks at a target. Lengths are in millimeters, angles in radians, and z is up. */
export type Orbit = {
  target: Point;
  /** Counterclockwise from x, as seen from above. */
  azimuth: number;
  /** Above the horizontal plane. */
  elevation: number;
  distance: number;
};

export type Point = readonly [x: number, y: number, z: number];
export type Ray = { from: Point; direction: Point };
type Box = { min: Point; max: Point };
type Size = { width: number; height: number };

/** The shorter side of the view at a distance of 1: the field of view is 36 degrees. */
const viewSide = 2 * Math.tan(Math.PI / 10);
/**
 * The maximum elevation up or down, in radians. It is less than a right angle, because left and
 * right are undefined straight above the object.
 */
const maxElevation = Math.PI / 2 - 0.01;

/** The shorter side of the view in which a box is shown, as a multiple of the box's diagonal. */
const fitFactor = 1.06;
/** The limits of the distance, as multiples of the distance at which all of the object is seen. */
const minDistanceFactor = 1 / 20;
const maxDistanceFactor = 3;

/** Returns an orbit from which all of a box is seen, from a little above. */
export function lookAt({ min, max }: Box): Orbit {
  const diagonal = Math.hypot(...toPoint((axis) => max[axis] - min[axis]));
  return {
    target: toPoint((axis) => (min[axis] + max[axis]) / 2),
    azimuth: -Math.PI / 3,
    elevation: Math.PI / 7,
    distance: (fitFactor * diagonal) / viewSide,
  };
}

/** Turns the camera around the object, by radians. It never gets straight above or below. */
export function turn(orbit: Orbit, left: number, up: number): Orbit {
  const elevation = Math.min(maxElevation, Math.max(-maxElevation, orbit.elevation + up));
  return { ...orbit, azimuth: orbit.azimuth + left, elevation };
}

/**
 * Multiplies the distance by `factor`, within limits that depend on `fitDistance`, the distance at
 * which all of the object is seen.
 */
export function zoom(orbit: Orbit, factor: number, fitDistance: number): Orbit {
  const minDistance = minDistanceFactor * fitDistance;
  const maxDistance = maxDistanceFactor * fitDistance;
  const distance = Math.min(maxDistance, Math.max(minDistance, orbit.distance * factor));
  return { ...orbit, distance };
}

/** Moves the object right and down in the picture, by pixels of a picture of this size. */
export function pan(orbit: Orbit, right: number, down: number, size: Size): Orbit {
  const { x, y } = findAxes(orbit);
  const pixelSize = orbit.distance * findPixelSize(size);
  const target = toPoint(
    (axis) => orbit.target[axis] + pixelSize * (down * y[axis] - right * x[axis]),
  );
  return { ...orbit, target };
}

/** Returns the matrix from millimeters to clip space, in column-major order as WebGL takes it. */
export function toMatrix(orbit: Orbit, { width, height }: Size): Float32Array {
  const { x, y, z, eye } = findAxes(orbit);
  const nearPlane = orbit.distance / 50;
  const farPlane = orbit.distance * 50;
  const pixelSize = findPixelSize({ width, height });
  const scales = [2 / (width * pixelSize), 2 / (height * pixelSize)] as const;
  const translate = (axis: Point) => -dot(axis, eye);
  const depthScale = (farPlane + nearPlane) / (nearPlane - farPlane);
  const depthShift = (2 * farPlane * nearPlane) / (nearPlane - farPlane);
  const rows = [
    [...x.map((value) => value * scales[0]), translate(x) * scales[0]],
    [...y.map((value) => value * scales[1]), translate(y) * scales[1]],
    [...z.map((value) => value * depthScale), translate(z) * depthScale + depthShift],
    [...z.map((value) => -value), -translate(z)],
  ];
  return Float32Array.from({ length: 16 }, (_, index) => rows[index % 4]![Math.floor(index / 4)]!);
}

/**
 * Returns the position of a point in the picture, in pixels from its top left; undefined if the
 * point is behind the eye.
 */
export function project(matrix: Float32Array, [x, y, z]: Point, { width, height }: Size) {
  const [u, v, , w] = [0, 1, 2, 3].map(
    (row) => matrix[row]! * x + matrix[4 + row]! * y + matrix[8 + row]! * z + matrix[12 + row]!,
  ) as [number, number, number, number];
  return w > 0 ? { x: ((u / w + 1) / 2) * width, y: ((1 - v / w) / 2) * height } : undefined;
}

/** Returns the ray through a point of the picture, in pixels from its top left. */
export function castRay(
  orbit: Orbit,
  point: { x: number; y: number },
  { width, height }: Size,
): Ray {
  const { x, y, z, eye } = findAxes(orbit);
  const pixelSize = findPixelSize({ width, height });
  const [right, up] = [(point.x - width / 2) * pixelSize, (height / 2 - point.y) * pixelSize];
  return { from: eye, direction: toPoint((axis) => right * x[axis] + up * y[axis] - z[axis]) };
}

/**
 * Returns the size of a pixel at a distance of 1. The shorter side of the picture determines it, so
 * that an object that fits into a square fits into every picture.
 */
const findPixelSize = ({ width, height }: Size) => viewSide / Math.min(width, height);

/** Returns the axes of the view (x right, y up, z towards the eye) and the position of the eye. */
function findAxes({ target, azimuth, elevation, distance }: Orbit) {
  const [sinAzimuth, cosAzimuth, sinElevation, cosElevation] = [
    Math.sin(azimuth),
    Math.cos(azimuth),
    Math.sin(elevation),
    Math.cos(elevation),
  ];
  const z: Point = [cosAzimuth * cosElevation, sinAzimuth * cosElevation, sinElevation];
  const x: Point = [-sinAzimuth, cosAzimuth, 0];
  const y: Point = [-cosAzimuth * sinElevation, -sinAzimuth * sinElevation, cosElevation];
  return { x, y, z, eye: toPoint((axis) => target[axis] + distance * z[axis]) };
}

/** Returns the point whose coordinates a function returns for each axis. */
const toPoint = (coordinate: (axis: 0 | 1 | 2) => number): Point => [
  coordinate(0),
  coordinate(1),
  coordinate(2),
];

const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
