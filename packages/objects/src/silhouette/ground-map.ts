import { type Color, channels, perChannel } from "./color-planes.ts";
import type { CroppedView } from "./cropped-view.ts";
import {
  createObserver,
  type GroundPart,
  type ObserveGround,
  type PredictedView,
  predictView,
} from "./ground-observer.ts";
import {
  countCells,
  createSheet,
  fillGaps,
  findCellCenter,
  type GroundSample,
  type GroundSheet,
  readCell,
  setCell,
} from "./ground-sheet.ts";
import type { MatPyramid } from "./mat-print.ts";
import { toOhtaColor } from "./ohta-color.ts";
import type { Silhouette } from "./silhouette.ts";

/**
 * The ground around the object, which is the same in all views: the light on the mat, shadows
 * included, and the colors of the desk. Each value is a median over the views.
 */
type GroundMap = { mat: GroundSheet; desk: GroundSheet };

/** The ground that all views share, and the exposure of one view relative to the others. */
export type ViewedGround = { map: GroundMap; exposure: Color };

/** The sizes of cells of the mat and of the desk, in millimeters. */
const matStep = 2;
const deskStep = 4;
/** The desk is observed up to this distance from the middle of the mat, in millimeters. */
const deskReach = 600;

/** The number of views that have to show a cell. */
const minViews = 3;

/** Exposures and the light on the mat depend on each other, so they are estimated in turn. */
const exposureRounds = 2;

/**
 * Half of the views are within the median of their absolute deviations. Two thirds, which is what a
 * standard deviation means, are within this factor times it.
 */
const medianToDeviation = 1.5;

/**
 * Returns a function that finds the light on the mat and the colors of the desk for each view, from
 * whole small pictures and outlines in them. Called again with better outlines, it finds the light
 * nearer to the foot of the object, where shadows are darkest; the exposures and the desk stay as
 * they were.
 */
export function createGroundFinder(
  views: readonly CroppedView[],
  mat: MatPyramid,
): (outlines: readonly Silhouette[]) => ViewedGround[] {
  const predicted = views.map((view) => predictView(view, mat));
  let desk: GroundSheet | undefined;
  return (outlines) => {
    const observers = predicted.map((view, index) => createObserver(view, outlines[index]!));
    const [columns, rows] = [Math.floor(mat.width / matStep), Math.floor(mat.height / matStep)];
    const light = createSheet(columns, rows, matStep);
    fillSheet(light, observers, "mat");
    if (!desk) {
      for (let round = 0; round < exposureRounds; round++) {
        for (const [index, observe] of observers.entries()) {
          adjustExposure(predicted[index]!, observe, light);
        }
        fillSheet(light, observers, "mat");
      }
      const side = (2 * deskReach) / deskStep;
      desk = createSheet(side, side, deskStep);
      fillSheet(desk, observers, "desk");
    }
    fillGaps(light);
    const map = { mat: light, desk };
    return predicted.map(({ exposure }) => ({ map, exposure }));
  };
}

/** Multiplies the exposure of a view by the median ratio of its light to that of all views. */
function adjustExposure(
  { exposure }: PredictedView,
  observe: ObserveGround,
  light: GroundSheet,
): void {
  const ratios = perChannel((): number[] => []);
  const color: Color = [0, 0, 0];
  for (let cell = 0; cell < countCells(light); cell++) {
    const median = readCell(light, cell);
    if (!median || !observe(...findCellCenter(light, cell), "mat", color)) continue;
    for (const channel of channels) ratios[channel].push(color[channel] / median[channel]);
  }
  for (const channel of channels) {
    exposure[channel] *= takeMedian(Float64Array.from(ratios[channel])) || 1;
  }
}

/** Sets each cell to the median over the views that show it; NaN if these are too few. */
function fillSheet(
  sheet: GroundSheet,
  observers: readonly ObserveGround[],
  part: GroundPart,
): void {
  const observed = perChannel(() => new Float64Array(observers.length));
  const deviations = perChannel(() => new Float64Array(observers.length));
  const color: Color = [0, 0, 0];
  for (let cell = 0; cell < countCells(sheet); cell++) {
    const [x, y] = findCellCenter(sheet, cell);
    let count = 0;
    for (const observe of observers) {
      if (!observe(x, y, part, color)) continue;
      for (const channel of channels) observed[channel][count] = color[channel];
      count++;
    }
    setCell(sheet, cell, count < minViews ? undefined : summarize(observed, deviations, count));
  }
}

/** Colors, or their deviations, as one list for each channel. */
type Observations = readonly [Float64Array, Float64Array, Float64Array];

/**
 * Returns the median of the first `count` colors, and how much they deviate from it. Chroma is
 * compared as it would be if all views saw the cell equally bright. Writes the absolute deviations
 * into `deviations`.
 */
function summarize(observed: Observations, deviations: Observations, count: number): GroundSample {
  const [reds, greens, blues] = observed;
  const color = perChannel((channel) => takeMedian(observed[channel].slice(0, count)));
  const usual: Color = [0, 0, 0];
  const ohta: Color = [0, 0, 0];
  toOhtaColor(...color, usual);
  const level = usual[0] + 1;
  for (let index = 0; index < count; index++) {
    toOhtaColor(reds[index]!, greens[index]!, blues[index]!, ohta);
    const change = (ohta[0] + 1) / level;
    deviations[0][index] = Math.abs(ohta[0] - usual[0]);
    deviations[1][index] = Math.abs(ohta[1] - change * usual[1]);
    deviations[2][index] = Math.abs(ohta[2] - change * usual[2]);
  }
  const [brightness, ...chroma] = perChannel(
    (channel) => (medianToDeviation * takeMedian(deviations[channel].subarray(0, count))) / level,
  );
  return { color, deviation: brightness, chromaDeviation: Math.max(...chroma) };
}

/** Returns the median; NaN if there are no values. Sorts the values in place. */
function takeMedian(values: Float64Array): number {
  return values.sort()[values.length >> 1] ?? Number.NaN;
}
