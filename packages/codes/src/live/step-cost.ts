import type { Box } from "../geometry/box.ts";
import type { Step } from "./frame-plan.ts";
import { isReduced } from "./live-frame.ts";
import { boxAround, type Places } from "./places.ts";

/**
 * Long sides in pixels. Whole frames are reduced further, because small codes are read in their
 * patches. To shrink bars a little would take longer than to sample all their pixels.
 */
export const sides = { whole: 640, patch: 400, bars: 800 };

/**
 * What a frame may cost. It keeps most frames within an eighth of the time that zxing-cpp takes
 * with its defaults for one of 1920 x 1080 pixels.
 */
export const frameBudget = 580;

/**
 * The cost of halving a frame, and that of searching it for places, for each thousand of its
 * pixels.
 */
const [halvingCost, searchCost] = [0.05, 0.06];
/**
 * To convert a part of the frame costs this much for each thousand of its pixels, and to read it
 * this much of what is left of them.
 */
const [convertCost, readCost] = [0.12, 0.5];
/** The halved frame is shrunk for a whole one. */
const wholeCost = 30;
const stackCost = 330;
/**
 * The rows of bars are sampled at a cost for each pixel of their length, and each pass reads as
 * many.
 */
const barsCost = { ofPixel: 0.3, ofPass: 40 };

type Size = { width: number; height: number };

/**
 * Estimates what every frame costs, and one whose places are searched, in the unit of
 * `estimateCost`.
 */
export function estimateStart({ width, height }: Size, isSearched: boolean): number {
  return ((halvingCost + (isSearched ? searchCost : 0)) * width * height) / 1000;
}

/**
 * Estimates what a step costs in a frame, 0 if its place is not there. The unit is what the quick
 * pass takes to read 2000 pixels. It depends on sizes only and not on a clock, so that a busy
 * machine reads the same.
 *
 * @param isSampled Whether the rows of the step's bars have been sampled for an earlier step of the
 *   frame.
 */
export function estimateCost(step: Step, places: Places, frame: Size, isSampled: boolean): number {
  if (step.at === "whole") return wholeCost + step.weight * costToRead(frame, sides.whole);
  if (step.at === "patch") {
    const box = places.patches[step.rank];
    if (!box) return 0;
    return costToConvert(box, sides.patch) + step.weight * costToRead(box, sides.patch);
  }
  if (step.at === "stack") return places.stacks[step.rank] ? stackCost : 0;
  const region = places.bars[step.rank];
  if (!region) return 0;
  const pass = barsCost.ofPass * step.weight;
  if (isSampled) return pass;
  return pass + costToSample(region.length, boxAround(region, frame));
}

/**
 * Estimates what it costs to read a code again in a box around where it was, by the step that read
 * it.
 */
export function estimateReread(step: Step, box: Box): number {
  if (step.at === "stack") return stackCost;
  const side = sides[step.at];
  if (step.at !== "bars") return costToConvert(box, side) + step.weight * costToRead(box, side);
  return barsCost.ofPass * step.weight + costToSample(Math.max(box.width, box.height), box);
}

/** Estimates what it costs to sample bars of a length, in the full frame or in the halved one. */
function costToSample(length: number, box: Box): number {
  const scale = isReduced(box, sides.bars) ? 0.5 : 1;
  return barsCost.ofPixel * length * scale + costToConvert(box, sides.bars);
}

/** The halved frame is gray already. */
function costToConvert(box: Box, side: number): number {
  return isReduced(box, side) ? 0 : (convertCost * box.width * box.height) / 1000;
}

function costToRead({ width, height }: Size, side: number): number {
  const scale = Math.min(1, side / Math.max(width, height));
  return (readCost * width * height * scale * scale) / 1000;
}
