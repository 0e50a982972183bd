import type { Mesh } from "../mesh/mesh.ts";
import type { ViewedGround } from "../silhouette/ground-map.ts";
import type { MatPyramid } from "../silhouette/mat-print.ts";
import type { Silhouette } from "../silhouette/silhouette.ts";
import { type Crew, type Report, reportPart } from "../work/crew.ts";

/** The context of each stage of a hull. `report` is awaited between views. */
export type StageContext = { mat: MatPyramid; crew: Crew; report: Report };

/** The surface of the hull that is known so far, and the ground round it for each view. */
export type Estimate = { mesh: Mesh; grounds: ViewedGround[] };

/** Returns the ground for each view, given the silhouettes of all views. */
export type FindGrounds = (silhouettes: readonly Silhouette[]) => ViewedGround[];

/** Why a stage has no result: no view shows an object, or `report` stopped the work. */
export type StageProblem = { ok: false; problem: "nothing-seen" | "stopped" };

export const nothingSeen: StageProblem = { ok: false, problem: "nothing-seen" };
export const stopped: StageProblem = { ok: false, problem: "stopped" };

/** Returns the context of a part of a stage, which begins and ends at these shares of its work. */
export function partOf(
  { mat, crew, report }: StageContext,
  begin: number,
  end: number,
): StageContext {
  return { mat, crew, report: reportPart(report, begin, end) };
}
