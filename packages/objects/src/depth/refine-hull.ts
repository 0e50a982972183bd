import type { Hull, Report } from "../hull/find-hull.ts";
import { findBounds } from "../mesh/bounds.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { keepStandingPart } from "../mesh/standing-part.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { chooseNeighbors } from "./choose-neighbors.ts";
import { fuseDepths } from "./fuse-depths.ts";
import { createDepthView, type DepthMap, measureDepths } from "./measure-depths.ts";

/** With how many others a view is compared. */
const neighbors = 4;
/** The size of the pixels that are compared, in millimeters on the object. */
const pixelSize = 1.1;

export type Refined = { mesh: Mesh; maps: DepthMap[] };

/**
 * Looks for the surface behind a hull, where its texture looks alike in several views, and takes away what lies in front of it: this brings back
 * hollows that no outline shows. Elsewhere the hull stays as it is. `report` is awaited between views; undefined if it stopped the work.
 */
export async function refineHull(hull: Hull, report: Report): Promise<Refined | undefined> {
  const { mesh, field, grid, sights } = hull;
  const scale = Math.min(4, Math.max(1, Math.round(pixelSize / hull.pixelSize)));
  const views = sights.map(({ rays, crop }) => createDepthView(rays, crop, mesh, scale));
  const { min, max } = findBounds(mesh);
  const middle = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2] as const;
  const chosen = chooseNeighbors(
    sights.map(({ rays }) => rays.eye),
    middle,
    neighbors,
  );
  const maps: DepthMap[] = [];
  for (const [index, view] of views.entries()) {
    if (!(await report((0.8 * index) / views.length))) return undefined;
    const others = chosen[index]!.map((other) => views[other]!);
    if (others.length >= 2) maps.push(measureDepths(view, others));
  }
  if (!(await report(0.8))) return undefined;
  const refined = field.slice();
  fuseDepths(refined, grid, maps);
  const surface = keepStandingPart(extractSurface(refined, grid), 2 * grid.step);
  return { mesh: surface.indices.length > 0 ? surface : mesh, maps };
}
