import { bands, bandsSharpened } from "./bands.ts";
import { likelihoodQuick } from "./likelihood.ts";
import { matrixGlobal, matrixInverted } from "./matrix.ts";
import type { Pass } from "./pass.ts";
import { quickLarge } from "./whole-picture.ts";

/** The passes that successive frames of a camera run in turn, so that each frame takes little time. */
export const frameRotation: readonly Pass[] = [
  bands,
  matrixInverted,
  bandsSharpened,
  quickLarge,
  likelihoodQuick,
  matrixGlobal,
];
