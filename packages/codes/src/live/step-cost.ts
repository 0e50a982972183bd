import type { Box } from "../geometry/box.ts";
import type { Step } from "./frame-plan.ts";
import { type FrameSize, isTakenFromReduced } from "./live-frame.ts";
import { boxAroundBars, type Places } from "./places.ts";

/**
 * The maximum long sides of the pictures that steps read, in pixels. A whole frame has fewer pixels
 * for each code than a patch, because small codes are read in their patches. Bars keep their size,
 * because shrinking them a little would take longer than sampling all of their pixels.
 */
export const maxSides = { whole: 640, patch: 400, bars: 800 };

/**
 * The maximum cost of a frame, in the unit of `estimateCost`. It keeps most frames within an eighth
 * of the time that zxing-cpp takes with its defaults for a frame of 1920 x 1080 pixels.
 */
export const maxFrameCost = 580;

/** The cost of halving a frame, for each thousand of its pixels. */
const halvingCost = 0.05;
/** The cost of searching a frame for places, for each thousand of its pixels. */
const searchCost = 0.06;
/** The cost of converting a part of a frame to gray, for each thousand of its pixels. */
const convertCost = 0.12;
/** The cost of reading a picture, for each thousand pixels of the size in which it is read. */
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

/**
 * Estimates the cost of preparing a frame, in the unit of `estimateCost`.
 *
 * @param isSearched Whether the frame is searched for places.
 */
export function estimatePreparation({ width, height }: FrameSize, isSearched: boolean): number {
  return ((halvingCost + (isSearched ? searchCost : 0)) * width * height) / 1000;
}

/**
 * Estimates the cost of a step in a frame. Returns 0 if the frame does not have the place of the
 * step. The unit is the time in which the quick pass reads 2000 pixels. The estimate depends on
 * sizes and not on a clock, so that a busy machine reads the same.
 *
 * @param isSampled Whether the rows of the step's bars have been sampled for an earlier step of the
 *   frame.
 */
export function estimateCost(
  step: Step,
  places: Places,
  frame: FrameSize,
  isSampled: boolean,
): number {
  if (step.at === "whole") return wholeCost + step.relativeCost * costToRead(frame, maxSides.whole);
  if (step.at === "patch") {
    const box = places.patches[step.rank];
    if (!box) return 0;
    return costToConvert(box, maxSides.patch) + step.relativeCost * costToRead(box, maxSides.patch);
  }
  if (step.at === "stack") return places.stacks[step.rank] ? stackCost : 0;
  const region = places.bars[step.rank];
  if (!region) return 0;
  const passCost = barsCost.perPass * step.relativeCost;
  if (isSampled) return passCost;
  return passCost + costToSample(region.length, boxAroundBars(region, frame));
}

/** Estimates the cost of reading a known code again by its step, in a box around it. */
export function estimateReread(step: Step, box: Box): number {
  if (step.at === "stack") return stackCost;
  const maxSide = maxSides[step.at];
  if (step.at !== "bars") {
    return costToConvert(box, maxSide) + step.relativeCost * costToRead(box, maxSide);
  }
  return barsCost.perPass * step.relativeCost + costToSample(Math.max(box.width, box.height), box);
}

/** Estimates the cost of sampling bars of a length, in the full or in the halved frame. */
function costToSample(length: number, box: Box): number {
  const scale = isTakenFromReduced(box, maxSides.bars) ? 0.5 : 1;
  return barsCost.perPixel * length * scale + costToConvert(box, maxSides.bars);
}

/** Returns 0 for a part that is taken from the halved frame, which is gray already. */
function costToConvert(box: Box, maxSide: number): number {
  return isTakenFromReduced(box, maxSide) ? 0 : (convertCost * box.width * box.height) / 1000;
}

function costToRead({ width, height }: FrameSize, maxSide: number): number {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return (readCost * width * height * scale * scale) / 1000;
}
