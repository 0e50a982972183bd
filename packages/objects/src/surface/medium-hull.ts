import { createGrid } from "../geometry/grid.ts";
import type { CroppedView } from "../silhouette/cropped-view.ts";
import { carveMesh, findBoxAround, isEmpty } from "./carve-mesh.ts";
import { outlineAround } from "./outline-around.ts";
import {
  type Estimate,
  type FindGrounds,
  nothingSeen,
  type StageContext,
  type StageProblem,
  stopped,
} from "./stage.ts";

/** Outlines lie at most this many pixels of the whole picture outside the rough hull. */
const outlineMargin = 16;
/** The hull lies at most this many millimeters outside the box of the rough one. */
const boxMargin = 5;
/** The step of the grid, in millimeters. */
const step = 2;
/** How many views may be wrong at a node. */
const tolerated = 2;

/**
 * Finds the hull from silhouettes in reduced pictures, with the ground that all views share, and
 * the ground round this hull.
 */
export async function findMediumHull(
  rough: Estimate,
  views: readonly CroppedView[],
  findGrounds: FindGrounds,
  context: StageContext,
): Promise<({ ok: true } & Estimate) | StageProblem> {
  const silhouettes = await outlineAround(rough, views, { margin: outlineMargin }, context);
  if (!silhouettes) return stopped;
  const grid = createGrid(findBoxAround(rough.mesh, boxMargin), step);
  const { mesh } = carveMesh(silhouettes, grid, tolerated);
  if (isEmpty(mesh)) return nothingSeen;
  return { ok: true, mesh, grounds: findGrounds(silhouettes) };
}
