import { fitReach, type Reach } from "../hull/fit-reach.ts";
import { minLevelCos } from "../hull/flat-top.ts";
import type { ViewContacts } from "../hull/outline-contacts.ts";
import { findSupport } from "../hull/support.ts";
import type { SupportedHeight } from "../hull/supported-heights.ts";
import type { UprightBox } from "../mesh/upright-box.ts";
import type { SizeWarning } from "./find-warnings.ts";

/**
 * How far the sides (millimeters) and the volume (cubic millimeters) of an object may be off. It
 * does not include hollows that no outline shows.
 */
export type Uncertainty = { length: number; width: number; height: number; volume: number };

/** The evidence for the uncertainty of the sizes. Lengths are in millimeters. */
export type Evidence = {
  contacts: readonly ViewContacts[];
  heights: readonly SupportedHeight[];
  /** The size of a pixel of the pictures on the object. */
  pixelSize: number;
  /** How far check markers of the mat are off; 0 if none was seen. */
  matError: number;
  warnings: readonly SizeWarning[];
};

/**
 * Outlines are off by up to this much at the end of a side and at the top, in pixels. Rays that
 * show the top look almost along it.
 */
const outlineError = 1.4;
const topError = 2;
/**
 * The share of the difference between the mesh and the outlines by which a side may be off. Both
 * ends of a side seldom bulge fully. A roof may be wrong as a whole, and outlines may show the top
 * a little too low.
 */
const differenceShare = 0.7;
const roofShare = 1.1;
/** The number of standard deviations that are within the uncertainty. */
const coverageFactor = 2;
/** The errors of neighboring views are correlated: this many views count as one. */
const alikeViews = 3;
/** The share of a side by which an end may be off on which the views do not agree. */
const unknownShare = 0.04;
/** The share of the views that have to agree on the height of the top. */
const minTopShare = 1 / 2;
/** The share of each side by which it may be off if these warnings apply. */
const spoiledShare = 0.2;
const spoilingWarnings: readonly SizeWarning[] = ["beyond-mat", "views-disagree"];

/**
 * Estimates how far the sides and the volume of an object may be off, as an expanded uncertainty
 * (coverage factor 2). The constants above are calibrated with bench/objects.ts --povray.
 */
export function estimateUncertainty(
  { length, width, height, yaw }: UprightBox,
  volume: number,
  evidence: Evidence,
): Uncertainty {
  const { contacts, heights, pixelSize } = evidence;
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
  const estimateAlong = (side: number, x: number, y: number): number => {
    const directions = [[x, y, 0] as const, [-x, -y, 0] as const];
    const ends = directions.map((direction) => findEnd(side, direction, contacts, pixelSize));
    return estimateSide(side, ends, differenceShare, evidence);
  };
  const found = {
    length: estimateAlong(length, cos, sin),
    width: estimateAlong(width, -sin, cos),
    height: estimateSide(height, [findTop(height, heights, pixelSize)], roofShare, evidence),
  };
  const relative = Math.hypot(found.length / length, found.width / width, found.height / height);
  return { ...found, volume: relative * volume };
}

/** An end of a side as outlines tell it, and its systematic errors, in millimeters. */
type End = { reach: Reach | undefined; errors: readonly number[] };

/** Returns the uncertainty of a side in millimeters. An end on the mat is known. */
function estimateSide(
  side: number,
  ends: readonly End[],
  shareOfDifference: number,
  { matError, warnings }: Evidence,
): number {
  const isSpoiled = spoilingWarnings.some((warning) => warnings.includes(warning));
  let [total, square] = [0, isSpoiled ? (spoiledShare * side) ** 2 : 0];
  for (const { reach, errors } of ends) {
    square += Math.hypot(...errors) ** 2;
    if (reach) square += ((coverageFactor * reach.deviation) ** 2 * alikeViews) / reach.views;
    else square += (unknownShare * side) ** 2;
    total += reach?.reach ?? Number.NaN;
  }
  const difference = Number.isNaN(total) ? 0 : shareOfDifference * (side - total);
  return Math.sqrt(square + difference ** 2 + (coverageFactor * matError) ** 2);
}

function findEnd(
  side: number,
  direction: readonly [x: number, y: number, z: number],
  contacts: readonly ViewContacts[],
  pixelSize: number,
): End {
  // The errors of both ends have the same sign, as the outlines do.
  const outline = Math.SQRT2 * outlineError * pixelSize;
  const missed = (side / 2) * (1 - findMaxCos(direction, contacts));
  return { reach: findSupport(contacts, direction), errors: [outline, missed] };
}

/**
 * Returns the largest cosine, over all views, of the angle between a direction and the plane across
 * the line of sight: 1 if a view looks straight across it. A round object seems to reach less far
 * to the other views.
 */
function findMaxCos(
  direction: readonly [x: number, y: number, z: number],
  contacts: readonly ViewContacts[],
): number {
  const sines = contacts.map(({ cameraCenter: [x, y, z] }) => {
    const along = x * direction[0] + y * direction[1] + z * direction[2];
    return Math.abs(along) / Math.hypot(x, y, z);
  });
  const minSine = Math.min(1, ...sines);
  return Math.sqrt(1 - minSine * minSine);
}

/**
 * Returns the top. If few views agree on its height, it may be as low as the upper quartile of the
 * level views, or without these as the lower quartile of all views.
 */
function findTop(side: number, heights: readonly SupportedHeight[], pixelSize: number): End {
  const samples = heights.map(({ height, cosElevation }) => ({ reach: height, cos: cosElevation }));
  const reach = fitReach(samples);
  const outline = topError * pixelSize;
  if (reach && reach.views >= minTopShare * samples.length) return { reach, errors: [outline] };
  const level = heights.filter(({ cosElevation }) => cosElevation > minLevelCos);
  const low = findQuantile(level, 3 / 4) ?? findQuantile(heights, 1 / 4) ?? side;
  return { reach: undefined, errors: [outline, Math.max(0, side - low)] };
}

function findQuantile(heights: readonly SupportedHeight[], share: number): number | undefined {
  const sorted = heights.map(({ height }) => height).sort((a, b) => a - b);
  return sorted[Math.floor(share * sorted.length)];
}
