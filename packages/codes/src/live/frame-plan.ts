import {
  bands,
  bandsDeblurred,
  bandsSharpened,
  bandsStraight,
  bandsStraightSharpened,
  bandsTrimmed,
} from "../passes/bands.ts";
import { bentQr } from "../passes/bent-qr.ts";
import { likelihood, likelihoodMean, likelihoodShort } from "../passes/likelihood.ts";
import { matrixGlobal, matrixInverted } from "../passes/matrix.ts";
import type { Pass } from "../passes/pass.ts";
import { quick } from "../passes/quick.ts";
import { rectified } from "../passes/rectified.ts";
import { turned } from "../passes/turned.ts";
import { harder } from "../passes/whole-picture.ts";

/**
 * A pass at one place of a frame: a region of bars, a patch of strong contrast, a region of stacked
 * bars, which is read in one way only, or the whole reduced frame. `rank` counts the places of a
 * kind, 0 for the likeliest. A frame without the place skips the step. `relativeCost` is the time
 * of the pass divided by that of `bandsDeblurred` at bars, and by that of `quick` elsewhere.
 */
export type Step =
  | { at: "bars" | "patch"; rank: number; pass: Pass; relativeCost: number }
  | { at: "stack"; rank: number }
  | { at: "whole"; pass: Pass; relativeCost: number };

const bars = (rank: number, pass: Pass, relativeCost = 1): Step => ({
  at: "bars",
  rank,
  pass,
  relativeCost,
});
const stack = (rank: number): Step => ({ at: "stack", rank });
const patch = (rank: number, pass: Pass, relativeCost = 1): Step => ({
  at: "patch",
  rank,
  pass,
  relativeCost,
});
const whole = (pass: Pass, relativeCost = 1): Step => ({ at: "whole", pass, relativeCost });

/**
 * A round-robin schedule: each of its slots has the steps of one frame, so that each frame takes
 * little time. Steps that do not fit into their frame run in the next one.
 */
export type Schedule = readonly (readonly Step[])[];

/** The passes over bands of a region, which take less time than locating and sampling it. */
const bandsOf = (rank: number): Step[] => [
  bars(rank, bands, 0.5),
  bars(rank, bandsTrimmed, 0.8),
  bars(rank, bandsDeblurred),
];

export const frameSchedule: Schedule = [
  // The third patch holds the third part of a content that is spread over several codes.
  [patch(0, quick), patch(1, quick), patch(2, quick), ...bandsOf(0)],
  [whole(quick), patch(0, rectified, 2.5)],
  [stack(0), ...bandsOf(0)],
  [bars(0, likelihoodMean, 4), patch(0, matrixInverted, 1.5), ...bandsOf(2)],
  [stack(0), ...bandsOf(1), patch(1, rectified, 2.5)],
  [
    ...[bandsStraight, bandsSharpened, bandsStraightSharpened].map((pass) => bars(0, pass, 0.5)),
    stack(1),
  ],
  [whole(matrixGlobal)],
  [whole(matrixInverted, 1.7), stack(2)],
  [patch(0, bentQr)],
  [patch(1, harder, 4)],
  [whole(turned, 6)],
  [bars(0, likelihood, 12)],
  [bars(0, likelihoodShort, 12), bars(1, likelihoodMean, 4)],
];
