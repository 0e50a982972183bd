import { describeLocateProblem, describeReconstructProblem } from "@scanhook/objects";
import { openObjectTexts } from "../../texts/en/open-object.ts";
import type { MakeProblem } from "./kept-object.ts";

/** Returns a sentence that says why no object could be made, and what to do. */
export function describeMakeProblem(problem: MakeProblem): string {
  switch (problem) {
    case "too-few-views":
    case "stopped":
      return describeReconstructProblem(problem);
    case "mat-not-seen":
    case "too-few-pictures":
    case "same-direction":
    case "mat-not-flat":
      return describeLocateProblem(problem);
    default:
      return openObjectTexts.makeProblems[problem];
  }
}
