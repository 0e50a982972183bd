import type { CheckProblem } from "./coverage/check-picture.ts";
import type { PrintScale } from "./mat/print-scale.ts";
import { minMarkers, type ViewProblem } from "./poses/locate-view.ts";
import { type LocateProblem, minPictures } from "./poses/locate-views.ts";
import { minViews, type ReconstructedObject, type ReconstructProblem } from "./reconstruct.ts";
import type { SizeWarning } from "./size/find-warnings.ts";
import { findUnclearSides, sides } from "./size/measure.ts";

/** Returns a sentence for users that says why there is no object, and what to do. */
export function describeReconstructProblem(problem: ReconstructProblem): string {
  return reconstructSentences[problem];
}

/**
 * Returns a sentence for users that says why pictures cannot be placed round the mat, and what to
 * do.
 */
export function describeLocateProblem(problem: LocateProblem): string {
  return locateSentences[problem];
}

/** Returns a sentence for users that says why one picture is not used, and what to do. */
export function describeViewProblem(problem: ViewProblem): string {
  return viewSentences[problem];
}

/**
 * Returns a sentence for users that says why a picture is not sharp or not well lit, and what to
 * do.
 */
export function describeCheckProblem(problem: CheckProblem): string {
  return checkSentences[problem];
}

/**
 * Returns sentences for users about how far the sizes of an object can be trusted: first that they
 * are a guess, if so, then why they may be wrong, and what to do. Empty if nothing is known against
 * them.
 */
export function describeSizes({ measures, warnings, isGuess }: SizeReport): string[] {
  const reasons = warnings.map((warning) => warningSentences[warning]);
  if (!isGuess) return reasons;
  const { box, uncertainty } = measures;
  const relative = sides.map((side) => uncertainty[side] / box[side]);
  const guess = `The size is a guess: a side may be off by ${Math.round(100 * Math.max(...relative))} %.`;
  if (reasons.length > 0) return [guess, ...reasons];
  const isHeightAlone = findUnclearSides(measures).every((side) => side === "height");
  return [guess, isHeightAlone ? unclearHeight : unclearOutlines];
}

/**
 * Returns a sentence for users that says by how much the printer scaled the mat, or why the length
 * is not the ruler's.
 */
export function describePrintScale(scale: PrintScale): string {
  if (!scale.ok)
    return "The ruler is 100 mm long, or a little less or more. Enter its length in millimeters.";
  const percent = (100 * scale.factor).toFixed(1);
  if (percent === "100.0") return "The mat was printed at its true size.";
  return `The mat was printed at ${percent} % of its size. All lengths are multiplied by ${scale.factor.toFixed(3)}.`;
}

const reconstructSentences: Record<ReconstructProblem, string> = {
  "too-few-views": `Fewer than ${minViews} pictures can be used. Take more from all sides, with the whole mat in each.`,
  "nothing-seen":
    "No object is seen on the mat. Put it in the middle of the mat, and take pictures from above as well.",
  "object-moved":
    "The pictures do not agree on where the object is. It was moved on the mat; take all pictures again without touching it.",
  stopped: "Stopped before the object was finished.",
};

type SizeReport = Pick<ReconstructedObject, "measures" | "warnings" | "isGuess">;

const warningSentences: Record<SizeWarning, string> = {
  "other-object":
    "Something else stands on the mat and was left out. Clear the mat, but for the object, and take all pictures again.",
  "beyond-mat":
    "The object reaches the edge of the mat, or is too high. It has to fit into the free area between the markers, and to be less than 20 cm high.",
  "views-disagree":
    "The pictures do not show one outline of one object. It was moved, pictures of another object are among them, or it is of glass or mirrors what is round it. Take all pictures again without touching it; glass and mirrors cannot be measured.",
  "curled-mat":
    "The mat did not lie flat. Hold its edges down with tape, and take all pictures again.",
  "low-views":
    "All pictures were taken from low down. Take some more from halfway up and from above.",
  "few-views":
    "There are few pictures. Take at least 24, from all sides and from two or more heights.",
};
const unclearHeight =
  "Its height is not clear, as of a top that is not level. Take more pictures from low down, level with its top.";
const unclearOutlines =
  "The outlines of the object are not clear. Use even light, and a ground that differs from it in color.";

const notFlat =
  "The markers are not where a flat mat has them. Lay the mat flat, hold its edges down, and check that the right paper is chosen (A4 or Letter).";

const locateSentences: Record<LocateProblem, string> = {
  "mat-not-seen":
    "No picture shows the mat. Print it, put the object in its middle, and keep its markers in each picture.",
  "too-few-pictures": `Fewer than ${minPictures} pictures show enough of the mat. Take more, with as many markers as possible in each.`,
  "same-direction":
    "All pictures look at the mat from nearly the same direction. Take some from lower down and from other sides.",
  "mat-not-flat": notFlat,
};

const viewSentences: Record<ViewProblem, string> = {
  "mat-not-seen": "The mat is not seen. Keep its markers in the picture.",
  "too-few-markers": `Fewer than ${minMarkers} markers are seen. Step back, or go round the object, so that more of the mat is in the picture.`,
  "mat-not-flat": notFlat,
  "other-size":
    "The picture has another size than the others. Use one camera, and hold it the same way for all pictures.",
};

const checkSentences: Record<CheckProblem, string> = {
  blurred: "The picture is blurred. Move more slowly, or hold still for each picture.",
  "too-dark": "It is too dark. Switch on more light.",
  "too-bright":
    "The paper is too bright to show its pattern. Use less light, or step out of the sun.",
  "hard-shadow":
    "A hard shadow lies on the mat. Use light from several sides, or from a window without sun.",
};
