import { castPixelRay } from "../camera/cast-pixel-ray.ts";
import { createViewRays } from "../camera/view-rays.ts";
import { type RigidTransform, rotateVector, transformPoint } from "../geometry/rigid-transform.ts";
import { readVector, type Vector } from "../geometry/vector.ts";
import { isBesideUnknown, type Silhouette } from "../silhouette/silhouette.ts";
import { thinOut } from "./thin-out.ts";

/** A viewing ray: where it begins, and its direction as a unit vector. */
export type Ray = { origin: Vector; direction: Vector };

/** A viewing ray just inside an outline, and how far inside at the object, in millimeters. */
export type OutlineRay = Ray & { depth: number };

/** About how many rays stand for an outline. */
const raysPerView = 60;

/** Returns rays along the outlines of a pass, whose shape has the given centroid. */
export function castOutlines(
  silhouettes: readonly Silhouette[],
  centroid: Readonly<Vector>,
): OutlineRay[] {
  return silhouettes.flatMap((silhouette) => castOutline(silhouette, centroid));
}

function castOutline(silhouette: Silhouette, centroid: Readonly<Vector>): OutlineRay[] {
  const { scale, camera } = silhouette;
  const rays = createViewRays(silhouette);
  const out = new Float64Array(3);
  rays.project(...centroid, out);
  const [, , distance] = readVector(out, 0);
  const pixelSize = (scale * distance) / camera.focal;
  return thinOut(findRim(silhouette), raysPerView).map(({ pixel, depth }) => {
    castPixelRay(rays, silhouette, pixel, out);
    const direction = readVector(out, 0);
    return { origin: rays.cameraCenter, direction, depth: depth * pixelSize };
  });
}

/** A pixel of an outline, and how far inside it is, in pixels of the crop. */
type RimPixel = { pixel: number; depth: number };

/** Returns the outermost pixels of a silhouette, row by row, where the outline is known. */
function findRim(silhouette: Silhouette): RimPixel[] {
  const rim: RimPixel[] = [];
  for (const [pixel, depth] of silhouette.distances.entries()) {
    if (depth > 0 && depth <= 1 && !isBesideUnknown(silhouette, pixel)) rim.push({ pixel, depth });
  }
  return rim;
}

/** Writes the transformed ray into `out`. */
export function transformRay(
  transform: RigidTransform,
  { origin, direction }: Readonly<Ray>,
  out: Ray,
): void {
  transformPoint(transform, origin[0], origin[1], origin[2], out.origin);
  rotateVector(transform.rotation, direction, out.direction);
}
