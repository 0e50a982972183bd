import {
  bands,
  bandsInverted,
  bandsSharpened,
  bandsStraight,
  bandsStraightSharpened,
  bandsTrimmed,
} from "../passes/bands.ts";
import { bentQr, bentQrAgain, foundQr } from "../passes/bent-qr.ts";
import {
  likelihood,
  likelihoodBlurred,
  likelihoodDataBar,
  likelihoodOfEan,
  likelihoodShort,
} from "../passes/likelihood.ts";
import {
  matrixGlobal,
  matrixHarder,
  matrixInverted,
  matrixLarge,
  matrixSharpened,
  matrixTiny,
  matrixTinyGlobal,
} from "../passes/matrix.ts";
import type { Pass } from "../passes/pass.ts";
import { quick } from "../passes/quick.ts";
import { turned } from "../passes/turned.ts";
import { thorough, thoroughEnlarged, thoroughSharpened } from "../passes/whole-picture.ts";

/**
 * The passes for a photo, which run until one reads something: first cheap ones that find most
 * codes, then costly ones and those that read few codes.
 */
export const stillPasses: readonly Pass[] = [
  quick,
  bands,
  matrixHarder,
  matrixGlobal,
  matrixInverted,
  bandsSharpened,
  bentQr,
  turned,
  bandsStraight,
  bandsStraightSharpened,
  bandsTrimmed,
  bandsInverted,
  matrixTiny,
  matrixTinyGlobal,
  likelihood,
  matrixSharpened,
  bentQrAgain,
  foundQr,
  likelihoodShort,
  likelihoodDataBar,
  matrixLarge,
  thorough,
  thoroughSharpened,
  likelihoodBlurred,
  thoroughEnlarged,
];

/** The passes that look for linear codes in bars that have not been read. */
export const barPasses: readonly Pass[] = [
  bands,
  bandsSharpened,
  bandsStraight,
  bandsStraightSharpened,
  bandsTrimmed,
  likelihood,
];

/**
 * The passes of `barPasses` that read further codes beside one that was read. The others read only
 * noise there.
 */
export const furtherBarPasses: readonly Pass[] = [bands, bandsStraightSharpened, likelihoodOfEan];

/**
 * The passes that follow if nothing has been read in full resolution, by `barPasses` and by
 * `matrixTurned`.
 */
export const remainingPasses: readonly Pass[] = stillPasses.filter(
  (pass) => ![matrixHarder, ...barPasses].includes(pass),
);
