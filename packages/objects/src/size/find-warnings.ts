import { median } from "../geometry/median.ts";
import type { Hull } from "../hull/hull.ts";
import type { ViewContacts } from "../hull/outline-contacts.ts";

/**
 * Why the sizes of an object may be wrong. `views-disagree`: the outlines do not fit one object at
 * one place, because it was moved, pictures of another one are among them, or it is of glass or
 * mirrors its surroundings. `other-object`: another part that stands on the mat was left out.
 * `beyond-mat`: the object reaches the sides or the top of the space over the mat. `curled-mat`:
 * check markers are off as on paper that does not lie flat. `low-views`: no picture looks down
 * steeply enough to see the outline of a top. `few-views`: there are fewer than 20 views, so wedges
 * remain that no view excludes.
 */
export type SizeWarning = (typeof sizeWarnings)[number];

/** The warnings, those of the largest errors first. */
export const sizeWarnings = [
  "other-object",
  "beyond-mat",
  "views-disagree",
  "curled-mat",
  "low-views",
  "few-views",
] as const;

/**
 * The share of the rays along its outline that may miss the hull, as the median of the views. It is
 * 0 to 0.04 for objects that nobody moved, 0.25 to 0.5 for those that moved by 3 mm, 0.07 (a mug)
 * to 0.36 for those that turned by 4°, and 0.02 for round ones, whose sizes do not suffer.
 */
const maxMissed = 0.06;
/** Check markers on flat paper are off by less than this, in millimeters. */
const maxMatError = 0.3;
/** One view looks down at least this steeply, in degrees. */
const minElevation = 30;
/** With fewer views, hulls have wedges that no view excludes. */
const minGoodViews = 20;

/** Returns the warnings that apply, those of the largest errors first. */
export function findWarnings(hull: Hull, matError: number): SizeWarning[] {
  const { contacts } = hull;
  const applies: Record<SizeWarning, boolean> = {
    "other-object": hull.hasNeighbor,
    "beyond-mat": hull.reachesEdge,
    "views-disagree": median(contacts.map(({ missedShare }) => missedShare)) > maxMissed,
    "curled-mat": matError > maxMatError,
    "low-views": contacts.every((view) => findElevation(view) < minElevation),
    "few-views": contacts.length < minGoodViews,
  };
  return sizeWarnings.filter((warning) => applies[warning]);
}

/** Returns how steeply a view looks down on the middle of the mat, in degrees. */
function findElevation({ cameraCenter: [x, y, z] }: ViewContacts): number {
  return (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI;
}
