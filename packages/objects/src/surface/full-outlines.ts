import type { Grid } from "../geometry/grid.ts";
import { carve } from "../hull/carve.ts";
import type { CroppedView } from "../silhouette/cropped-view.ts";
import type { WeighedSilhouette } from "../silhouette/outline.ts";
import { extractStandingPart, isEmpty } from "./carve-mesh.ts";
import { findDoubt } from "./find-doubt.ts";
import { outlineAround } from "./outline-around.ts";
import { settleHull } from "./settle-hull.ts";
import {
  type Estimate,
  nothingSeen,
  partOf,
  type StageContext,
  type StageProblem,
  stopped,
} from "./stage.ts";

/** Outlines lie at most this many pixels outside the hull that is given. */
const outlineMargin = 10;

/**
 * The hull is settled if more than this share of the outlines lies beside paper that looks like the
 * object. For drawn objects as white as the paper it is 0.22 to 0.35; for those with texture and
 * the shiny cup, 0.10 to 0.17.
 */
const maxDoubt = 0.2;

/** The shares of the work at which the first silhouettes are done, and the views have settled. */
const outlinedDone = 2 / 3;
const settledDone = 5 / 6;

type FullOutlines = { ok: true; silhouettes: WeighedSilhouette[] };

/**
 * Finds the silhouettes at full scale, close to a hull. If much of the ground beside them looks
 * like the object, the views settle on a hull on `grid`, and the silhouettes are found once more
 * close to that one.
 */
export async function findFullOutlines(
  { mesh, grounds }: Estimate,
  views: readonly CroppedView[],
  grid: Grid,
  context: StageContext,
): Promise<FullOutlines | StageProblem> {
  const outlining = partOf(context, 0, outlinedDone);
  const settling = partOf(context, outlinedDone, settledDone);
  const options = { margin: outlineMargin };
  let silhouettes = await outlineAround({ mesh, grounds }, views, options, outlining);
  if (!silhouettes || !(await settling.report(0))) return stopped;
  if (findDoubt(silhouettes, context.mat) <= maxDoubt) return { ok: true, silhouettes };
  const field = carve(silhouettes, grid);
  const settled = await settleHull(silhouettes, field, grid, settling.crew, settling.report);
  silhouettes = undefined; // The new ones need the memory.
  if (!settled) return stopped;
  const settledMesh = extractStandingPart(settled, grid);
  if (isEmpty(settledMesh)) return nothingSeen;
  silhouettes = await outlineAround(
    { mesh: settledMesh, grounds },
    views,
    { ...options, isSettled: true },
    partOf(context, settledDone, 1),
  );
  return silhouettes ? { ok: true, silhouettes } : stopped;
}
