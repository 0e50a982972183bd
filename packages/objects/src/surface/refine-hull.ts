import { createViewRays } from "../camera/view-rays.ts";
import { chooseNeighbors } from "../depth/choose-neighbors.ts";
import { findContradiction } from "../depth/find-contradiction.ts";
import { findRim } from "../depth/find-rim.ts";
import { findMeasured } from "../depth/fuse-depths.ts";
import type { DepthMap } from "../depth/measure-depths.ts";
import { splitGrid } from "../geometry/grid.ts";
import { cutAbove, findFlatTop, findLeastTop } from "../hull/flat-top.ts";
import type { Hull } from "../hull/hull.ts";
import { findReached } from "../hull/reached-heights.ts";
import { findBounds } from "../mesh/bounds.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { keepStandingPart } from "../mesh/standing-part.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { type Crew, type Report, workOnEach } from "../work/crew.ts";

/** With how many others a view is compared. */
const neighbors = 4;
/** The size of the pixels that are compared, in millimeters on the object. */
const pixelSize = 1.1;

/**
 * Depths are ignored if outlines contradict more than this share of what they take away. For drawn
 * objects that mirror windows, it is 0.01 to 0.02 (cup), 0.02 to 0.09 (box), 0.10 (shoe) and 0.4
 * (figurine), for those with texture and white ones up to 0.007, but 0.05 for one white shoe.
 */
const maxContradicted = 0.03;

/**
 * Pictures show that there is something above a flat top if they measured so much of the surface so
 * many millimeters above it.
 */
const minMeasured = 0.25;
const near = 1.5;

/** A surface, and the depths that it comes from; none if they were ignored. */
type Refined = { mesh: Mesh; maps: DepthMap[] };

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
  const { mesh, field, grid, sights } = hull;
  const scale = Math.min(4, Math.max(1, Math.round(pixelSize / hull.pixelSize)));
  const views = await workOnEach(
    sights,
    crew,
    (sight) => crew.run("createDepthView", sight, mesh, scale),
    (share) => report(0.1 * share),
  );
  if (!views) return undefined;
  const { min, max } = findBounds(mesh);
  const middle = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2] as const;
  const chosen = chooseNeighbors(
    sights.map((sight) => createViewRays(sight).eye),
    middle,
    neighbors,
  );
  const compared = [...views.keys()].filter((index) => chosen[index]!.length >= 2);
  const maps = await workOnEach(
    compared,
    crew,
    (index) => {
      const others = chosen[index]!.map((other) => views[other]!);
      return crew.run("measureDepths", views[index]!, others);
    },
    (share) => report(0.1 + 0.6 * share),
  );
  if (!maps) return undefined;
  const layers = splitGrid(grid, 4 * crew.size);
  const fused = await workOnEach(
    layers,
    crew,
    ({ part, from, to }) => crew.run("fuseDepths", field.slice(from, to), part, maps),
    (share) => report(0.7 + 0.3 * share),
  );
  if (!fused) return undefined;
  const refined = new Float32Array(field.length);
  for (const [index, { from }] of layers.entries()) refined.set(fused[index]!, from);
  const extract = () => keepStandingPart(extractSurface(refined, grid), 2 * grid.step);
  let surface = extract();
  const isContradicted = findContradiction(hull, refined, surface) > maxContradicted;
  const believed = isContradicted ? [] : maps;
  if (isContradicted) {
    refined.set(field);
    surface = extract();
  }
  const reached = findReached(hull.silhouettes, field, grid);
  const top = findFlatTop(reached) ?? findRim(views, hull, findLeastTop(reached));
  if (top !== undefined && !isMeasuredAbove(surface, believed, top + near)) {
    cutAbove(refined, grid, top);
    surface = extract();
  }
  return { mesh: surface.indices.length > 0 ? surface : mesh, maps: believed };
}

function isMeasuredAbove({ positions }: Mesh, maps: readonly DepthMap[], height: number): boolean {
  const above: number[] = [];
  for (let at = 0; at < positions.length; at += 3) {
    if (positions[at + 2]! > height) above.push(...positions.subarray(at, at + 3));
  }
  const none = { positions: Float32Array.from(above), indices: new Uint32Array() };
  const marks = findMeasured(none, maps);
  return marks.reduce((sum, mark) => sum + mark, 0) > minMeasured * marks.length;
}
