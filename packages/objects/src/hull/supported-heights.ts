import { toPicturePixel } from "../camera/crop-area.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import { findDensestWindow } from "../geometry/densest-window.ts";
import { type DistanceField, sampleField } from "../geometry/distance-field.ts";
import { createPointBuffer, type PointBuffer } from "../geometry/point-buffer.ts";
import type { Crop } from "../silhouette/crop.ts";
import { isBesideUnknown, type Silhouette } from "../silhouette/silhouette.ts";
import type { Hull } from "./hull.ts";
import { hasContrast } from "./outline-contrast.ts";

/**
 * Rays are followed that lie this far inside an outline, in pixels. Closer ones may miss the
 * object, and deeper ones leave the hull lower down.
 */
const minInside = 0.5;
const maxInside = 1.5;

/**
 * A top is at least this wide, in millimeters, and at least this many rays wide where they are far
 * apart. Fewer rays that leave the hull higher up are wrong.
 */
const minTopWidth = 7;
const minTopRays = 5;

/**
 * The rays of the top leave the hull at most this far below the height that remains without the
 * wrong ones, in millimeters.
 */
const maxBelowTop = 6;
/** The rays that are counted together leave the hull within this height, in millimeters. */
const windowHeight = 0.8;

/** Rays that look down less than this (z of the unit direction) are not followed. */
const maxRayZ = -1e-3;

/**
 * A height that the top of the object has at least, as a view supports it by its rays, with the
 * cosine of the elevation angle of these rays (1 for a level view). Lengths in millimeters.
 */
export type SupportedHeight = {
  height: number;
  cosElevation: number;
  /** The size of a pixel at the top. */
  pixelSize: number;
};

/**
 * Returns the height of the top that each view supports, without the views that support none. A
 * viewing ray just inside an outline meets the object, and does so in the hull: the object is at
 * least as high as the point where the ray leaves the hull.
 */
export function findSupportedHeights({
  silhouettes,
  views,
  field,
  grid,
}: Pick<Hull, "silhouettes" | "views" | "field" | "grid">): SupportedHeight[] {
  const findExit = createExitFinder({ grid, values: field });
  return silhouettes.flatMap((silhouette, index) => {
    const heights = findRayHeights(silhouette, views[index]!.crop, findExit);
    return findDensest(heights.sort((a, b) => b.height - a.height)) ?? [];
  });
}

/** Returns the height that each ray just inside an outline supports. */
function findRayHeights(silhouette: Silhouette, crop: Crop, findExit: FindExit): SupportedHeight[] {
  const { left, top, scale, width, distances, camera } = silhouette;
  const rays = createViewRays(silhouette);
  const ray = createPointBuffer();
  const pixel = createPointBuffer();
  const heights: SupportedHeight[] = [];
  for (let at = 0; at < distances.length; at++) {
    const inside = distances[at]!;
    if (inside < minInside || inside > maxInside || isBesideUnknown(silhouette, at)) continue;
    if (!hasContrast(crop, silhouette, at)) continue;
    const [column, row] = [at % width, Math.floor(at / width)];
    rays.castRay(toPicturePixel(column, left, scale), toPicturePixel(row, top, scale), ray);
    const exit = findExit(rays.cameraCenter, ray);
    if (!exit) continue;
    const [x, y, z] = exit;
    rays.project(x, y, z, pixel);
    const cosElevation = Math.hypot(ray[0], ray[1]);
    const pixelSize = (scale * pixel[2]) / camera.focal;
    heights.push({ height: z + (inside * pixelSize) / cosElevation, cosElevation, pixelSize });
  }
  return heights;
}

/**
 * Returns the ray in the middle of the window of heights that holds the most rays near the top;
 * undefined if there are too few rays. `heights` begins with the highest. The highest may be wrong:
 * where the hull lacks a piece of its far rim, rays leave it too early.
 */
function findDensest(heights: readonly SupportedHeight[]): SupportedHeight | undefined {
  const [highest] = heights;
  if (!highest) return undefined;
  const middle = findDensestWindow(
    heights.map(({ height }) => height),
    {
      skipped: Math.max(minTopRays, Math.round(minTopWidth / highest.pixelSize)) - 1,
      depth: maxBelowTop,
      width: windowHeight,
    },
  );
  return middle === undefined ? undefined : heights[middle];
}

/**
 * Returns the point where a ray leaves a hull for the last time; undefined if it does not look
 * down, or is never inside.
 */
type FindExit = (
  eye: ViewRays["cameraCenter"],
  ray: PointBuffer,
) => [x: number, y: number, z: number] | undefined;

/** Prepares the search of a hull, which goes back along a ray from the mat by steps of the grid. */
function createExitFinder(hull: DistanceField): FindExit {
  const { step, origin, counts } = hull.grid;
  const ceiling = origin[2] + (counts[2] - 1) * step;
  const gradient = createPointBuffer();
  return (eye, ray) => {
    const [dx, dy, dz] = [ray[0], ray[1], ray[2]];
    if (!(dz < maxRayZ)) return undefined;
    const end = (eye[2] - step) / -dz;
    const start = (eye[2] - ceiling) / -dz;
    let outside = Number.NaN;
    for (let t = end; t > start; t -= step) {
      const value = sampleField(hull, eye[0] + t * dx, eye[1] + t * dy, eye[2] + t * dz, gradient);
      if (value > 0) {
        const isFirst = Number.isNaN(outside);
        // The surface is where the distance, linear between this point and the last, is zero.
        const exit = isFirst ? t : t + step - (step * -outside) / (value - outside);
        return [eye[0] + exit * dx, eye[1] + exit * dy, eye[2] + exit * dz];
      }
      outside = value;
    }
    return undefined;
  };
}
