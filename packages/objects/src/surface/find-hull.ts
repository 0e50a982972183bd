import { createViewRays } from "../camera/view-rays.ts";
import { createGrid, type Grid } from "../geometry/grid.ts";
import { createPointBuffer } from "../geometry/point-buffer.ts";
import type { Hull } from "../hull/hull.ts";
import { findContacts } from "../hull/outline-contacts.ts";
import { trimBulges } from "../hull/trim-bulges.ts";
import type { Mesh } from "../mesh/mesh.ts";
import type { CroppedView } from "../silhouette/cropped-view.ts";
import { createGroundFinder } from "../silhouette/ground-map.ts";
import type { MatPyramid } from "../silhouette/mat-print.ts";
import type { Silhouette } from "../silhouette/silhouette.ts";
import type { View } from "../view.ts";
import type { Crew, Report } from "../work/crew.ts";
import { carveMesh, extractStandingPart, findBoxAround, isEmpty } from "./carve-mesh.ts";
import { cropViews } from "./crop-views.ts";
import { findCenter } from "./find-center.ts";
import { findFullOutlines } from "./full-outlines.ts";
import { hasMoved } from "./has-moved.ts";
import { findMediumHull } from "./medium-hull.ts";
import { findRoughHull, improveRoughHull } from "./rough-hull.ts";
import { nothingSeen, partOf, type StageProblem } from "./stage.ts";

/** The hull lies at most this many millimeters outside the box of the one at medium scale. */
const boxMargin = 5;
/** The steps of the grid along the longest side of that box. */
const steps = 128;

type HullResult = ({ ok: true } & Hull) | { ok: false; problem: "object-moved" } | StageProblem;

/**
 * Finds the visual hull in stages, each closer to the last hull and at a larger scale: rough
 * silhouettes from the mat alone, the same with what all views agree on, then with the shadow and
 * the desk that all views share, at medium and at full scale. `report` is awaited between views.
 */
export async function findHull(
  views: readonly View[],
  mat: MatPyramid,
  crew: Crew,
  report: Report,
): Promise<HullResult> {
  const context = { mat, crew, report };
  const rough = await findRoughHull(views, partOf(context, 0, 0.3));
  if (!rough.ok) return rough;
  const findGrounds = createGroundFinder(rough.views, mat);
  const improved = await improveRoughHull(rough, findGrounds, partOf(context, 0.3, 0.4));
  if (!improved.ok) return improved;
  const cropped = await cropViews(views, improved.mesh, partOf(context, 0.4, 0.5));
  if (!cropped.ok) return cropped;
  const { full, medium } = cropped;
  const mediumHull = await findMediumHull(improved, medium, findGrounds, partOf(context, 0.5, 0.7));
  if (!mediumHull.ok) return mediumHull;
  const grid = createFineGrid(mediumHull.mesh);
  const outlined = await findFullOutlines(mediumHull, full, grid, partOf(context, 0.7, 1));
  if (!outlined.ok) return outlined;
  const carved = carveMesh(outlined.silhouettes, grid, 0);
  if (isEmpty(carved.mesh)) return nothingSeen;
  if (!rough.hasNeighbor && hasMoved(rough.silhouettes, carved.mesh))
    return { ok: false, problem: "object-moved" };
  // The odds would take memory, and nothing reads them again.
  const silhouettes = outlined.silhouettes.map(({ odds, ...silhouette }): Silhouette => silhouette);
  const { hasNeighbor, reachesEdge } = rough;
  const trimmed = trim({ ...carved, views: full, silhouettes });
  return { ok: true, ...trimmed, hasNeighbor, reachesEdge };
}

/** Cuts the bulges off a hull, and adds what the outlines touch of it. */
function trim(
  carved: Pick<Hull, "mesh" | "field" | "grid" | "views" | "silhouettes">,
): Omit<Hull, "hasNeighbor" | "reachesEdge"> {
  const { grid, field, views, silhouettes } = carved;
  const pixelSize = findPixelSize(carved.mesh, views);
  const contacts = findContacts(silhouettes, { grid, values: field }, pixelSize);
  const trimmed = trimBulges({ grid, values: field }, contacts);
  const mesh = extractStandingPart(trimmed, grid);
  return { mesh, field: trimmed, grid, views, silhouettes, pixelSize, contacts };
}

function createFineGrid(hull: Mesh): Grid {
  const box = findBoxAround(hull, boxMargin);
  const { min, max } = box;
  const longest = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  return createGrid(box, longest / steps);
}

/**
 * Returns the size of a pixel at the center of the object in millimeters, as the median of the
 * views.
 */
function findPixelSize(hull: Mesh, views: readonly CroppedView[]): number {
  const center = findCenter(hull);
  const pixel = createPointBuffer();
  const sizes = views.map((view) => {
    createViewRays(view).project(...center, pixel);
    return pixel[2] / view.camera.focal;
  });
  return sizes.sort((a, b) => a - b)[sizes.length >> 1]!;
}
