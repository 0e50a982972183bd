import { createViewRays } from "../camera/view-rays.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { rasterize } from "../mesh/rasterize.ts";
import { startSilhouette } from "./correlate-print.ts";
import type { CroppedView } from "./cropped-view.ts";
import { fillHoles } from "./fill-holes.ts";
import type { ViewedGround } from "./ground-map.ts";
import type { MatPyramid } from "./mat-print.ts";
import { findPlanePlaces } from "./plane-points.ts";
import { predictGround } from "./predict-ground.ts";
import { blurPrint, lensBlur, predictMat } from "./predict-mat.ts";
import { type Field, segment } from "./segment.ts";
import { signedDistance } from "./signed-distance.ts";
import { type Silhouette, unknown } from "./silhouette.ts";

/** Farther from the outline than this, a distance is not measured, in pixels. */
const limit = 24;

/**
 * Ground near the outline is unknown if the colors alone do not tell it from the object, as white
 * paper behind a white object: the logarithm of the odds to be object is over this. Other views see
 * the print of the mat there. On the mat, darker ground has to be known, because there shadows end.
 * The limit for the desk is higher: with that for paper, too much of it was unknown in small
 * pictures.
 */
const maxOdds = -2.5;
const maxDeskOdds = -2.1;
const minLight = 0.8;

/** A hole to reach through has at least so many pixels of the picture. */
const minHole = 400;

/** Finds the object from the mat alone. Beside the mat nothing is known. */
export function outlineByMat(sight: CroppedView, mat: MatPyramid): Silhouette {
  const field = makeField(sight, mat);
  const start = startSilhouette(field);
  const { object } = segment({ ...field, prior: start.map(toLogOdds) }, start, 1);
  return makeSilhouette(sight, measure(object, field, false));
}

/**
 * A silhouette with the logarithm of the odds that each pixel is object by its colors, times
 * `oddsScale`. It is 0 where colors do not tell, and farther inside than the margin of the outline.
 */
export type WeighedSilhouette = Silhouette & { odds: Int8Array };
export const oddsScale = 25;

/**
 * Beside the mat, the outline is known only if `beside` is set, or the colors of the ground there
 * are. `settled` says that the views have agreed on the hull, which then counts as much as clear
 * colors, and no ground is unknown because it looks like the object.
 */
type OutlineOptions = {
  margin: number;
  beside: boolean;
  ground?: ViewedGround | undefined;
  settled?: boolean;
};

/** The logarithm of odds that decide alone. */
const certainOdds = 8;

/**
 * The logarithm of the odds that a settled hull gives to pixels at least so many pixels inside its
 * outline; the negative of it outside.
 */
const settledOdds = 4;
const settledReach = 2;
/**
 * That outline counts as so many pixels farther out, because carving then keeps the innermost of
 * all outlines.
 */
const settledGrowth = 0.3;

const settledPrior = (distance: number, margin: number) =>
  distance > margin
    ? certainOdds
    : settledOdds * Math.max(-1, Math.min(1, (distance + settledGrowth) / settledReach));

/**
 * Finds the object where a hull says that it may be: at most `margin` pixels beside its picture.
 * Beside the mat, the hull counts more than the colors, or all alone unless `beside` is set.
 */
export function outlineByHull(
  sight: CroppedView,
  mat: MatPyramid,
  hull: Mesh,
  { margin, beside, ground, settled }: OutlineOptions,
): WeighedSilhouette {
  const { width, height, scale } = sight.crop;
  const depths = rasterize(hull, createViewRays(sight), sight.crop);
  const mask = depths.map((depth) => (depth < Infinity ? 1 : 0));
  const inside = signedDistance(mask, width, height, margin + 2);
  const field = makeField(sight, mat, ground);
  const likeness = settled ? undefined : startSilhouette(field);
  const [prior, start] = [new Float32Array(inside.length), new Float32Array(inside.length)];
  for (let at = 0; at < inside.length; at++) {
    const distance = inside[at]!;
    const isDesk = !(field.print[at]! >= 0);
    const isKnown = field.ground[0][at]! >= 0;
    const favor = distance > 2 && isKnown ? 1.5 : distance > 0 ? 0.4 : 0;
    if (distance < -margin) prior[at] = -certainOdds;
    else if (!likeness) prior[at] = settledPrior(distance, margin);
    else prior[at] = isDesk ? favor : toLogOdds(likeness[at]!) + favor;
    if (!isDesk) start[at] = distance > 0 ? 0.85 : 0.03;
    else start[at] = distance > 0 ? 0.7 : distance > -margin / 2 ? 0.4 : 0.03;
  }
  const { object, odds } = segment({ ...field, prior }, start, settled ? 1 : 2);
  fillHoles(object, width, height, minHole / scale ** 2);
  const distances = measure(object, field, beside);
  if (ground && !settled) {
    const [, lights] = field.ground;
    for (let at = 0; at < lights.length; at++) {
      const isGround = distances[at]! < 0 && inside[at]! >= -margin;
      const isDesk = !(field.print[at]! >= 0);
      const isLike = isDesk
        ? odds[at]! > maxDeskOdds
        : lights[at]! > minLight && odds[at]! > maxOdds;
      if (isGround && isLike) distances[at] = unknown;
    }
  }
  const near = Int8Array.from(odds, (each, at) =>
    distances[at]! > margin ? 0 : Math.round(oddsScale * each),
  );
  return { ...makeSilhouette(sight, distances), odds: near };
}

/**
 * Returns how far each pixel is inside the outline; unknown beside the mat unless `beside` is set.
 */
function measure(object: Float32Array, { ground, width, height }: Field, beside: boolean) {
  const distances = signedDistance(object, width, height, limit);
  if (beside) return distances;
  return distances.map((distance, at) => (ground[0][at]! >= 0 ? distance : unknown));
}

function makeField(
  sight: CroppedView,
  mat: MatPyramid,
  viewed?: ViewedGround,
): Field & { print: Float32Array } {
  const { crop } = sight;
  const { width, height, rgb } = crop;
  const channel = (index: number) => {
    const values = new Float32Array(width * height);
    for (let at = 0; at < values.length; at++) values[at] = rgb[3 * at + index]!;
    return values;
  };
  const places = findPlanePlaces(createViewRays(sight), crop);
  const print = blurPrint(predictMat(places, crop, mat), width, height, lensBlur / crop.scale);
  const prior = new Float32Array(width * height);
  const known = viewed
    ? predictGround(places, crop, print, viewed)
    : ({
        ground: [print, print, print],
        spreads: new Float32Array(print.length).fill(0.04),
        hueSpreads: new Float32Array(print.length).fill(Number.NaN),
      } as const);
  return {
    width,
    height,
    channels: [channel(0), channel(1), channel(2)],
    ...known,
    trust: viewed ? 40 : 4,
    print,
    prior,
  };
}

function makeSilhouette(
  { camera, pose, crop: { left, top, scale, width, height } }: CroppedView,
  distances: Float32Array,
): Silhouette {
  return { camera, pose, left, top, scale, width, height, distances };
}

/** How much the likeness to the print in a square counts beside the colors of single pixels. */
const toLogOdds = (probability: number) => 0.7 * Math.log(probability / (1 - probability));
