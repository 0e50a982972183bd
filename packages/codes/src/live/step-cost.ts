import type { Box } from "../geometry/box.ts";
import type { Step } from "./frame-plan.ts";
import { isReduced } from "./live-frame.ts";
import { boxAround, type Places } from "./places.ts";

/**
 * The maximum long sides of what steps read, in pixels. Whole frames are reduced further than the
 * rest, because small codes are read in their patches. Bars keep their size, because shrinking them
 * a little would take longer than sampling all of their pixels.
 */
export const maxSides = { whole: 640, patch: 400, bars: 800 };

/**
 * The maximum cost of a frame, in the unit of `estimateCost`. It keeps most frames within an eighth
 * of the time that zxing-cpp takes with its defaults for a frame of 1920 x 1080 pixels.
 */
export const maxFrameCost = 580;

/** The cost of halving a frame, for a thousand of its pixels. */
const halvingCost = 0.05;
/** The cost of searching a frame for places, for a thousand of its pixels. */
const searchCost = 0.06;
/** The cost of converting a part of a frame to gray, for a thousand of its pixels. */
const convertCost = 0.12;
/** The cost of reading a picture, for a thousand pixels of the size in which it is read. */
const readCost = 0.5;
/** The cost of shrinking the halved frame to the size in which a whole frame is read. */
const wholeCost = 30;
/** The cost of reading a region of stacked bars, whose number of pixels is bounded. */
const stackCost = 330;
/**
 * The cost of sampling the rows of bars, for each pixel of their length, and the cost of a pass
 * over these rows, whose number is the same for all bars.
 */
const barsCost = { perPixel: 0.3, perPass: 40 };

type Size = { width: number; height: number };

/**
 * Estimates the cost of a frame before anything is read in it, in the unit of `estimateCost`.
 *
 * @param isSearched Whether the frame is searched for places.
 */
export function estimateStart({ width, height }: Size, isSearched: boolean): number {
  return ((halvingCost + (isSearched ? searchCost : 0)) * width * height) / 1000;
}

/**
 * Estimates the cost of a step in a frame, 0 if the frame has no such place. The unit is the time
 * in which the quick pass reads 2000 pixels. The estimate depends on sizes and not on a clock, so
 * that a busy machine reads the same.
 *
 * @param isSampled Whether the rows of the step's bars have been sampled for an earlier step of the
 *   frame.
 */
export function estimateCost(step: Step, places: Places, frame: Size, isSampled: boolean): number {
  if (step.at === "whole") return wholeCost + step.weight * costToRead(frame, maxSides.whole);
  if (step.at === "patch") {
    const box = places.patches[step.rank];
    if (!box) return 0;
    return costToConvert(box, maxSides.patch) + step.weight * costToRead(box, maxSides.patch);
  }
  if (step.at === "stack") return places.stacks[step.rank] ? stackCost : 0;
  const region = places.bars[step.rank];
  if (!region) return 0;
  const passCost = barsCost.perPass * step.weight;
  if (isSampled) return passCost;
  return passCost + costToSample(region.length, boxAround(region, frame));
}

/** Estimates the cost of reading a known code again by its step, in a box around it. */
export function estimateReread(step: Step, box: Box): number {
  if (step.at === "stack") return stackCost;
  const maxSide = maxSides[step.at];
  if (step.at !== "bars") {
    return costToConvert(box, maxSide) + step.weight * costToRead(box, maxSide);
  }
  return barsCost.perPass * step.weight + costToSample(Math.max(box.width, box.height), box);
}

/** Estimates what it costs to sample bars of a length, in the full frame or in the halved one. */
function costToSample(length: number, box: Box): number {
  const scale = isReduced(box, maxSides.bars) ? 0.5 : 1;
  return barsCost.perPixel * length * scale + costToConvert(box, maxSides.bars);
}

/** Returns 0 for a part that is taken from the halved frame, which is gray already. */
function costToConvert(box: Box, maxSide: number): number {
  return isReduced(box, maxSide) ? 0 : (convertCost * box.width * box.height) / 1000;
}

function costToRead({ width, height }: Size, maxSide: number): number {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return (readCost * width * height * scale * scale) / 1000;
}
