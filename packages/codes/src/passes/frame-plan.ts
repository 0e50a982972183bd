import {
  bands,
  bandsDeblurred,
  bandsSharpened,
  bandsStraight,
  bandsStraightSharpened,
  bandsTrimmed,
} from "./bands.ts";
import { bentQr } from "./bent-qr.ts";
import { likelihood, likelihoodMean, likelihoodShort } from "./likelihood.ts";
import { matrixGlobal, matrixInverted } from "./matrix.ts";
import type { Pass } from "./pass.ts";
import { quick } from "./quick.ts";
import { rectified } from "./rectified.ts";
import { turned } from "./turned.ts";
import { harder } from "./whole-picture.ts";

/**
 * A pass for one part of a frame: the regions of bars and the patches of strong contrast are counted from the strongest (0)
 * on; `whole` is the reduced frame. A region of stacked bars is read in one way only. A step without its place in the frame is left out.
 */
export type Step =
  | { at: "bars" | "patch"; rank: number; pass: Pass }
  | { at: "stack"; rank: number }
  | { at: "whole"; pass: Pass };

const bars = (rank: number, pass: Pass): Step => ({ at: "bars", rank, pass });
const stack = (rank: number): Step => ({ at: "stack", rank });
const patch = (rank: number, pass: Pass): Step => ({ at: "patch", rank, pass });
const whole = (pass: Pass): Step => ({ at: "whole", pass });

/** The steps that successive frames of a camera run in turn, so that each frame takes little time. */
export type Rotation = readonly (readonly Step[])[];

/** The passes that read bands of bars take less time than to look for the bars. */
const bandsOf = (rank: number): Step[] =>
  [bands, bandsTrimmed, bandsDeblurred].map((pass) => bars(rank, pass));

export const frameRotation: Rotation = [
  // The third patch holds the third part of a content that is spread over several codes.
  [patch(0, quick), patch(1, quick), patch(2, quick), ...bandsOf(0)],
  [whole(quick), stack(0)],
  [stack(0), patch(0, matrixInverted), ...bandsOf(2)],
  [patch(0, rectified), ...bandsOf(1)],
  [...bandsOf(0), bars(0, likelihoodMean)],
  [
    stack(1),
    ...[bandsStraight, bandsSharpened, bandsStraightSharpened].map((pass) => bars(0, pass)),
  ],
  [whole(matrixGlobal)],
  [whole(matrixInverted), stack(2)],
  [patch(1, rectified), patch(0, bentQr)],
  [patch(1, harder)],
  [whole(turned)],
  [bars(0, likelihood)],
  [bars(0, likelihoodShort), bars(1, likelihoodMean)],
];
