import type { Viewpoint } from "../camera/camera.ts";
import { type CropArea, toPicturePixel } from "../camera/crop-area.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import { type Box, createGrid, type Grid } from "../geometry/grid.ts";
import { carve } from "../hull/carve.ts";
import type { Hull } from "../hull/hull.ts";
import { findBounds } from "../mesh/bounds.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { rasterize } from "../mesh/rasterize.ts";
import { keepStandingPart } from "../mesh/standing-part.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { cropPicture, cutCrop, type Region } from "../silhouette/crop.ts";
import type { CroppedView } from "../silhouette/cropped-view.ts";
import { createGroundFinder } from "../silhouette/ground-map.ts";
import type { MatPyramid } from "../silhouette/mat-print.ts";
import type { WeighedSilhouette } from "../silhouette/outline.ts";
import { isBesideUnknown, type Silhouette, unknown } from "../silhouette/silhouette.ts";
import type { View } from "../view.ts";
import { type Crew, type Report, workOnEach } from "../work/crew.ts";
import { settleHull } from "./settle-hull.ts";

/** The highest object that is looked for, and the grid on which that is done, in millimeters. */
const highest = 220;
const coarseStep = 4;
/** To about how many columns the pictures are reduced then. */
const coarseWidth = 320;
/** Between that and full scale, pictures have about so many columns. */
const mediumWidth = 640;
/** How many steps the longest side of the object gets. */
const fineSteps = 128;

/**
 * The hull covers at least so much of the object in half of the views, where that is at least so
 * many pixels from its outline, which small pictures show only roughly. For drawn objects that
 * stand still it is 0.88 to 0.99, for a box that was moved by 30 mm between the pictures and a shoe
 * that was by 40 mm 0.72, for a figurine that was by 20 mm 0.52.
 */
const minKept = 0.8;
const core = 2;

/**
 * The hull is settled if more than this share of the outlines lies beside paper that looks like the
 * object. For drawn objects as white as the paper it is 0.22 to 0.35; for those with texture and
 * the shiny cup, 0.10 to 0.17.
 */
const maxDoubt = 0.2;

type HullResult =
  | ({ ok: true } & Hull)
  | { ok: false; problem: "nothing-seen" | "object-moved" | "stopped" };

const nothingSeen = { ok: false, problem: "nothing-seen" } as const;
const stopped = { ok: false, problem: "stopped" } as const;

/**
 * Finds the visual hull: first the object in small pictures, from the mat alone, then again with
 * what all views agree on, then in the part of each picture that shows it, with the shadow and the
 * desk that the views have in common: reduced a little, then at full scale, and once more if the
 * ground looks much like the object. `report` is awaited between views.
 */
export async function findHull(
  views: readonly View[],
  mat: MatPyramid,
  crew: Crew,
  report: Report,
): Promise<HullResult> {
  const reportFrom = (from: number, part: number) => (share: number) => report(from + part * share);
  const looked = await workOnEach(
    views,
    crew,
    async ({ camera, pose, load }) => {
      const picture = await load();
      const { width: right, height: bottom } = picture;
      const scale = Math.max(1, Math.round(right / coarseWidth));
      const crop = cropPicture(picture, { left: 0, top: 0, right, bottom }, scale);
      const sight = { camera, pose, crop };
      return { sight, silhouette: await crew.run("outlineByMat", sight, mat) };
    },
    reportFrom(0, 0.3),
  );
  if (!looked) return stopped;
  const rough = looked.map(({ sight }) => sight);
  const first = looked.map(({ silhouette }) => silhouette);
  const space: Box = {
    min: [-mat.width / 2 + 10, -mat.height / 2 + 10, 0],
    max: [mat.width / 2 - 10, mat.height / 2 - 10, highest],
  };
  let { mesh } = build(first, space, coarseStep, 2);
  if (mesh.indices.length === 0) return nothingSeen;
  let silhouettes: WeighedSilhouette[] | undefined = await workOnEach(
    rough,
    crew,
    (sight) => {
      const crop = cutCrop(sight.crop, findRegion(mesh, sight, 60));
      return crew.run("outlineByHull", { ...sight, crop }, mat, mesh, { margin: 8, beside: false });
    },
    reportFrom(0.3, 0.1),
  );
  if (!silhouettes) return stopped;
  ({ mesh } = build(silhouettes, grow(findBounds(mesh), 6), coarseStep / 2, 3));
  if (mesh.indices.length === 0) return nothingSeen;
  const findGrounds = createGroundFinder(rough, mat);
  const cropped = await workOnEach(
    views,
    crew,
    async ({ camera, pose, load }) => {
      const region = findRegion(mesh, { camera, pose }, 40);
      const picture = await load();
      const scale = Math.max(1, Math.round(picture.width / mediumWidth));
      return {
        sight: { camera, pose, crop: cropPicture(picture, region) },
        reduced: { camera, pose, crop: cropPicture(picture, region, scale) },
      };
    },
    reportFrom(0.4, 0.1),
  );
  if (!cropped) return stopped;
  const sights = cropped.map(({ sight }) => sight);
  const medium = cropped.map(({ reduced }) => reduced);
  let grounds = findGrounds(silhouettes);
  const lookAgain = (
    seen: readonly CroppedView[],
    margin: number,
    settled: boolean,
    report: Report,
  ) => {
    silhouettes = undefined; // The new ones need the memory.
    const outline = (sight: CroppedView, index: number) => {
      const options = { margin: margin / sight.crop.scale, beside: true, settled };
      return crew.run("outlineByHull", sight, mat, mesh, { ...options, ground: grounds[index] });
    };
    return workOnEach(seen, crew, outline, report);
  };
  silhouettes = await lookAgain(medium, 16, false, reportFrom(0.5, 0.2));
  if (!silhouettes) return stopped;
  ({ mesh } = build(silhouettes, grow(findBounds(mesh), 5), coarseStep / 2, 2));
  if (mesh.indices.length === 0) return nothingSeen;
  grounds = findGrounds(silhouettes);
  silhouettes = await lookAgain(sights, 10, false, reportFrom(0.7, 0.2));
  if (!silhouettes || !(await report(0.9))) return stopped;
  const box = grow(findBounds(mesh), 5);
  const sides = [0, 1, 2].map((axis) => box.max[axis]! - box.min[axis]!);
  const step = Math.max(...sides) / fineSteps;
  if (findDoubt(silhouettes, mat) > maxDoubt) {
    const settled = await settle(silhouettes, box, step, crew, reportFrom(0.9, 0.05));
    if (!settled) return stopped;
    mesh = settled;
    if (mesh.indices.length === 0) return nothingSeen;
    silhouettes = await lookAgain(sights, 10, true, reportFrom(0.95, 0.05));
    if (!silhouettes) return stopped;
  }
  const built = build(silhouettes, box, step, 0);
  ({ mesh } = built);
  if (mesh.indices.length === 0) return nothingSeen;
  const shares = first.map((silhouette) => findKeptShare(silhouette, mesh)).sort((a, b) => a - b);
  if (shares[shares.length >> 1]! < minKept) return { ok: false, problem: "object-moved" };
  // Nobody needs the odds again, and they take memory.
  const kept = silhouettes.map(({ odds, ...silhouette }): Silhouette => silhouette);
  return { ok: true, ...built, sights, silhouettes: kept, pixelSize: findPixelSize(mesh, sights) };
}

/**
 * Returns how much of the outlines lies beside pixels that show the mat, or the object: their views
 * do not know. From 0 to 1.
 */
function findDoubt(silhouettes: readonly Silhouette[], mat: MatPyramid): number {
  let [seen, doubtful] = [1, 0];
  for (const silhouette of silhouettes) {
    const { distances, width } = silhouette;
    const rays = createViewRays(silhouette);
    for (let at = 0; at < distances.length; at++) {
      if (!(distances[at]! > 0 && distances[at]! <= 1)) continue;
      seen++;
      if (!isBesideUnknown(silhouette, at)) continue;
      if (isBeforeMat(rays, silhouette, at % width, Math.floor(at / width), mat)) doubtful++;
    }
  }
  return doubtful / seen;
}

const ray = new Float64Array(3);

function isBeforeMat(
  rays: ViewRays,
  frame: CropArea,
  column: number,
  row: number,
  mat: MatPyramid,
): boolean {
  const { left, top, scale } = frame;
  rays.castRay(toPicturePixel(column, left, scale), toPicturePixel(row, top, scale), ray);
  const [x, y, z] = rays.eye;
  const distance = -z / ray[2]!;
  if (!(distance > 0)) return false;
  const [u, v] = [x + distance * ray[0]!, y + distance * ray[1]!];
  return Math.abs(u) < mat.width / 2 && Math.abs(v) < mat.height / 2;
}

/**
 * Returns how much of the core of the object in a view, as the mat alone shows it, the hull covers,
 * from 0 to 1.
 */
function findKeptShare(silhouette: Silhouette, mesh: Mesh): number {
  const depths = rasterize(mesh, createViewRays(silhouette), silhouette);
  let [seen, kept] = [1, 1];
  for (let at = 0; at < depths.length; at++) {
    const distance = silhouette.distances[at]!;
    if (!(distance >= core) || distance === unknown) continue;
    seen++;
    if (depths[at]! < Infinity) kept++;
  }
  return kept / seen;
}

/** Carves a hull and returns it with the surface of the largest part that stands on the mat. */
function build(
  silhouettes: readonly Silhouette[],
  box: Box,
  step: number,
  tolerated: number,
): Pick<Hull, "mesh" | "field" | "grid"> {
  const grid = createGrid(box, step);
  const field = carve(silhouettes, grid, tolerated);
  return { mesh: extract(field, grid), field, grid };
}

/** Returns the surface on which the views agree; undefined if `report` stopped the work. */
async function settle(
  silhouettes: readonly WeighedSilhouette[],
  box: Box,
  step: number,
  crew: Crew,
  report: Report,
): Promise<Mesh | undefined> {
  const grid = createGrid(box, step);
  const settled = await settleHull(silhouettes, carve(silhouettes, grid), grid, crew, report);
  return settled && extract(settled, grid);
}

/** Returns the surface of the largest part that stands on the mat. */
const extract = (field: Float32Array, grid: Grid) =>
  keepStandingPart(extractSurface(field, grid), 2 * grid.step);

/** Returns a box with more room on each side but at the mat. */
function grow({ min, max }: Box, by: number): Box {
  return {
    min: [min[0] - by, min[1] - by, 0],
    max: [max[0] + by, max[1] + by, max[2] + by],
  };
}

/** Returns the part of a picture that shows a mesh, and `margin` pixels round it. */
function findRegion({ positions }: Mesh, from: Viewpoint, margin: number): Region {
  const { project } = createViewRays(from);
  const region = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const place = new Float64Array(3);
  for (let at = 0; at < positions.length; at += 3) {
    project(positions[at]!, positions[at + 1]!, positions[at + 2]!, place);
    region.left = Math.min(region.left, place[0]! - margin);
    region.top = Math.min(region.top, place[1]! - margin);
    region.right = Math.max(region.right, place[0]! + margin);
    region.bottom = Math.max(region.bottom, place[1]! + margin);
  }
  return region;
}

/**
 * Returns how large a pixel is at the middle of the object, in millimeters, as the median of the
 * views.
 */
function findPixelSize(mesh: Mesh, sights: readonly CroppedView[]): number {
  const { min, max } = findBounds(mesh);
  const place = new Float64Array(3);
  const sizes = sights.map((sight) => {
    createViewRays(sight).project(
      (min[0] + max[0]) / 2,
      (min[1] + max[1]) / 2,
      (min[2] + max[2]) / 2,
      place,
    );
    return place[2]! / sight.camera.focal;
  });
  return sizes.sort((a, b) => a - b)[sizes.length >> 1]!;
}
