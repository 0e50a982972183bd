import type { Step } from "../passes/frame-plan.ts";
import type { Box } from "./live-frame.ts";
import { boxAround, type Places } from "./places.ts";

/** Long sides in pixels. Whole frames are reduced further, because small codes are read in their patches. */
export const sides = { whole: 640, patch: 400, bars: 640 };

/**
 * What the steps of a frame may cost, with the search for places. It keeps most frames within an eighth of the time that
 * zxing-cpp takes with its defaults for one of 1920 x 1080 pixels.
 */
export const frameBudget = 460;

/** The cost of halving a frame and searching it, for each thousand of its pixels. */
const searchCost = 0.06;
/** To convert a part of the frame costs this much for each thousand of its pixels, and to read it this much of what is left of them. */
const [convertCost, readCost] = [0.17, 0.5];
const stackCost = 230;
/** The rows of bars are sampled at a cost for each pixel of their length, and each pass reads as many. */
const barsCost = { least: 40, ofPixel: 0.3, ofPass: 40 };

type Size = { width: number; height: number };

/** Estimates what a search for places costs, in the unit of `estimateCost`. */
export function estimateSearch({ width, height }: Size): number {
  return (searchCost * width * height) / 1000;
}

/**
 * Estimates what a step costs in a frame, 0 if its place is not there. The unit is what the quick pass
 * takes to read 2000 pixels. It depends on sizes only and not on a clock, so that a busy machine reads the same.
 *
 * @param isSampled Whether the rows of the step's bars have been sampled for an earlier step of the frame.
 */
export function estimateCost(step: Step, places: Places, frame: Size, isSampled: boolean): number {
  if (step.at === "whole") return costOf({ x: 0, y: 0, ...frame }, sides.whole, step.weight);
  if (step.at === "patch") {
    const box = places.patches[step.rank];
    return box ? costOf(box, sides.patch, step.weight) : 0;
  }
  if (step.at === "stack") return places.stacks[step.rank] ? stackCost : 0;
  const region = places.bars[step.rank];
  if (!region) return 0;
  const pass = barsCost.ofPass * step.weight;
  if (isSampled) return pass;
  const box = boxAround(region, frame);
  const scale = Math.min(1, sides.bars / Math.max(box.width, box.height));
  const sampled = barsCost.least + barsCost.ofPixel * region.length * scale;
  return pass + sampled + (convertCost * box.width * box.height) / 1000;
}

function costOf({ width, height }: Box, side: number, weight: number): number {
  const scale = Math.min(1, side / Math.max(width, height));
  const pixels = (width * height) / 1000;
  // Larger parts are taken from the halved frame.
  const converted = scale < 0.5 ? pixels / 4 : pixels;
  return convertCost * converted + readCost * weight * pixels * scale * scale;
}
