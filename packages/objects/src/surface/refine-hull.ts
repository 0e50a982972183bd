import { createViewRays } from "../camera/view-rays.ts";
import { chooseNeighbors } from "../depth/choose-neighbors.ts";
import type { DepthView } from "../depth/depth-view.ts";
import { findContradiction } from "../depth/find-contradiction.ts";
import { findRim } from "../depth/find-rim.ts";
import { findMeasured } from "../depth/fuse-depths.ts";
import type { DepthMap } from "../depth/measure-depths.ts";
import { splitGrid } from "../geometry/grid.ts";
import { cutAbove, findFlatTop, findMinTop } from "../hull/flat-top.ts";
import type { Hull } from "../hull/hull.ts";
import { findSupportedHeights, type SupportedHeight } from "../hull/supported-heights.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { type Crew, type Report, reportPart, workOnEach } from "../work/crew.ts";
import { extractStandingPart, isEmpty } from "./carve-mesh.ts";
import { findCenter } from "./find-center.ts";

/** A view is compared with at most this many others, and only if it has this many. */
const maxNeighbors = 4;
const minNeighbors = 2;
/**
 * Pictures are reduced by the whole factor that brings their pixels closest to this size on the
 * object, in millimeters, but at most by `maxScale`.
 */
const comparedPixelSize = 1.1;
const maxScale = 4;

/** The shares of the work at which the views are prepared, and the depths measured. */
const preparedDone = 0.1;
const measuredDone = 0.7;

/** The grid is split into this many parts for each task that the crew asks for at a time. */
const partsPerTask = 4;

/**
 * Depths are ignored if outlines contradict more than this share of what they take away. For drawn
 * objects that mirror windows, it is 0.01 to 0.02 (cup), 0.02 to 0.09 (box), 0.10 (shoe) and 0.4
 * (figurine), for those with texture and white ones up to 0.007, but 0.05 for one white shoe.
 */
const maxContradicted = 0.03;

/**
 * Pictures show that there is something above a flat top if they measured more than this share of
 * the vertices that are more than `minAbove` millimeters above it.
 */
const minMeasuredShare = 0.25;
const minAbove = 1.5;

/**
 * A surface, the depth maps that it comes from (none if they were ignored), and the heights of its
 * top that views support.
 */
type Refined = { mesh: Mesh; maps: DepthMap[]; heights: SupportedHeight[] };

/**
 * Looks for the surface behind a hull, where its texture looks alike in several views, and takes
 * away what lies in front of it: this brings back hollows that no outline shows. Elsewhere the hull
 * stays as it is, but for the roof over a top that is flat or open. The hull also stays where the
 * surface mirrors what is round it: reflections look alike in several views, too, but as if they
 * lay deeper. `report` is awaited between views; undefined if it stopped the work.
 */
export async function refineHull(
  hull: Hull,
  crew: Crew,
  report: Report,
): Promise<Refined | undefined> {
  const scale = Math.max(1, Math.round(comparedPixelSize / hull.pixelSize));
  const views = await workOnEach(
    hull.views,
    crew,
    (view) => crew.run("createDepthView", view, hull.mesh, Math.min(maxScale, scale)),
    reportPart(report, 0, preparedDone),
  );
  if (!views) return undefined;
  const maps = await workOnEach(
    findNeighbors(views, hull.mesh),
    crew,
    ({ view, neighbors }) => crew.run("measureDepths", view, neighbors),
    reportPart(report, preparedDone, measuredDone),
  );
  if (!maps) return undefined;
  const fused = await fuse(hull, maps, crew, reportPart(report, measuredDone, 1));
  if (!fused) return undefined;
  const surface = extractStandingPart(fused, hull.grid);
  const isContradicted = findContradiction(hull, fused, surface) > maxContradicted;
  const believed: Measured = isContradicted
    ? { field: hull.field.slice(), surface: extractStandingPart(hull.field, hull.grid), maps: [] }
    : { field: fused, surface, maps };
  const heights = findSupportedHeights(hull);
  const top = findFlatTop(heights) ?? findRim(views, hull, findMinTop(heights));
  const mesh = cutRoof(hull, top, believed);
  return { mesh: isEmpty(mesh) ? hull.mesh : mesh, maps: believed.maps, heights };
}

/** The signed distances of an object as far as depths count, their surface, and the depths. */
type Measured = { field: Float32Array; surface: Mesh; maps: DepthMap[] };

/** Returns the views that have enough neighbors, with these. */
function findNeighbors(
  views: readonly DepthView[],
  hull: Mesh,
): { view: DepthView; neighbors: DepthView[] }[] {
  const cameraCenters = views.map((view) => createViewRays(view).cameraCenter);
  const chosen = chooseNeighbors(cameraCenters, findCenter(hull), maxNeighbors);
  return views
    .map((view, index) => ({ view, neighbors: chosen[index]!.map((other) => views[other]!) }))
    .filter(({ neighbors }) => neighbors.length >= minNeighbors);
}

/** Returns the signed distances of a hull without what lies in front of the measured surface. */
async function fuse(
  { field, grid }: Hull,
  maps: readonly DepthMap[],
  crew: Crew,
  report: Report,
): Promise<Float32Array | undefined> {
  const parts = await workOnEach(
    splitGrid(grid, partsPerTask * crew.size),
    crew,
    async ({ part, from, to }) => {
      return { from, values: await crew.run("fuseDepths", field.slice(from, to), part, maps) };
    },
    report,
  );
  if (!parts) return undefined;
  const fused = new Float32Array(field.length);
  for (const { from, values } of parts) fused.set(values, from);
  return fused;
}

/**
 * Returns the surface of a refined field without the roof that outlines leave over a flat top or an
 * opening, unless pictures measured that roof. Takes the roof out of the field, in place.
 */
function cutRoof(
  { grid }: Hull,
  top: number | undefined,
  { field, surface, maps }: Measured,
): Mesh {
  if (top === undefined || isMeasuredAbove(surface, maps, top + minAbove)) return surface;
  cutAbove(field, grid, top);
  return extractStandingPart(field, grid);
}

/** Tells whether pictures measured enough of a surface above a height in millimeters. */
function isMeasuredAbove({ positions }: Mesh, maps: readonly DepthMap[], height: number): boolean {
  const above = positions.filter((_, at) => positions[at - (at % 3) + 2]! > height);
  const measured = findMeasured({ positions: above, indices: new Uint32Array() }, maps);
  const count = measured.reduce((sum, mark) => sum + mark, 0);
  return count > minMeasuredShare * measured.length;
}
