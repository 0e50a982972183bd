import { correlatePrint, toLogOdds } from "./correlate-print.ts";
import type { Appearance } from "./segmentation-input.ts";

/** The log odds that decide alone: farther outside of a hull than the margin, or inside. */
const certainOdds = 8;

/**
 * The log odds that a hull adds to the correlation with the print: for pixels inside its outline,
 * and for those more than `wellInside` pixels inside if their ground is predicted.
 */
const insideOdds = 0.4;
const wellInsideOdds = 1.5;
const wellInside = 2;

/**
 * The log odds that a settled hull gives to pixels from `settledReach` pixels inside its outline
 * on; the negative of it outside, and linear between.
 */
const settledOdds = 4;
const settledReach = 2;

/**
 * The outline of a settled hull is moved outward by this, in pixels, because carving then keeps the
 * innermost of all outlines.
 */
const settledGrowth = 0.3;

/**
 * The probabilities with which a segmentation starts: inside the outline of the hull in front of
 * the mat or the desk, beside it in front of the desk, where the hull is rougher, and elsewhere.
 */
const startInMat = 0.85;
const startInDesk = 0.7;
const startBesideDesk = 0.4;
const startOutside = 0.03;

/** The prior and the start that a hull gives, each with a value for each pixel. */
type HullPrior = {
  /** The log odds that the pixel shows the object. */
  prior: Float32Array;
  /** The probability that it shows the object, with which a segmentation starts. */
  start: Float32Array;
};

/** Where a hull is in a view, and how much it counts. */
type HullOutline = {
  /** The signed distances of the pixels to the outline of the hull, in pixels; positive inside. */
  inside: Float32Array;
  /** The object is at most this far outside of the outline, in pixels. */
  margin: number;
  /** Whether the views have agreed on the hull, so that it counts as much as clear colors. */
  isSettled: boolean;
};

/**
 * Finds what a hull and the correlation with the print say about each pixel. A settled hull needs
 * no correlation.
 */
export function findHullPrior(
  appearance: Appearance,
  print: Float32Array,
  { inside, margin, isSettled }: HullOutline,
): HullPrior {
  const [known] = appearance.ground.colors;
  const probabilities = isSettled ? undefined : correlatePrint(appearance);
  const prior = new Float32Array(inside.length);
  const start = new Float32Array(inside.length);
  for (let at = 0; at < inside.length; at++) {
    const distance = inside[at]!;
    const isMat = print[at]! >= 0;
    start[at] = isMat ? startOnMat(distance) : startOnDesk(distance, margin);
    if (distance < -margin) prior[at] = -certainOdds;
    else if (!probabilities) prior[at] = toSettledOdds(distance, margin);
    else {
      const odds = toInsideOdds(distance, known[at]! >= 0);
      prior[at] = isMat ? toLogOdds(probabilities[at]!) + odds : odds;
    }
  }
  return { prior, start };
}

const startOnMat = (distance: number) => (distance > 0 ? startInMat : startOutside);

function startOnDesk(distance: number, margin: number): number {
  if (distance > 0) return startInDesk;
  return distance > -margin / 2 ? startBesideDesk : startOutside;
}

function toInsideOdds(distance: number, isGroundKnown: boolean): number {
  if (distance > wellInside && isGroundKnown) return wellInsideOdds;
  return distance > 0 ? insideOdds : 0;
}

function toSettledOdds(distance: number, margin: number): number {
  if (distance > margin) return certainOdds;
  return settledOdds * Math.max(-1, Math.min(1, (distance + settledGrowth) / settledReach));
}
