import { findMeasured } from "./depth/fuse-depths.ts";
import type { Body } from "./exports/body.ts";
import { type Measures, measure, measureShare } from "./mesh/measure.ts";
import { simplify } from "./mesh/simplify.ts";
import { smooth } from "./mesh/smooth.ts";
import { createMatPyramid, type MatPrint } from "./silhouette/mat-print.ts";
import { findHull } from "./surface/find-hull.ts";
import { refineHull } from "./surface/refine-hull.ts";
import { bake } from "./texture/bake.ts";
import { unwrap } from "./texture/unwrap.ts";
import { joinPasses } from "./turn/join-passes.ts";
import type { View } from "./view.ts";
import { type Crew, ownThread } from "./work/crew.ts";

export type Stage = "outlines" | "mesh" | "texture";

/** An object, and which part of it was found how. */
export type ReconstructedObject = Body & {
  measures: Measures;
  /**
   * For each vertex of the mesh whether pictures showed its place by texture (1), or only outlines
   * bound it (0).
   */
  measured: Uint8Array;
  /** How much of the surface only outlines bound, from 0 to 1. The base is a part of it. */
  hullShare: number;
  /** Whether that is more than 70 % of it. Hollows that no outline shows are then filled. */
  hullOnly: boolean;
  /**
   * Whether the base was seen, after the object was turned over, or is closed flat, because the mat
   * hides it. If there were views of the object turned over and it is flat, they could not be
   * joined with the others, and were not used.
   */
  base: "flat" | "seen";
};

export type ReconstructProblem = "too-few-views" | "nothing-seen" | "object-moved" | "stopped";

export type ReconstructResult =
  | { ok: true; object: ReconstructedObject }
  | { ok: false; problem: ReconstructProblem };

/** The fewest views that make more than a rough block. */
export const minViews = 8;

export type ReconstructOptions = {
  /** Called with the share of the work that is done, from 0 to 1. */
  onProgress?: (share: number, stage: Stage) => void;
  signal?: AbortSignal | undefined;
  /** The side of the texture, in texels. */
  textureSize?: number;
  /** The most triangles of the mesh. */
  triangles?: number;
  /** Views of the object after it was turned over, or laid on a side, on the same mat. */
  turned?: readonly View[];
  /** The threads that share the work on each view; only this one if it is left out. */
  crew?: Crew;
};

/**
 * Makes a closed, measured and textured mesh of an object from views of it on a mat: outlines
 * without a color key, the visual hull, refined where texture shows the surface, a simplified mesh,
 * a texture of the views. Views of the object turned over are joined with the others if their
 * outlines fit. Yields between steps, so that `signal` can stop it.
 */
export async function reconstruct(
  views: readonly View[],
  print: MatPrint,
  {
    onProgress,
    signal,
    textureSize = 1024,
    triangles = 30_000,
    turned = [],
    crew = ownThread,
  }: ReconstructOptions = {},
): Promise<ReconstructResult> {
  if (views.length < minViews) return { ok: false, problem: "too-few-views" };
  const report = async (share: number, stage: Stage) => {
    onProgress?.(share, stage);
    await new Promise((resolve) => setTimeout(resolve));
    return !signal?.aborted;
  };
  const mat = createMatPyramid(print);
  const isTwice = turned.length >= minViews;
  const first = isTwice ? (0.65 * views.length) / (views.length + turned.length) : 0.65;
  const found = await findHull(views, mat, crew, (share) => report(first * share, "outlines"));
  if (!found.ok) return found;
  const joined = isTwice
    ? await joinPasses(found, turned, mat, crew, (share) =>
        report(first + (0.65 - first) * share, "outlines"),
      )
    : undefined;
  if (joined && !joined.ok && joined.problem === "stopped")
    return { ok: false, problem: "stopped" };
  const hull = joined?.ok ? joined : found;
  const refined = await refineHull(hull, crew, (share) => report(0.65 + 0.2 * share, "mesh"));
  if (!refined) return { ok: false, problem: "stopped" };
  const mesh = await simplify(smooth(refined.mesh, 3), triangles, 0.15);
  if (!(await report(0.85, "texture"))) return { ok: false, problem: "stopped" };
  const unwrapped = unwrap(mesh, textureSize);
  const shots = hull.sights.map(({ crop }, index) => ({
    crop,
    silhouette: hull.silhouettes[index]!,
  }));
  const texture = bake(unwrapped, mesh, shots, textureSize);
  onProgress?.(1, "texture");
  const measures = measure(mesh, hull.pixelSize);
  const measured = findMeasured(mesh, refined.maps);
  const hullShare = 1 - measureShare(mesh, measured);
  const hullOnly = hullShare > 0.7;
  const object = { mesh, unwrapped, texture, measures, measured, hullShare, hullOnly } as const;
  return { ok: true, object: { ...object, base: joined?.ok ? "seen" : "flat" } };
}
