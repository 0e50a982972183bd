import { createViewRays } from "../camera/view-rays.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { rasterize } from "../mesh/rasterize.ts";
import { correlatePrint, toLogOdds } from "./correlate-print.ts";
import type { CroppedView } from "./cropped-view.ts";
import { fillHoles } from "./fill-holes.ts";
import type { ViewedGround } from "./ground-map.ts";
import { findHullPrior } from "./hull-prior.ts";
import type { MatPyramid } from "./mat-print.ts";
import { segment } from "./segment.ts";
import { type Appearance, describeAppearance } from "./segmentation-input.ts";
import { signedDistance } from "./signed-distance.ts";
import { type Silhouette, unknown } from "./silhouette.ts";

/** Signed distances are measured up to this, in pixels of the crop. */
const maxDistance = 24;

/**
 * Ground near the outline is unknown if its colors do not tell it from the object, as white paper
 * behind a white object: if the log odds that they show the object are above these. Other views see
 * the print of the mat there. The limit for the desk is higher: with that for the mat, too much of
 * it was unknown in small pictures.
 */
const maxMatOdds = -2.5;
const maxDeskOdds = -2.1;

/** Mat darker than this (white paper in full light is 1) stays known, because shadows end there. */
const minLight = 0.8;

/** A hole to reach through has at least this area, in pixels of the picture. */
const minHole = 400;

/** Distances to the outline of the hull are measured up to this beyond the margin, in pixels. */
const beyondMargin = 2;

/** Finds the object from the mat alone. Beside the mat, the silhouette is unknown. */
export function outlineByMat(view: CroppedView, mat: MatPyramid): Silhouette {
  const appearance = describeAppearance(view, mat);
  const start = correlatePrint(appearance);
  const { objectProbabilities } = segment({ ...appearance, prior: start.map(toLogOdds) }, start, 1);
  return createSilhouette(view, measureDistances(objectProbabilities, appearance, false));
}

/**
 * A silhouette with the log odds that each pixel shows the object, by its color, times `oddsScale`.
 * They are 0 where colors do not show it, and where the pixel is farther inside than the margin of
 * the outline.
 */
export type WeighedSilhouette = Silhouette & { odds: Int8Array };
export const oddsScale = 25;

type OutlineOptions = {
  /** The object is at most this many pixels outside of the outline of the hull. */
  margin: number;
  /** Whether the silhouette is also known where the colors of the ground are not. */
  keepUnknownGround: boolean;
  ground?: ViewedGround | undefined;
  /**
   * Whether the views have agreed on the hull. It then counts as much as clear colors, and no
   * ground is unknown because it looks like the object.
   */
  isSettled?: boolean;
};

/** Finds the object close to a hull, from the colors of the crop and what the hull says. */
export function outlineByHull(
  view: CroppedView,
  mat: MatPyramid,
  hull: Mesh,
  { margin, keepUnknownGround, ground, isSettled = false }: OutlineOptions,
): WeighedSilhouette {
  const { width, height, scale } = view.crop;
  const depths = rasterize(hull, createViewRays(view), view.crop);
  const mask = depths.map((depth) => (depth < Infinity ? 1 : 0));
  const inside = signedDistance(mask, width, height, margin + beyondMargin);
  const appearance = describeAppearance(view, mat, ground);
  const { print } = appearance;
  const { prior, start } = findHullPrior(appearance, print, { inside, margin, isSettled });
  const { objectProbabilities, colorOdds } = segment(
    { ...appearance, prior },
    start,
    isSettled ? 1 : 2,
  );
  fillHoles(objectProbabilities, width, height, minHole / scale ** 2);
  const distances = measureDistances(objectProbabilities, appearance, keepUnknownGround);
  if (ground && !isSettled) {
    const isNear = (at: number) => distances[at]! < 0 && inside[at]! >= -margin;
    forgetAlikeGround(distances, isNear, colorOdds, appearance);
  }
  const odds = new Int8Array(colorOdds.length);
  for (let at = 0; at < odds.length; at++) {
    odds[at] = distances[at]! > margin ? 0 : Math.round(oddsScale * colorOdds[at]!);
  }
  return { ...createSilhouette(view, distances), odds };
}

/** Makes ground `unknown` where it is near the outline and looks like the object. */
function forgetAlikeGround(
  distances: Float32Array,
  isNear: (at: number) => boolean,
  colorOdds: Float32Array,
  { print, ground }: Appearance & { print: Float32Array },
): void {
  const [, light] = ground.colors;
  for (let at = 0; at < distances.length; at++) {
    if (!isNear(at)) continue;
    const odds = colorOdds[at]!;
    const isAlike =
      print[at]! >= 0 ? light[at]! > minLight && odds > maxMatOdds : odds > maxDeskOdds;
    if (isAlike) distances[at] = unknown;
  }
}

/**
 * Returns the signed distance of each pixel to the outline; where the ground is not known it is
 * `unknown` unless `keepUnknownGround` is set.
 */
function measureDistances(
  objectProbabilities: Float32Array,
  { ground, width, height }: Appearance,
  keepUnknownGround: boolean,
): Float32Array {
  const distances = signedDistance(objectProbabilities, width, height, maxDistance);
  if (keepUnknownGround) return distances;
  const [reds] = ground.colors;
  return distances.map((distance, at) => (reds[at]! >= 0 ? distance : unknown));
}

function createSilhouette(
  { camera, pose, crop: { left, top, scale, width, height } }: CroppedView,
  distances: Float32Array,
): Silhouette {
  return { camera, pose, left, top, scale, width, height, distances };
}
