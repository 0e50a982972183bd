import { toCropPixel } from "../camera/crop-area.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import type { Crop } from "./crop.ts";
import type { CroppedView } from "./cropped-view.ts";
import type { MatPyramid } from "./mat-print.ts";
import { toParts } from "./ohta-color.ts";
import { findPlanePlaces } from "./plane-points.ts";
import { blurPrint, lensBlur, predictMat } from "./predict-mat.ts";
import type { Silhouette } from "./silhouette.ts";

/**
 * The surroundings of the object, which are the same in all views: how much light each place of the
 * mat gets, shadows included, and the colors of the desk round it. Each value is a median of the
 * views.
 */
type GroundMap = { mat: Sheet; desk: Sheet };

/**
 * A part of the plane of the mat round its middle. A cell has red, green and blue, then how much
 * views differ in brightness and in hue, as shares of the brightness; NaN where too few views see
 * it.
 */
type Sheet = { step: number; columns: number; rows: number; cells: Float32Array };

/** How many numbers a cell has. */
export const cellSize = 5;

/**
 * The sizes of cells, and how far the desk is looked at from the middle of the mat, in millimeters.
 */
const matStep = 2;
const deskStep = 4;
const deskReach = 600;
/**
 * The light of a cell that no view shows is taken from its neighbors, and may differ from them by
 * this share in brightness and hue.
 */
const gapSpread = 0.05;

/** The number of views that have to show a cell. */
const minViews = 3;
/** The share of the four cells round a place that has to be known. */
const minWeight = 0.4;

/**
 * Selects the pixels that count for a cell: on the mat or beside it, and at most `deepest` pixels
 * inside an outline.
 */
type Rule = { isMat: boolean; deepest: number };

const outside: Rule = { isMat: true, deepest: 0 };
const besideMat: Rule = { isMat: false, deepest: -2 };

/** Light or a color, as red, green and blue. */
type Color = [red: number, green: number, blue: number];

/** The ground that all views share, and how bright one view is compared with the others. */
export type ViewedGround = { map: GroundMap; exposure: Color };

/**
 * A whole small picture, the mat that is expected in it, and the outline of the object in a part of
 * it.
 */
type OutlinedView = PredictedView & { outline: Silhouette; exposure: Color };
type PredictedView = { crop: Crop; rays: ViewRays; print: Float32Array };

/**
 * Returns a function that finds the light on the mat and the colors of the desk, for each view,
 * from whole small pictures (`sights`) and outlines in them. Called again with better outlines, it
 * finds the light nearer to the foot of the object, where shadows are darkest; the rest stays as it
 * was.
 */
export function createGroundFinder(
  sights: readonly CroppedView[],
  mat: MatPyramid,
): (outlines: readonly Silhouette[]) => ViewedGround[] {
  const seen = sights.map((sight): PredictedView => {
    const { crop } = sight;
    const rays = createViewRays(sight);
    const expected = predictMat(findPlanePlaces(rays, crop), crop, mat);
    return {
      crop,
      rays,
      print: blurPrint(expected, crop.width, crop.height, lensBlur / crop.scale),
    };
  });
  const exposures = sights.map((): Color => [1, 1, 1]);
  let desk: Sheet | undefined;
  return (outlines) => {
    const views = seen.map(
      (each, index): OutlinedView => ({
        ...each,
        outline: outlines[index]!,
        exposure: exposures[index]!,
      }),
    );
    const [columns, rows] = [mat.width, mat.height].map((side) => Math.floor(side / matStep));
    const lit = createSheet(columns!, rows!, matStep);
    fillSheet(lit, views, outside);
    if (!desk) {
      for (let round = 0; round < 2; round++) {
        for (const [index, view] of views.entries()) {
          view.exposure = findExposure(view, lit);
          exposures[index] = view.exposure;
        }
        fillSheet(lit, views, outside);
      }
      const across = (2 * deskReach) / deskStep;
      desk = createSheet(across, across, deskStep);
      fillSheet(desk, views, besideMat);
    }
    closeGaps(lit);
    const map = { mat: lit, desk };
    return views.map(({ exposure }) => ({ map, exposure }));
  };
}

function createSheet(columns: number, rows: number, step: number): Sheet {
  return { step, columns, rows, cells: new Float32Array(cellSize * columns * rows) };
}

const place = new Float64Array(3);

/** Writes what a view sees at a place of the plane into `out`, and returns whether it sees it. */
function look(
  { rays, crop, print, outline, exposure }: OutlinedView,
  x: number,
  y: number,
  { isMat, deepest }: Rule,
  out: Float64Array,
): boolean {
  rays.project(x, y, 0, place);
  if (!(place[2]! > 0)) return false;
  const { left, top, scale, width, height, rgb } = crop;
  const column = Math.round(toCropPixel(place[0]!, left, scale));
  const row = Math.round(toCropPixel(place[1]!, top, scale));
  if (column < 0 || row < 0 || column >= width || row >= height) return false;
  const at = row * width + column;
  const tone = print[at]!;
  if (isMat !== tone >= 0) return false;
  const u = Math.round(toCropPixel(place[0]!, outline.left, outline.scale));
  const v = Math.round(toCropPixel(place[1]!, outline.top, outline.scale));
  const isIn = u >= 0 && v >= 0 && u < outline.width && v < outline.height;
  if (isIn && outline.distances[v * outline.width + u]! > deepest) return false;
  for (let channel = 0; channel < 3; channel++) {
    out[channel] = rgb[3 * at + channel]! / exposure[channel]! / (isMat ? tone : 1);
  }
  return true;
}

/**
 * Gives cells the medians of the views. Hues are compared as they would be if all views saw the
 * cell equally bright.
 */
function fillSheet(sheet: Sheet, views: readonly OutlinedView[], rule: Rule): void {
  const { cells } = sheet;
  const [seen, usual, parts] = [0, 1, 2].map(() => new Float64Array(3)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const samples = [0, 1, 2].map(() => new Float64Array(views.length));
  const offs = [0, 1, 2].map(() => new Float64Array(views.length));
  const [reds, greens, blues] = samples as [Float64Array, Float64Array, Float64Array];
  for (let at = 0; at < cells.length; at += cellSize) {
    const [x, y] = findPlace(sheet, at / cellSize);
    let count = 0;
    for (const view of views) {
      if (!look(view, x, y, rule, seen)) continue;
      for (let channel = 0; channel < 3; channel++) samples[channel]![count] = seen[channel]!;
      count++;
    }
    cells.fill(Number.NaN, at, at + cellSize);
    if (count < minViews) continue;
    const middle = samples.map((values) => findMiddle(values.slice(0, count))) as Color;
    toParts(...middle, usual);
    const level = usual[0]! + 1;
    for (let index = 0; index < count; index++) {
      toParts(reds[index]!, greens[index]!, blues[index]!, parts);
      const change = (parts[0]! + 1) / level;
      offs[0]![index] = Math.abs(parts[0]! - usual[0]!);
      offs[1]![index] = Math.abs(parts[1]! - change * usual[1]!);
      offs[2]![index] = Math.abs(parts[2]! - change * usual[2]!);
    }
    // Half of the views are within the median of their distances: two thirds, which a standard
    // deviation says, within 1.5 times it.
    const [light, ...hues] = offs.map(
      (values) => (1.5 * findMiddle(values.subarray(0, count))) / level,
    );
    cells.set([...middle, light!, Math.max(...hues)], at);
  }
}

/** Returns where the middle of a cell is, in millimeters from the middle of the mat. */
function findPlace({ columns, rows, step }: Sheet, cell: number): [x: number, y: number] {
  const column = cell % columns;
  const row = (cell - column) / columns;
  return [(column - (columns - 1) / 2) * step, (row - (rows - 1) / 2) * step];
}

/** Returns how bright a view is compared with the others. */
function findExposure(view: OutlinedView, sheet: Sheet): Color {
  const ratios: [number[], number[], number[]] = [[], [], []];
  const seen = new Float64Array(3);
  const { cells } = sheet;
  for (let at = 0; at < cells.length; at += cellSize) {
    if (Number.isNaN(cells[at]!)) continue;
    if (!look(view, ...findPlace(sheet, at / cellSize), outside, seen)) continue;
    for (const [channel, of] of ratios.entries()) of.push(seen[channel]! / cells[at + channel]!);
  }
  return view.exposure.map(
    (own, channel) => own * (findMiddle(Float64Array.from(ratios[channel]!)) || 1),
  ) as Color;
}

/** Gives each cell that no view shows the mean of its known neighbors, from the rim inward. */
function closeGaps({ columns, rows, cells }: Sheet): void {
  for (let closed = 1; closed > 0; ) {
    closed = 0;
    const before = cells.slice();
    for (let cell = 0; cell < columns * rows; cell++) {
      const at = cellSize * cell;
      if (!Number.isNaN(before[at]!)) continue;
      const [column, row] = [cell % columns, Math.floor(cell / columns)];
      const sums: Color = [0, 0, 0];
      let count = 0;
      for (let b = Math.max(0, row - 1); b <= Math.min(rows - 1, row + 1); b++) {
        for (let a = Math.max(0, column - 1); a <= Math.min(columns - 1, column + 1); a++) {
          const other = cellSize * (b * columns + a);
          if (Number.isNaN(before[other]!)) continue;
          count++;
          for (const channel of [0, 1, 2] as const) sums[channel] += before[other + channel]!;
        }
      }
      if (count === 0) continue;
      closed++;
      cells.set([...sums.map((sum) => sum / count), gapSpread, gapSpread], at);
    }
  }
}

/**
 * Writes the numbers of the cells round a place into `out`, which is as long as a cell; NaN where
 * they are not known.
 */
export function sampleSheet(
  { step, columns, rows, cells }: Sheet,
  x: number,
  y: number,
  out: Float64Array,
): void {
  const u = x / step + (columns - 1) / 2;
  const v = y / step + (rows - 1) / 2;
  out.fill(Number.NaN);
  if (!(u > -1 && v > -1 && u < columns && v < rows)) return;
  const [i, j] = [Math.floor(u), Math.floor(v)];
  let weight = 0;
  out.fill(0);
  for (let b = j; b <= j + 1; b++) {
    for (let a = i; a <= i + 1; a++) {
      if (a < 0 || b < 0 || a >= columns || b >= rows) continue;
      const at = cellSize * (b * columns + a);
      if (Number.isNaN(cells[at]!)) continue;
      const own = (1 - Math.abs(u - a)) * (1 - Math.abs(v - b));
      weight += own;
      for (let index = 0; index < cellSize; index++) out[index]! += own * cells[at + index]!;
    }
  }
  for (let index = 0; index < cellSize; index++) {
    out[index] = weight < minWeight ? Number.NaN : out[index]! / weight;
  }
}

/** Sorts values in place. */
function findMiddle(values: Float64Array): number {
  return values.sort()[values.length >> 1]!;
}
