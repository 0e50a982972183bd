import { createFindPixel } from "../camera/find-pixel.ts";
import { createViewRays } from "../camera/view-rays.ts";
import { median } from "../geometry/median.ts";
import type { Hull } from "../hull/hull.ts";
import { type DepthView, isInsideHull } from "./depth-view.ts";

/**
 * A rim is looked for at the nodes of the grid up to this far below and above the height that low
 * views reach, and at signed distances to the hull (positive inside) between these. All in
 * millimeters.
 */
const maxBelow = 2.5;
const maxAbove = 0.7;
const minInside = -0.7;
const maxInside = 6;
/** A view sees a node if the hull begins at most this far in front of it, in millimeters. */
const maxInFront = 8;
/** A node counts if at least this many views see it. */
const minViews = 6;
/** At an edge, the gray level (0 to 255) changes by more than this over two pixels. */
const minContrast = 16;
/**
 * A node is on a rim if at least this share of the views that see it show an edge there. With 0.6,
 * rims of plain shoes fill 10 to 12 of the sectors, with 0.7 only 9 to 11; plain heads fill at most
 * one.
 */
const minEdgeShare = 0.6;
/** On textured tops most nodes are like that, not only a rim: the median share has to be lower. */
const maxMedianShare = 0.4;
/** A rim passes through at least `minSectors` of equal sectors around the middle of the top. */
const sectors = 12;
const minSectors = 6;

/** A node of the grid at which a rim is looked for, in millimeters. */
type Candidate = { x: number; y: number; z: number };

/**
 * Returns the height that low views reach if pictures show the rim of an opening there; undefined
 * if not, or if no view gives that height. Outlines do not tell an opening from a dome, so the hull
 * has a roof over both. But a rim is an edge at the same place in most views that see the place.
 */
export function findRim(
  views: readonly DepthView[],
  hull: Pick<Hull, "field" | "grid">,
  height: number | undefined,
): number | undefined {
  if (height === undefined) return undefined;
  const { candidates, middle } = findCandidates(hull, height);
  const shares = findEdgeShares(views, candidates);
  const rimSectors = new Set<number>();
  for (const [index, { x, y }] of candidates.entries()) {
    if (!(shares[index]! >= minEdgeShare)) continue;
    const turns = Math.atan2(y - middle.y, x - middle.x) / (2 * Math.PI);
    rimSectors.add(Math.floor((turns + 1) * sectors) % sectors);
  }
  // Without any share, the median is NaN and the comparison false.
  const medianShare = median(shares.filter((share) => share >= 0));
  return rimSectors.size >= minSectors && medianShare < maxMedianShare ? height : undefined;
}

/** Returns the nodes where a rim may be, and the centroid of the roof, as seen from above. */
function findCandidates(
  { field: distances, grid: { counts, step, origin } }: Pick<Hull, "field" | "grid">,
  height: number,
): { candidates: Candidate[]; middle: { x: number; y: number } } {
  const [nx, ny, nz] = counts;
  const candidates: Candidate[] = [];
  const roof = { x: 0, y: 0, count: 0 };
  for (let k = 0, node = 0; k < nz; k++) {
    const z = origin[2] + k * step;
    const isAtHeight = z > height - maxBelow && z < height + maxAbove;
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++, node++) {
        const inside = distances[node]!;
        const [x, y] = [origin[0] + i * step, origin[1] + j * step];
        if (z > height && inside > 0) {
          roof.x += x;
          roof.y += y;
          roof.count++;
        }
        if (isAtHeight && inside > minInside && inside < maxInside) candidates.push({ x, y, z });
      }
    }
  }
  return { candidates, middle: { x: roof.x / roof.count, y: roof.y / roof.count } };
}

/**
 * Returns for each candidate the share of the views that show an edge there, of those that see it,
 * from 0 to 1; NaN if too few see it.
 */
function findEdgeShares(views: readonly DepthView[], candidates: readonly Candidate[]): number[] {
  const seen = new Uint16Array(candidates.length);
  const edges = new Uint16Array(candidates.length);
  const projected = new Float64Array(3);
  for (const view of views) {
    const rays = createViewRays(view);
    const [centerX, centerY, centerZ] = rays.cameraCenter;
    const findPixel = createFindPixel(rays, view.area);
    const marks = markEdges(view);
    for (const [index, { x, y, z }] of candidates.entries()) {
      const pixel = findPixel(x, y, z, projected);
      if (pixel < 0) continue;
      const mark = marks[pixel]!;
      if (mark === hidden) continue;
      const range = Math.hypot(x - centerX, y - centerY, z - centerZ);
      if (range - view.hullRanges[pixel]! > maxInFront) continue;
      seen[index]!++;
      edges[index]! += mark;
    }
  }
  return Array.from(seen, (count, index) =>
    count < minViews ? Number.NaN : edges[index]! / count,
  );
}

/**
 * Marks a pixel beside the hull, or at its outline: an edge there is not one of the surface, and
 * moves over it from view to view.
 */
const hidden = 2;

/**
 * Marks pixels with an edge by 1 and other pixels inside the hull by 0: an edge is where the
 * gradient of the gray level is large.
 */
function markEdges(view: DepthView): Uint8Array {
  const { gray, area } = view;
  const marks = new Uint8Array(gray.length).fill(hidden);
  for (let pixel = 0; pixel < gray.length; pixel++) {
    if (!isInsideHull(view, pixel)) continue;
    const across = gray[pixel + 1]! - gray[pixel - 1]!;
    const down = gray[pixel + area.width]! - gray[pixel - area.width]!;
    marks[pixel] = Math.hypot(across, down) > minContrast ? 1 : 0;
  }
  return marks;
}
