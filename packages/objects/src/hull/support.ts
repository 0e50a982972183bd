import { findDensestWindow } from "../geometry/densest-window.ts";
import { fitReach, type Reach } from "./fit-reach.ts";
import type { ViewContacts } from "./outline-contacts.ts";

type Vector = readonly [x: number, y: number, z: number];

/**
 * The rays of one view that reach farthest are ignored over this width of the outline, in
 * millimeters: they are errors of the outline.
 */
const ignoredWidth = 3;
/**
 * The reach on which most rays agree is searched down to this far below the farthest ray that is
 * left, in millimeters.
 */
const searchDepth = 0.6;
/**
 * Only rays within this of the farthest one are sorted, in millimeters, to save time. A view whose
 * ignored rays reach farther out than this has no reach.
 */
const sortedDepth = 12;
/** Rays agree if they are at most this much apart, in millimeters. */
const rayAgreement = 0.5;

/**
 * Finds how far the object reaches in a direction (a unit vector) by what its outlines touch, not
 * by the hull, whose faces bulge between views. In each view, most rays near the farthest ones
 * agree on the reach of an edge or a rounding, and `fitReach` fits what the views tell. The
 * direction lies along the mat. Undefined if the views do not agree.
 */
export function findSupport(
  contacts: readonly ViewContacts[],
  direction: Vector,
): Reach | undefined {
  const samples = contacts.flatMap((view) => {
    const reach = findViewReach(view, direction);
    return reach === undefined ? [] : [{ reach, cos: findCos(view, direction) }];
  });
  return fitReach(samples);
}

/**
 * Counts the views whose rays touch the object farther in a direction than a reach in millimeters,
 * over more than `ignoredWidth` of their outline.
 */
export function countViewsBeyond(
  contacts: readonly ViewContacts[],
  direction: Vector,
  reach: number,
): number {
  return contacts.filter(({ segments, spacing }) => {
    const reaches = projectSegments(segments, direction);
    const beyond = reaches.reduce((count, each) => (each > reach ? count + 1 : count), 0);
    return beyond > Math.round(ignoredWidth / spacing);
  }).length;
}

/**
 * Returns the cosine of the angle between a direction and the normal of an upright surface where
 * the outline of a view touches it: 1 if the view looks straight across the direction. The object
 * is taken to stand near the middle of the mat.
 */
function findCos({ cameraCenter: [x, y] }: ViewContacts, direction: Vector): number {
  const sin = (x * direction[0] + y * direction[1]) / Math.hypot(x, y);
  return Math.sqrt(Math.max(0, 1 - sin * sin));
}

/** Returns how far one view says that the object reaches; undefined without enough rays. */
function findViewReach({ segments, spacing }: ViewContacts, direction: Vector): number | undefined {
  const reaches = sortFarthest(projectSegments(segments, direction));
  const middle = findDensestWindow(reaches, {
    skipped: Math.round(ignoredWidth / spacing),
    depth: searchDepth,
    width: rayAgreement,
  });
  return middle === undefined ? undefined : reaches[middle];
}

/** Returns how far each segment reaches in a direction at least, as one of its ends does. */
function projectSegments(segments: Float32Array, [x, y, z]: Vector): Float64Array {
  const reaches = new Float64Array(segments.length / 6);
  for (let index = 0, at = 0; index < reaches.length; index++, at += 6) {
    const a = segments[at]! * x + segments[at + 1]! * y + segments[at + 2]! * z;
    const b = segments[at + 3]! * x + segments[at + 4]! * y + segments[at + 5]! * z;
    reaches[index] = Math.min(a, b);
  }
  return reaches;
}

/** Returns the farthest of values, and enough others, beginning with the farthest. */
function sortFarthest(values: Float64Array): Float64Array {
  const limit = values.reduce((max, value) => Math.max(max, value), -Infinity) - sortedDepth;
  return values
    .filter((value) => value > limit)
    .sort()
    .reverse();
}
