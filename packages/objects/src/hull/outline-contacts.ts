import { toPicturePixel } from "../camera/crop-area.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import { clipRay } from "../geometry/clip-ray.ts";
import { type DistanceField, sampleField } from "../geometry/distance-field.ts";
import { createPointBuffer, type PointBuffer } from "../geometry/point-buffer.ts";
import { boxSum } from "../silhouette/box-sum.ts";
import { isBesideUnknown, type Silhouette, unknown } from "../silhouette/silhouette.ts";

/**
 * The segments on which the viewing rays along the outline of one view touch the hull. The object
 * touches each ray somewhere on its segment.
 */
export type ViewContacts = {
  /** Where the camera is, in millimeters. */
  cameraCenter: readonly [x: number, y: number, z: number];
  /** The two ends of each segment in millimeters: x, y and z of one, then of the other. */
  segments: Float32Array;
  /** How far apart two neighboring rays are on the object, on average, in millimeters. */
  spacing: number;
  /** The share of the rays along the outline that miss the hull by more than 0.8 mm, 0 to 1. */
  missedShare: number;
};

/**
 * A ray touches the hull where its depth in it is at most this much less than its maximum, in
 * millimeters.
 */
const depthTolerance = 0.1;
/**
 * A ray that stays more than this outside the hull, in millimeters, does not touch it: its outline
 * is wrong there, or those of other views are.
 */
const maxGap = 0.8;
/**
 * Segments of up to this length, in millimeters, shrink to their middle. Longer ones lose half of
 * it at each end, where they may lie on the bulge of a plane face.
 */
const maxCentered = 2;
/**
 * A ray is followed by steps of up to this, in millimeters: unknown nodes count as far outside, but
 * may lie beside the object.
 */
const maxStride = 3;
/** Outlines are smoothed over squares of this radius, in pixels. */
const smoothingRadius = 2;
/** At most this many rays of a view are followed: more do not change the result. */
const maxRays = 1500;

/**
 * Finds where the outlines of all views touch the hull, which is given by its signed distances. A
 * view without a known outline has no segments. `pixelSize` is the size of a pixel of the pictures
 * on the object, in millimeters.
 */
export function findContacts(
  silhouettes: readonly Silhouette[],
  hull: DistanceField,
  pixelSize: number,
): ViewContacts[] {
  return silhouettes.map((silhouette) => findViewContacts(silhouette, hull, pixelSize));
}

function findViewContacts(
  silhouette: Silhouette,
  hull: DistanceField,
  pixelSize: number,
): ViewContacts {
  const { left, top, scale } = silhouette;
  const rays = createViewRays(silhouette);
  const points = findOutlinePoints(silhouette);
  const stride = Math.max(1, points.length / 2 / maxRays);
  const trace = createTrace(rays, hull);
  const direction = createPointBuffer();
  const segments: number[] = [];
  let [cast, missed] = [0, 0];
  for (let index = 0; index < points.length / 2; index += stride) {
    const at = 2 * Math.floor(index);
    const column = toPicturePixel(points[at]!, left, scale);
    const row = toPicturePixel(points[at + 1]!, top, scale);
    rays.castRay(column, row, direction);
    cast++;
    const segment = trace(direction);
    if (!segment) missed++;
    else segments.push(...segment);
  }
  return {
    cameraCenter: rays.cameraCenter,
    segments: Float32Array.from(segments),
    // A straight line of random direction crosses 4 / pi grid lines for each pixel of its length.
    spacing: (stride * scale * pixelSize * Math.PI) / 4,
    missedShare: cast === 0 ? 0 : missed / cast,
  };
}

/** Returns the column and the row of each point at which the outline crosses the pixel grid. */
function findOutlinePoints(silhouette: Silhouette): number[] {
  const { width, height } = silhouette;
  const distances = smoothDistances(silhouette);
  const points: number[] = [];
  for (let row = 0; row < height - 1; row++) {
    for (let column = 0; column < width - 1; column++) {
      const at = row * width + column;
      const here = distances[at] ?? unknown;
      if (here === unknown) continue;
      for (const isDown of [false, true]) {
        const next = distances[at + (isDown ? width : 1)] ?? unknown;
        if (next === unknown || here > 0 === next > 0 || isBesideUnknown(silhouette, at)) continue;
        const part = here / (here - next);
        points.push(isDown ? column : column + part, isDown ? row + part : row);
      }
    }
  }
  return points;
}

/**
 * Averages signed distances over squares, so that noise of the outline averages out along it.
 * Pixels that are not known do not count, and are not known afterwards.
 */
function smoothDistances({ distances, width, height }: Silhouette): Float32Array {
  const known = distances.map((distance) => (distance === unknown ? 0 : 1));
  const values = distances.map((distance) => (distance === unknown ? 0 : distance));
  const counts = boxSum(known, width, height, smoothingRadius);
  const sums = boxSum(values, width, height, smoothingRadius);
  return sums.map((sum, at) => (known[at] === 1 ? sum / counts[at]! : unknown));
}

type Segment = [ax: number, ay: number, az: number, bx: number, by: number, bz: number];

/**
 * Returns a function that traces a ray from the camera along a unit direction, and returns the
 * segment on which it touches the hull; undefined if it does not.
 */
function createTrace(
  { cameraCenter: eye }: ViewRays,
  hull: DistanceField,
): (direction: PointBuffer) => Segment | undefined {
  const { step } = hull.grid;
  const gradient = createPointBuffer();
  return (direction) => {
    const [dx, dy, dz] = [direction[0], direction[1], direction[2]];
    const range = clipRay(eye, direction, hull.grid);
    if (!range) return undefined;
    const sample = (t: number) =>
      sampleField(hull, eye[0] + t * dx, eye[1] + t * dy, eye[2] + t * dz, gradient);
    const samples: [t: number, depth: number][] = [];
    let deepest = -Infinity;
    for (let t = range.from; t <= range.to; ) {
      const depth = sample(t);
      if (depth > -maxGap) samples.push([t, depth]);
      if (depth > deepest) deepest = depth;
      t += Math.max(step / 2, Math.min(maxStride, (-depth - maxGap) / 2));
    }
    if (deepest < -maxGap) return undefined;
    const touching = samples.filter(([, depth]) => depth >= deepest - depthTolerance);
    const first = touching[0]?.[0] ?? 0;
    const last = touching.at(-1)?.[0] ?? 0;
    const cut = Math.min((last - first) / 2, maxCentered / 2);
    const [a, b] = [first + cut, last - cut];
    return [
      eye[0] + a * dx,
      eye[1] + a * dy,
      eye[2] + a * dz,
      eye[0] + b * dx,
      eye[1] + b * dy,
      eye[2] + b * dz,
    ];
  };
}
