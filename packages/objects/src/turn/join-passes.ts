import type { Hull } from "../hull/hull.ts";
import type { MatPyramid } from "../silhouette/mat-print.ts";
import { findHull } from "../surface/find-hull.ts";
import type { View } from "../view.ts";
import { type Crew, type Report, reportPart } from "../work/crew.ts";
import { joinHulls } from "./join-hulls.ts";
import { registerPasses } from "./register-passes.ts";

/** The share of the work at which the second hull is found. */
const hullDone = 0.85;

type JoinResult = ({ ok: true } & Hull) | { ok: false; problem: "unlike" | "stopped" };

/**
 * Finds the hull of the object in views after it was turned over, registers it with the first one,
 * and returns the hull of both passes. They are unlike if the views do not show the same object
 * well enough. `report` is awaited between steps.
 */
export async function joinPasses(
  first: Hull,
  turned: readonly View[],
  mat: MatPyramid,
  crew: Crew,
  report: Report,
): Promise<JoinResult> {
  const second = await findHull(turned, mat, crew, reportPart(report, 0, hullDone));
  if (!second.ok) {
    return { ok: false, problem: second.problem === "stopped" ? "stopped" : "unlike" };
  }
  const registered = await registerPasses(first, second, reportPart(report, hullDone, 1));
  if (!registered.ok) return registered;
  const joined = joinHulls(first, second, registered.transform);
  if (joined.mesh.indices.length === 0) return { ok: false, problem: "unlike" };
  return { ok: true, ...joined };
}
