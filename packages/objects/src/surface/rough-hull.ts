import { type Box, createGrid } from "../geometry/grid.ts";
import { findBounds } from "../mesh/bounds.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { findStandingParts } from "../mesh/standing-part.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { measureVolume } from "../mesh/volume.ts";
import { cropPicture, cutCrop } from "../silhouette/crop.ts";
import type { CroppedView } from "../silhouette/cropped-view.ts";
import type { MatPyramid } from "../silhouette/mat-print.ts";
import type { Silhouette } from "../silhouette/silhouette.ts";
import type { View } from "../view.ts";
import { workOnEach } from "../work/crew.ts";
import { carveMesh, findBoxAround, isEmpty } from "./carve-mesh.ts";
import { findRegion } from "./find-region.ts";
import {
  type Estimate,
  type FindGrounds,
  nothingSeen,
  type StageContext,
  type StageProblem,
  stopped,
} from "./stage.ts";

/** Pictures are reduced by the whole factor that brings them closest to this width, in pixels. */
const roughWidth = 320;

/**
 * An object is looked for up to this height above the mat, and this far inside the edges of the
 * paper, in millimeters.
 */
const maxHeight = 220;
const paperMargin = 10;

/** The steps of the grids of the first hull and of the second, in millimeters. */
const firstStep = 4;
const secondStep = 2;

/**
 * How many views may be wrong at a node of the first hull and of the second. Rough outlines are
 * wrong here and there; later stages cannot find what one of them took away.
 */
const firstTolerated = 2;
const secondTolerated = 3;

/** The second outlines lie at most this many pixels of reduced pictures outside the first hull. */
const outlineMargin = 8;
/** Pictures are cut to this many pixels of the whole picture round the first hull. */
const regionMargin = 60;
/** The second hull lies at most this many millimeters outside the box of the first. */
const boxMargin = 6;

/**
 * Another part is an object if its volume is larger than this, in cubic millimeters, and than this
 * share of the largest part: a bit of light or shadow is smaller.
 */
const minOtherVolume = 2_000;
const minOtherShare = 0.05;

type RoughHull = {
  ok: true;
  /** The whole pictures, reduced to about `roughWidth`. */
  views: CroppedView[];
  silhouettes: Silhouette[];
  mesh: Mesh;
  /** Another object stands on the mat. */
  hasNeighbor: boolean;
  /** The hull ends at the edge of the space in which it was looked for. */
  reachesEdge: boolean;
};

/** Finds the first hull, from silhouettes that the mat alone tells in reduced pictures. */
export async function findRoughHull(
  views: readonly View[],
  { mat, crew, report }: StageContext,
): Promise<RoughHull | StageProblem> {
  const outlined = await workOnEach(
    views,
    crew,
    async ({ camera, pose, load }) => {
      const picture = await load();
      const { width: right, height: bottom } = picture;
      const scale = Math.max(1, Math.round(right / roughWidth));
      const crop = cropPicture(picture, { left: 0, top: 0, right, bottom }, scale);
      const view: CroppedView = { camera, pose, crop };
      return { view, silhouette: await crew.run("outlineByMat", view, mat) };
    },
    report,
  );
  if (!outlined) return stopped;
  const silhouettes = outlined.map(({ silhouette }) => silhouette);
  const space = findSpaceOver(mat);
  const grid = createGrid(space, firstStep);
  const { mesh, field } = carveMesh(silhouettes, grid, firstTolerated);
  if (isEmpty(mesh)) return nothingSeen;
  const surroundings = {
    hasNeighbor: hasOtherPart(extractSurface(field, grid), mesh),
    reachesEdge: reachesEdge(mesh, space),
  };
  return { ok: true, views: outlined.map(({ view }) => view), silhouettes, mesh, ...surroundings };
}

/** Tells whether a surface has a large part that stands on the mat besides the largest one. */
function hasOtherPart(whole: Mesh, largest: Mesh): boolean {
  const volumes = findStandingParts(whole, firstStep).map(measureVolume);
  const other = volumes.sort((a, b) => b - a)[1] ?? 0;
  return other > minOtherVolume && other > minOtherShare * measureVolume(largest);
}

/** Tells whether a mesh comes within one step of the sides or the top of the space over the mat. */
function reachesEdge(mesh: Mesh, space: Box): boolean {
  const { min, max } = findBounds(mesh);
  const isBeyond = (axis: 0 | 1 | 2) =>
    (axis < 2 && min[axis] < space.min[axis] + firstStep) ||
    max[axis] > space.max[axis] - firstStep;
  return ([0, 1, 2] as const).some(isBeyond);
}

/** Finds the second hull, from silhouettes close to the first one, and the ground round it. */
export async function improveRoughHull(
  { views, mesh: first }: RoughHull,
  findGrounds: FindGrounds,
  { mat, crew, report }: StageContext,
): Promise<({ ok: true } & Estimate) | StageProblem> {
  const silhouettes = await workOnEach(
    views,
    crew,
    (view) => {
      const crop = cutCrop(view.crop, findRegion(first, view, regionMargin));
      const options = { margin: outlineMargin, keepUnknownGround: false };
      return crew.run("outlineByHull", { ...view, crop }, mat, first, options);
    },
    report,
  );
  if (!silhouettes) return stopped;
  const grid = createGrid(findBoxAround(first, boxMargin), secondStep);
  const { mesh } = carveMesh(silhouettes, grid, secondTolerated);
  if (isEmpty(mesh)) return nothingSeen;
  return { ok: true, mesh, grounds: findGrounds(silhouettes) };
}

/** Returns the space over the mat in which an object is looked for. */
function findSpaceOver({ width, height }: MatPyramid): Box {
  return {
    min: [-width / 2 + paperMargin, -height / 2 + paperMargin, 0],
    max: [width / 2 - paperMargin, height / 2 - paperMargin, maxHeight],
  };
}
