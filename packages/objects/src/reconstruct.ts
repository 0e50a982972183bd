import { findMeasured } from "./depth/fuse-depths.ts";
import type { Body } from "./exports/body.ts";
import type { Hull } from "./hull/hull.ts";
import { measureShare } from "./mesh/area.ts";
import type { Mesh } from "./mesh/mesh.ts";
import { simplify } from "./mesh/simplify.ts";
import { smooth } from "./mesh/smooth.ts";
import { createMatPyramid, type MatPrint, type MatPyramid } from "./silhouette/mat-print.ts";
import { findWarnings, type SizeWarning } from "./size/find-warnings.ts";
import { isGuess, type Measures, measure } from "./size/measure.ts";
import { findHull } from "./surface/find-hull.ts";
import { refineHull } from "./surface/refine-hull.ts";
import { bake } from "./texture/bake.ts";
import { unwrap } from "./texture/unwrap.ts";
import { joinPasses } from "./turn/join-passes.ts";
import type { View } from "./view.ts";
import { type Crew, ownThread } from "./work/crew.ts";

export type Stage = "outlines" | "mesh" | "texture";

/** An object, and how each part of its surface was found. */
export type ReconstructedObject = Body & {
  measures: Measures;
  /** Why the sizes may be wrong, the most likely reason first. */
  warnings: SizeWarning[];
  /** Whether a side is uncertain by more than 5 %. */
  isGuess: boolean;
  /**
   * For each vertex of the mesh whether its position was measured by texture in the pictures (1),
   * or is only bounded by outlines (0).
   */
  measured: Uint8Array;
  /** The share of the surface, with the base, that only outlines bound, from 0 to 1. */
  hullShare: number;
  /** Whether that is more than 70 % of it. Hollows that no outline shows are then filled. */
  hullOnly: boolean;
  /**
   * Whether the base was seen, after the object was turned over, or is closed flat, because the mat
   * hides it. If there were views of the object turned over and it is flat, they were fewer than
   * `minViews` or could not be joined with the others, and were not used.
   */
  base: "flat" | "seen";
};

export type ReconstructProblem = "too-few-views" | "nothing-seen" | "object-moved" | "stopped";

export type ReconstructResult =
  | { ok: true; object: ReconstructedObject }
  | { ok: false; problem: ReconstructProblem };

/** The minimum number of views: fewer make no more than a rough block. */
export const minViews = 8;

export type ReconstructOptions = {
  /** Called with the share of the work that is done, from 0 to 1. */
  onProgress?: (share: number, stage: Stage) => void;
  signal?: AbortSignal | undefined;
  /** The side of the texture, in texels. */
  textureSize?: number;
  /** The maximum number of triangles of the mesh. */
  triangles?: number;
  /** Views of the object after it was turned over, or laid on a side, on the same mat. */
  turned?: readonly View[];
  /** The error at check markers of the mat in millimeters, if any was seen. */
  matError?: number | undefined;
  /** The threads that share the work on each view; only this one if it is left out. */
  crew?: Crew;
};

/** The shares of the work at which the outlines and the mesh are done. */
const outlinesDone = 0.65;
const meshDone = 0.85;
/** The rounds of smoothing: after these, the steps of the grid are gone. */
const smoothRounds = 3;
/** The simplified mesh is at most this far from the smoothed one, in millimeters. */
const maxSimplified = 0.15;
/** Hollows count as filled if only outlines bound more than this share of the surface. */
const maxHullShare = 0.7;

/** A report of the share of the whole work; resolves with whether to go on. */
type Progress = (share: number, stage: Stage) => Promise<boolean>;

const stopped = { ok: false, problem: "stopped" } as const;

/**
 * Makes a closed, measured and textured mesh of an object from views of it on a mat: outlines
 * without a color key, the visual hull, refined where texture shows the surface, a simplified mesh,
 * a texture of the views. Views of the object turned over are joined with the others if their
 * colors agree. Yields between steps, so that `signal` can stop it.
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
    matError = 0,
    crew = ownThread,
  }: ReconstructOptions = {},
): Promise<ReconstructResult> {
  if (views.length < minViews) return { ok: false, problem: "too-few-views" };
  const report: Progress = async (share, stage) => {
    onProgress?.(share, stage);
    await new Promise((resolve) => setTimeout(resolve));
    return !signal?.aborted;
  };
  const found = await findPassesHull({ views, turned }, createMatPyramid(print), crew, report);
  if (!found.ok) return found;
  const { hull, base } = found;
  const refined = await refineHull(hull, crew, (share) =>
    report(outlinesDone + (meshDone - outlinesDone) * share, "mesh"),
  );
  if (!refined) return stopped;
  const mesh = await simplify(smooth(refined.mesh, smoothRounds), triangles, maxSimplified);
  if (!(await report(meshDone, "texture"))) return stopped;
  const texturing = textureMesh(mesh, hull, textureSize);
  onProgress?.(1, "texture");
  const { contacts, pixelSize } = hull;
  const warnings = findWarnings(hull, matError);
  const { heights } = refined;
  const measures = measure(mesh, { contacts, heights, pixelSize, matError, warnings });
  const sizes = { measures, warnings, isGuess: isGuess(measures) };
  const measured = findMeasured(mesh, refined.maps);
  const hullShare = 1 - measureShare(mesh, measured);
  const hullOnly = hullShare > maxHullShare;
  const object = { mesh, ...texturing, ...sizes, measured, hullShare, hullOnly, base };
  return { ok: true, object };
}

type PassesHull =
  | { ok: true; hull: Hull; base: ReconstructedObject["base"] }
  | { ok: false; problem: "nothing-seen" | "object-moved" | "stopped" };

/**
 * Finds the hull of the object from the views of it as it first stood, joined with those of it
 * turned over if there are enough of them and they fit.
 */
async function findPassesHull(
  { views, turned }: { views: readonly View[]; turned: readonly View[] },
  mat: MatPyramid,
  crew: Crew,
  report: Progress,
): Promise<PassesHull> {
  const isTurned = turned.length >= minViews;
  const firstDone = isTurned
    ? (outlinesDone * views.length) / (views.length + turned.length)
    : outlinesDone;
  const first = await findHull(views, mat, crew, (share) => report(firstDone * share, "outlines"));
  if (!first.ok) return first;
  if (!isTurned) return { ok: true, hull: first, base: "flat" };
  const joined = await joinPasses(first, turned, mat, crew, (share) =>
    report(firstDone + (outlinesDone - firstDone) * share, "outlines"),
  );
  if (joined.ok) return { ok: true, hull: joined, base: "seen" };
  return joined.problem === "stopped" ? stopped : { ok: true, hull: first, base: "flat" };
}

/** Cuts a mesh into charts, and bakes a texture of the views. */
function textureMesh(
  mesh: Mesh,
  hull: Hull,
  textureSize: number,
): Pick<Body, "unwrapped" | "texture"> {
  const unwrapped = unwrap(mesh, textureSize);
  const shots = hull.views.map(({ crop }, index) => ({
    crop,
    silhouette: hull.silhouettes[index]!,
  }));
  return { unwrapped, texture: bake(unwrapped, mesh, shots, textureSize) };
}
