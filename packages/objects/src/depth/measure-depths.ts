import type { Viewpoint } from "../camera/camera.ts";
import { castPixelRay } from "../camera/cast-pixel-ray.ts";
import { type CropArea, toCropPixel } from "../camera/crop-area.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import { type DepthView, isInsideHull } from "./depth-view.ts";
import { findPeak } from "./find-peak.ts";
import {
  type CorrelationBuffers,
  correlateWindows,
  sumWindows,
  type WarpedView,
  type WindowSums,
} from "./window-correlation.ts";

/**
 * The depth map of a view. `ranges` has how far the viewing ray of each pixel goes until it meets
 * the surface, in millimeters; 0 where that is not known.
 */
export type DepthMap = Viewpoint & { area: CropArea; ranges: Float32Array };

/**
 * The depths of the sweep, along the viewing rays behind the hull, in millimeters. It begins in
 * front of the hull, so that a surface on the hull is a peak within the sweep. Hollows deeper than
 * `maxDepth` stay filled. A step is about as large as a pixel on the object.
 */
const minDepth = -2;
const maxDepth = 24;
const depthStep = 1;
const depthCount = (maxDepth - minDepth) / depthStep + 1;

/** The view whose depths are measured, and what does not change during its sweep. */
type Reference = {
  view: DepthView;
  cameraCenter: ViewRays["cameraCenter"];
  /** 1 for each pixel whose depth is looked for, else 0. */
  isKnown: Float32Array;
  /** The unit direction of the viewing ray of each known pixel. */
  directions: Float32Array;
  sums: WindowSums;
};

type Neighbor = DepthView & { rays: ViewRays };

/**
 * Measures the depth of the surface behind the hull at each pixel of a view by a depth sweep: it is
 * known where, at one depth alone, the window around the pixel correlates with those of two
 * neighboring views.
 */
export function measureDepths(view: DepthView, neighbors: readonly DepthView[]): DepthMap {
  const { camera, pose, area, hullRanges } = view;
  const reference = prepareReference(view);
  const scores = sweepDepths(reference, neighbors);
  const size = hullRanges.length;
  const ranges = new Float32Array(size);
  const profile = new Float32Array(depthCount);
  for (let pixel = 0; pixel < size; pixel++) {
    if (!reference.isKnown[pixel]) continue;
    for (let index = 0; index < depthCount; index++) {
      profile[index] = scores[index * size + pixel]!;
    }
    const peak = findPeak(profile);
    if (peak) {
      const depth = minDepth + peak.index * depthStep + peak.shift * depthStep;
      ranges[pixel] = hullRanges[pixel]! + depth;
    }
  }
  return { camera, pose, area, ranges };
}

function prepareReference(view: DepthView): Reference {
  const { area, gray, hullRanges } = view;
  const rays = createViewRays(view);
  const isKnown = hullRanges.map((_, pixel) => (isInsideHull(view, pixel) ? 1 : 0));
  const directions = new Float32Array(3 * gray.length);
  const ray = new Float64Array(3);
  for (let pixel = 0; pixel < gray.length; pixel++) {
    if (!isKnown[pixel]) continue;
    castPixelRay(rays, area, pixel, ray);
    directions.set(ray, 3 * pixel);
  }
  const sums = sumWindows({ gray, width: area.width, height: area.height }, isKnown);
  return { view, cameraCenter: rays.cameraCenter, isKnown, directions, sums };
}

/**
 * Returns the score volume of a reference view: for each depth of the sweep, one after another, and
 * each pixel the mean of the two highest correlations with neighbors, from -1 to 1. Neighbors from
 * which the surface is hidden do not lower it.
 */
function sweepDepths(reference: Reference, neighbors: readonly DepthView[]): Float32Array {
  const { area, gray } = reference.view;
  const size = gray.length;
  const prepared = neighbors.map((view) => ({ ...view, rays: createViewRays(view) }));
  const warped = createWarpedView(reference);
  const buffers = createBuffers(size);
  const scores = new Float32Array(depthCount * size);
  const best = new Float32Array(size);
  const second = new Float32Array(size);
  for (let index = 0; index < depthCount; index++) {
    best.fill(-1);
    second.fill(-1);
    for (const neighbor of prepared) {
      warpView(reference, neighbor, minDepth + index * depthStep, warped);
      const sums =
        warped.isVisible === reference.isKnown
          ? reference.sums
          : sumWindows({ gray, width: area.width, height: area.height }, warped.isVisible);
      keepBest(correlateWindows(sums, warped, area, buffers), best, second);
    }
    for (let pixel = 0; pixel < size; pixel++) {
      scores[index * size + pixel] = (best[pixel]! + second[pixel]!) / 2;
    }
  }
  return scores;
}

const createWarpedView = ({ isKnown }: Reference): WarpedView => ({
  isVisible: isKnown,
  values: new Float32Array(isKnown.length),
  squares: new Float32Array(isKnown.length),
  products: new Float32Array(isKnown.length),
});

const createBuffers = (size: number): CorrelationBuffers => ({
  values: new Float32Array(size),
  squares: new Float32Array(size),
  products: new Float32Array(size),
  correlations: new Float32Array(size),
});

/**
 * Warps a neighbor to the pixels of the reference view, as if the surface lay at a depth behind the
 * hull. Overwrites `warped`.
 */
function warpView(
  { view: { gray, hullRanges }, cameraCenter, isKnown, directions }: Reference,
  neighbor: Neighbor,
  depth: number,
  warped: WarpedView,
): void {
  const { left, top, scale } = neighbor.area;
  const { values, squares, products } = warped;
  warped.isVisible = isKnown;
  for (const terms of [values, squares, products]) terms.fill(0);
  const projected = new Float64Array(3);
  for (let pixel = 0; pixel < gray.length; pixel++) {
    if (!isKnown[pixel]) continue;
    const range = hullRanges[pixel]! + depth;
    neighbor.rays.project(
      cameraCenter[0] + range * directions[3 * pixel]!,
      cameraCenter[1] + range * directions[3 * pixel + 1]!,
      cameraCenter[2] + range * directions[3 * pixel + 2]!,
      projected,
    );
    const column = toCropPixel(projected[0]!, left, scale);
    const row = toCropPixel(projected[1]!, top, scale);
    const value = sampleGray(neighbor, column, row);
    if (Number.isNaN(value)) {
      // Most neighbors show all known pixels, and share the array of the reference view.
      if (warped.isVisible === isKnown) warped.isVisible = isKnown.slice();
      warped.isVisible[pixel] = 0;
      continue;
    }
    values[pixel] = value;
    squares[pixel] = value * value;
    products[pixel] = gray[pixel]! * value;
  }
}

/** Returns the gray level between four pixels (bilinear interpolation); NaN beside the view. */
function sampleGray({ gray, area }: DepthView, column: number, row: number): number {
  const { width, height } = area;
  const left = Math.floor(column);
  const top = Math.floor(row);
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return Number.NaN;
  const at = top * width + left;
  const right = column - left;
  const upper = gray[at]! * (1 - right) + gray[at + 1]! * right;
  const lower = gray[at + width]! * (1 - right) + gray[at + width + 1]! * right;
  return upper + (lower - upper) * (row - top);
}

/** Keeps the two highest correlations at each pixel, in place. */
function keepBest(correlations: Float32Array, best: Float32Array, second: Float32Array): void {
  for (let pixel = 0; pixel < correlations.length; pixel++) {
    const correlation = correlations[pixel]!;
    if (correlation > best[pixel]!) {
      second[pixel] = best[pixel]!;
      best[pixel] = correlation;
    } else if (correlation > second[pixel]!) second[pixel] = correlation;
  }
}
