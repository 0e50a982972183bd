import { cutGap } from "../geometry/cut-gap.ts";
import type { DistanceField } from "../geometry/distance-field.ts";
import { median } from "../geometry/median.ts";
import type { Reach } from "./fit-reach.ts";
import type { ViewContacts } from "./outline-contacts.ts";
import { countViewsBeyond, findSupport } from "./support.ts";

/**
 * The directions along the mat that are tried. They are 1° apart: between two, a face of 100 mm can
 * bulge by 0.4 mm.
 */
const directionCount = 360;

/**
 * A hull reaches a little farther than its outlines touch the object in all directions: the median
 * of these gaps is usual. It is kept where its gap is up to `keptGap` millimeters larger than that.
 * From `trimmedGap` on, all that is beyond the contacts is cut off, and a part of it in between.
 */
const keptGap = 0.3;
const trimmedGap = 1;

/**
 * A hull bulges only where a face ends at an edge: one whose radius is smaller than this, in
 * millimeters, and on whose place at least this share of the views agrees.
 */
const maxRadius = 8;
const minShare = 0.4;

/**
 * Outlines do not touch a bulge. If more views than this share, and more than this number, touch
 * the hull beyond the middle of a gap, a part of the object is there that few views see, such as
 * the tip of a handle.
 */
const maxTouchingShare = 0.1;
const maxTouchingViews = 2;

/** Columns of nodes are at the edge of a hull if its surface is at most this many steps away. */
const maxEdgeSteps = 3;

/** A half-plane of the mat: the points whose `x * cos + y * sin` is at most `reach`. */
type HalfPlane = { cos: number; sin: number; reach: number };

/**
 * Returns the signed distances of a hull without the bulges of its outermost upright faces. Between
 * views that look along a plane face, the hull reaches farther out than the object, which all
 * outlines touch at its edges. Directions in which the views do not agree are left as they are.
 */
export function trimBulges(
  { grid, values }: DistanceField,
  contacts: readonly ViewContacts[],
): Float32Array {
  const halfPlanes = findHalfPlanes(listEdgeColumns({ grid, values }), contacts);
  const [nx, ny] = grid.counts;
  const margins = new Float32Array(nx * ny).fill(Infinity);
  for (let at = 0; at < margins.length; at++) {
    const x = grid.origin[0] + (at % nx) * grid.step;
    const y = grid.origin[1] + Math.floor(at / nx) * grid.step;
    for (const { cos, sin, reach } of halfPlanes) {
      const margin = reach - x * cos - y * sin;
      if (margin < margins[at]!) margins[at] = margin;
    }
  }
  return values.map((value, at) => Math.min(value, margins[at % margins.length]!));
}

/**
 * Returns the columns of nodes just inside the outline of the hull as seen from above: x, y, and
 * how far its surface is beyond them, in millimeters.
 */
function listEdgeColumns({ grid, values }: DistanceField): Float64Array {
  const [nx, ny, nz] = grid.counts;
  const deepest = new Float32Array(nx * ny).fill(-Infinity);
  for (let at = 0; at < nx * ny * nz; at++) {
    const column = at % (nx * ny);
    if (values[at]! > deepest[column]!) deepest[column] = values[at]!;
  }
  const columns: number[] = [];
  for (let at = 0; at < deepest.length; at++) {
    const depth = deepest[at]!;
    if (depth < 0 || depth > maxEdgeSteps * grid.step) continue;
    const x = grid.origin[0] + (at % nx) * grid.step;
    columns.push(x, grid.origin[1] + Math.floor(at / nx) * grid.step, depth);
  }
  return Float64Array.from(columns);
}

function findHalfPlanes(edge: Float64Array, contacts: readonly ViewContacts[]): HalfPlane[] {
  const found = Array.from({ length: directionCount }).flatMap((_, index) => {
    const angle = (2 * Math.PI * index) / directionCount;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const direction = [cos, sin, 0] as const;
    const support = findSupport(contacts, direction);
    if (!support || !isEdge(support, contacts.length)) return [];
    const hull = findHullReach(edge, cos, sin);
    const touching = countViewsBeyond(contacts, direction, (hull + support.reach) / 2);
    const isObject = touching > Math.max(maxTouchingViews, maxTouchingShare * contacts.length);
    return [{ cos, sin, hull, gap: hull - support.reach, isObject }];
  });
  const usual = Math.max(0, median(found.map(({ gap }) => gap)));
  return found.flatMap(({ cos, sin, hull, gap, isObject }) => {
    const cut = isObject ? 0 : cutGap(gap, usual + keptGap, usual + trimmedGap);
    return cut > 0 ? [{ cos, sin, reach: hull - cut }] : [];
  });
}

/** Returns how far a hull reaches in a direction along the mat, in millimeters. */
function findHullReach(edge: Float64Array, cos: number, sin: number): number {
  let reach = -Infinity;
  for (let at = 0; at < edge.length; at += 3) {
    reach = Math.max(reach, edge[at]! * cos + edge[at + 1]! * sin + edge[at + 2]!);
  }
  return reach;
}

/** Tells whether enough views agree on an edge of a face, rather than on a round surface. */
const isEdge = ({ radius, views }: Reach, viewCount: number): boolean =>
  radius < maxRadius && views >= minShare * viewCount;
