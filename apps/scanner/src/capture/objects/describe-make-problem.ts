import { minPictures, minViews } from "@scanhook/objects";
import { openObjectTexts } from "../../texts/objects.ts";
import type { MakeProblem } from "./kept-object.ts";

/** Returns a sentence that says why no object could be made, and what to do. */
export function describeMakeProblem(problem: MakeProblem): string {
  const { makeProblems, locateProblems } = openObjectTexts;
  switch (problem) {
    case "too-few-views":
      return makeProblems[problem]({ least: minViews });
    case "too-few-pictures":
      return locateProblems[problem]({ least: minPictures });
    case "mat-not-seen":
    case "same-direction":
    case "mat-not-flat":
      return locateProblems[problem];
    default:
      return makeProblems[problem];
  }
}
