import { columnOfRotation, type RigidTransform } from "../geometry/rigid-transform.ts";
import { type Report, reportPart } from "../work/crew.ts";
import { compareSurfaces } from "./compare-surfaces.ts";
import { dropDuplicates } from "./drop-duplicates.ts";
import { type Candidate, minimizeCost } from "./levenberg-marquardt.ts";
import { transformOfPoint } from "./move-about.ts";
import type { FitScale } from "./robust-loss.ts";
import { sampleRotations } from "./sample-rotations.ts";
import type { ShapePair } from "./shape.ts";

/**
 * An object whose top still points up as much as this (cosine, so within 32° of the vertical) was
 * not turned over: its base is not seen.
 */
const maxUpright = 0.85;

/** A stage of the search from coarse to fine, with at most `maxRounds` evaluations for each fit. */
type FitStage = FitScale & { maxRounds: number };

/** All rotations are compared without a fit. */
const unfitted: FitScale = { lossScale: 20, stride: 8 };
/** One of this many, the best, is fitted coarsely. */
const startsPerCoarse = 12;
const coarse: FitStage = { lossScale: 8, stride: 4, maxRounds: 8 };
/** At most this many of the best coarse fits are refined with all points. */
const maxFine = 120;
const fine: FitStage = { lossScale: 3, stride: 1, maxRounds: 12 };

/** The share of the work at which the coarse fits are done. */
const coarseDone = 0.5;

/** After this many fits, `report` is awaited. */
const fitsPerReport = 20;

/** Returns a factor for the loss of a transform: how little speaks for it besides surfaces. */
type Penalty = (transform: RigidTransform) => number;

/**
 * Returns transforms that bring the surface of the second pass onto that of the first, the best
 * first: compares all rotations with the centroids together, then fits the best ones from coarse to
 * fine. Their cost is the loss of the surfaces times their penalty. `report` is awaited in between;
 * undefined if it stopped the work.
 */
export async function findCandidates(
  shapes: ShapePair,
  findPenalty: Penalty,
  report: Report,
): Promise<Candidate[] | undefined> {
  const [first, second] = shapes;
  const starts = sampleRotations(maxUpright).map((rotation): Candidate => {
    const transform = transformOfPoint(rotation, second.centroid, first.centroid);
    const loss = compareSurfaces(shapes, transform, unfitted);
    return { transform, cost: loss * findPenalty(transform) };
  });
  starts.sort((a, b) => a.cost - b.cost);
  const best = starts.slice(0, Math.ceil(starts.length / startsPerCoarse));
  const fit = (candidates: readonly Candidate[], stage: FitStage, reportFits: Report) =>
    fitCandidates(candidates, shapes, stage, findPenalty, reportFits);
  const fitted = await fit(best, coarse, reportPart(report, 0, coarseDone));
  return fitted && fit(fitted.slice(0, maxFine), fine, reportPart(report, coarseDone, 1));
}

/** Fits candidates, and returns different ones that turn the object over, the best first. */
async function fitCandidates(
  candidates: readonly Candidate[],
  shapes: ShapePair,
  { maxRounds, ...scale }: FitStage,
  findPenalty: Penalty,
  report: Report,
): Promise<Candidate[] | undefined> {
  const [, { points, centroid }] = shapes;
  const fitted: Candidate[] = [];
  for (const [index, start] of candidates.entries()) {
    if (index % fitsPerReport === 0 && !(await report(index / candidates.length))) return undefined;
    const { transform, cost: loss } = minimizeCost(
      start.transform,
      centroid,
      (at, equations) => compareSurfaces(shapes, at, scale, equations),
      maxRounds,
    );
    fitted.push({ transform, cost: loss * findPenalty(transform) });
  }
  const turnedOver = fitted.filter(({ transform }) => findUprightness(transform) <= maxUpright);
  turnedOver.sort((a, b) => a.cost - b.cost);
  return dropDuplicates(turnedOver, points);
}

/** Returns the cosine between the vertical and where a transform brings it. */
const findUprightness = ({ rotation }: RigidTransform) => columnOfRotation(rotation, 2)[2];
