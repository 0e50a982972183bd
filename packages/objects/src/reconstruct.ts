import type { Body } from "./exports/body.ts";
import { findHull } from "./hull/find-hull.ts";
import { type Measures, measure } from "./mesh/measure.ts";
import { simplify } from "./mesh/simplify.ts";
import { smooth } from "./mesh/smooth.ts";
import { createMatPyramid, type MatPrint } from "./silhouette/mat-print.ts";
import { bake } from "./texture/bake.ts";
import { unwrap } from "./texture/unwrap.ts";
import type { View } from "./view.ts";

export type Stage = "outlines" | "mesh" | "texture";

/** Which part of an object was found how. All of it comes from outlines, and its base is flat. */
export type ReconstructedObject = Body & {
  measures: Measures;
  /** Always true so far: hollows that no outline shows are filled. */
  hullOnly: boolean;
  /** How the base was closed: the mat hides it. */
  base: "flat";
};

export type ReconstructProblem = "too-few-views" | "nothing-seen" | "stopped";

export type ReconstructResult =
  | { ok: true; object: ReconstructedObject }
  | { ok: false; problem: ReconstructProblem };

/** The fewest views that make more than a rough block. */
export const leastViews = 8;

export type ReconstructOptions = {
  /** Called with the share of the work that is done, from 0 to 1. */
  onProgress?: (share: number, stage: Stage) => void;
  signal?: AbortSignal;
  /** The side of the texture, in texels. */
  textureSize?: number;
  /** The most triangles of the mesh. */
  triangles?: number;
};

/**
 * Makes a closed, measured and textured mesh of an object from views of it on a mat: outlines without a color key, the
 * visual hull, a simplified mesh, a texture of the views. Yields between steps, so that `signal` can stop it.
 */
export async function reconstruct(
  views: readonly View[],
  print: MatPrint,
  { onProgress, signal, textureSize = 1024, triangles = 30_000 }: ReconstructOptions = {},
): Promise<ReconstructResult> {
  if (views.length < leastViews) return { ok: false, problem: "too-few-views" };
  const report = async (share: number, stage: Stage) => {
    onProgress?.(share, stage);
    await new Promise((resolve) => setTimeout(resolve));
    return !signal?.aborted;
  };
  const hull = await findHull(views, createMatPyramid(print), (share) =>
    report(0.8 * share, "outlines"),
  );
  if (!hull.ok) return hull;
  if (!(await report(0.8, "mesh"))) return { ok: false, problem: "stopped" };
  const mesh = await simplify(smooth(hull.mesh, 3), triangles, 0.15);
  if (!(await report(0.85, "texture"))) return { ok: false, problem: "stopped" };
  const unwrapped = unwrap(mesh, textureSize);
  const shots = hull.sights.map(({ crop }, index) => ({
    crop,
    silhouette: hull.silhouettes[index]!,
  }));
  const texture = bake(unwrapped, mesh, shots, textureSize);
  onProgress?.(1, "texture");
  const measures = measure(mesh, hull.pixelSize);
  return { ok: true, object: { mesh, unwrapped, texture, measures, hullOnly: true, base: "flat" } };
}
