import { minMarkers, type ViewProblem } from "@scanhook/objects";
import { openObjectTexts } from "../../texts/objects.ts";

/** Returns a sentence that says why one picture is not used, and what to do. */
export function describeView(problem: ViewProblem): string {
  const sentences = openObjectTexts.viewProblems;
  return problem === "too-few-markers"
    ? sentences[problem]({ least: minMarkers })
    : sentences[problem];
}
