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
 * A pass for one place of a frame. `rank` counts the regions of bars, the regions of stacked bars
 * and the patches of strong contrast from the likeliest (0) on; `whole` is the reduced frame. A
 * region of stacked bars is read in one way only. A step is left out of a frame that has no such
 * place. `weight` is the time of the pass as a multiple of that of `quick` at a patch or a whole
 * frame, and of `bandsDeblurred` at bars.
 */
export type Step =
  | { at: "bars" | "patch"; rank: number; pass: Pass; weight: number }
  | { at: "stack"; rank: number }
  | { at: "whole"; pass: Pass; weight: number };

const bars = (rank: number, pass: Pass, weight = 1): Step => ({ at: "bars", rank, pass, weight });
const stack = (rank: number): Step => ({ at: "stack", rank });
const patch = (rank: number, pass: Pass, weight = 1): Step => ({ at: "patch", rank, pass, weight });
const whole = (pass: Pass, weight = 1): Step => ({ at: "whole", pass, weight });

/**
 * The steps that successive frames of a camera run in turn, so that each frame takes little time.
 * Steps that do not fit into their frame run in the next one.
 */
export type Rotation = readonly (readonly Step[])[];

/** The passes over bands of a region, which take less time than locating and sampling it. */
const bandsOf = (rank: number): Step[] => [
  bars(rank, bands, 0.5),
  bars(rank, bandsTrimmed, 0.8),
  bars(rank, bandsDeblurred),
];

export const frameRotation: Rotation = [
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
