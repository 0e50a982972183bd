import { openObjectTexts } from "../../texts/objects.ts";
import { describeView } from "./describe-view.ts";
import type { FrameProblem } from "./object-messages.ts";

/** Returns a sentence that says why a camera frame is not kept, and what to do. */
export function describeFrame(problem: FrameProblem): string {
  switch (problem) {
    case "too-fast":
      return openObjectTexts.capture.tooFast;
    case "beside-dome":
      return openObjectTexts.capture.besideDome;
    case "blurred":
    case "too-dark":
    case "too-bright":
    case "hard-shadow":
      return openObjectTexts.checkProblems[problem];
    default:
      return describeView(problem);
  }
}
