import { leastViews, type ReconstructProblem } from "./reconstruct.ts";

/** Returns a sentence for users that says why there is no object, and what to do. */
export function describeReconstructProblem(problem: ReconstructProblem): string {
  return sentences[problem];
}

const sentences: Record<ReconstructProblem, string> = {
  "too-few-views": `Fewer than ${leastViews} pictures can be used. Take more from all sides, with the whole mat in each.`,
  "nothing-seen":
    "No object is seen on the mat. Put it in the middle of the mat, and take pictures from above as well.",
  stopped: "Stopped before the object was finished.",
};
