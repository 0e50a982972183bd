import { toCropPixel } from "../camera/crop-area.ts";
import { createViewRays } from "../camera/view-rays.ts";
import type { Hull } from "../hull/hull.ts";
import { type DepthView, isWithin } from "./measure-depths.ts";

/**
 * A rim lies at most so many millimeters below or above the height that low views reach, and so
 * deep inside the hull or so far outside it.
 */
const [below, above] = [2.5, 0.7];
const [deepest, outside] = [6, -0.7];
/**
 * A view sees a place if the hull begins at most so many millimeters before it. At least so many
 * views see a place of a rim.
 */
const maxBefore = 8;
const minViews = 6;
/** Brightness (0 to 255) changes by at least this much over two pixels at an edge. */
const minChange = 16;
/**
 * Most views that see a place of a rim show an edge there: at least this share. Few of the other
 * places are like that.
 */
const goodShare = 0.6;
const maxElsewhere = 0.4;
/** A rim runs round the top through at least so many of twelve sectors. */
const sectors = 12;
const minSectors = 6;

type Place = { x: number; y: number; z: number };

/**
 * Returns the height that low views reach if pictures show the rim of an opening there; undefined
 * if not, or if no view tells that height. Outlines do not tell an opening from a dome, so the hull
 * has a roof over both. An edge lies at a place if most views that see the place show one there.
 */
export function findRim(
  views: readonly DepthView[],
  hull: Pick<Hull, "field" | "grid">,
  height: number | undefined,
): number | undefined {
  if (height === undefined) return undefined;
  const { places, middle } = findPlaces(hull, height);
  const shares = findShares(views, places);
  const good = new Set<number>();
  for (const [index, { x, y }] of places.entries()) {
    const angle = Math.atan2(y - middle.y, x - middle.x);
    if (shares[index]! >= goodShare)
      good.add(Math.floor((angle / (2 * Math.PI) + 1) * sectors) % sectors);
  }
  const known = shares.filter((share) => share >= 0).sort((a, b) => a - b);
  const isAlone = known[known.length >> 1]! < maxElsewhere;
  return good.size >= minSectors && isAlone ? height : undefined;
}

/** Returns the places where a rim may be, and the middle of the roof over the height. */
function findPlaces(
  { field, grid: { counts, step, origin } }: Pick<Hull, "field" | "grid">,
  height: number,
): { places: Place[]; middle: { x: number; y: number } } {
  const [nx, ny] = counts;
  const places: Place[] = [];
  const roof = { x: 0, y: 0, count: 0 };
  for (let at = 0; at < field.length; at++) {
    const x = origin[0] + (at % nx) * step;
    const y = origin[1] + (Math.floor(at / nx) % ny) * step;
    const z = origin[2] + Math.floor(at / (nx * ny)) * step;
    const inside = field[at]!;
    if (z > height && inside > 0) {
      roof.x += x;
      roof.y += y;
      roof.count++;
    }
    if (z > height - below && z < height + above && inside > outside && inside < deepest)
      places.push({ x, y, z });
  }
  return { places, middle: { x: roof.x / roof.count, y: roof.y / roof.count } };
}

/**
 * Returns the share of the views that show an edge at each place, of those that see it, from 0 to
 * 1; NaN if too few see it.
 */
function findShares(views: readonly DepthView[], places: readonly Place[]): number[] {
  const seen = new Uint16Array(places.length);
  const shown = new Uint16Array(places.length);
  const pixel = new Float64Array(3);
  for (const view of views) {
    const { left, top, scale, width, height } = view.frame;
    const rays = createViewRays(view);
    const edges = findEdges(view);
    for (const [index, { x, y, z }] of places.entries()) {
      rays.project(x, y, z, pixel);
      const column = Math.round(toCropPixel(pixel[0]!, left, scale));
      const row = Math.round(toCropPixel(pixel[1]!, top, scale));
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const at = row * width + column;
      const away = Math.hypot(x - rays.eye[0], y - rays.eye[1], z - rays.eye[2]);
      if (edges[at] === unseen || away - view.hull[at]! > maxBefore) continue;
      seen[index]!++;
      shown[index]! += edges[at]!;
    }
  }
  return places.map((_, index) =>
    seen[index]! < minViews ? Number.NaN : shown[index]! / seen[index]!,
  );
}

/**
 * A pixel beside the hull, or at its outline: the edge there moves over the surface from view to
 * view.
 */
const unseen = 2;

/** Marks pixels where the brightness changes fast with 1, others that see the hull with 0. */
function findEdges({ gray, hull, frame: { width } }: DepthView): Uint8Array {
  const edges = new Uint8Array(gray.length).fill(unseen);
  for (let at = 0; at < gray.length; at++) {
    if (!isWithin(hull, width, at)) continue;
    const [across, down] = [gray[at + 1]! - gray[at - 1]!, gray[at + width]! - gray[at - width]!];
    edges[at] = Math.hypot(across, down) > minChange ? 1 : 0;
  }
  return edges;
}
