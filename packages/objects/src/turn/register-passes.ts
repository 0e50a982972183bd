import type { RigidTransform } from "../geometry/rigid-transform.ts";
import type { Hull } from "../hull/hull.ts";
import { type Report, reportPart } from "../work/crew.ts";
import { findCandidates } from "./candidate-transforms.ts";
import {
  type ColorGrid,
  compareColors,
  createColorGrid,
  measureDeviation,
} from "./compare-colors.ts";
import { compareOutlines, type OutlinedShape } from "./compare-outlines.ts";
import { searchByCompass } from "./compass-search.ts";
import { type Candidate, minimizeCost } from "./levenberg-marquardt.ts";
import { castOutlines } from "./outline-rays.ts";
import type { FitScale } from "./robust-loss.ts";
import { createShape } from "./shape.ts";
import { colorSurface, type SurfaceColors } from "./surface-colors.ts";

/** The shares of the work at which surfaces, then outlines are fitted. */
const surfacesDone = 0.4;
const outlinesDone = 0.8;

/** At most this many of the transforms that fit the surfaces best are fitted to the outlines. */
const maxOutlined = 30;
/** At most this many of these are fitted to outlines and colors. */
const maxColored = 4;
/** The stages of the fit to the outlines; one ray of three is used. */
const outlineScales: readonly FitScale[] = [
  { lossScale: 3, stride: 3 },
  { lossScale: 1.5, stride: 3 },
];
/** The most evaluations of a stage. */
const maxOutlineRounds = 8;
/** How outlines count beside colors: with one ray of three, and at the end with all. */
const rankingScale: FitScale = { lossScale: 1.5, stride: 3 };
const finalScale: FitScale = { lossScale: 1.5, stride: 1 };
/** The step lengths with which the candidates are improved, then the best one, in millimeters. */
const candidateSteps = [3, 1.5, 0.7, 0.3];
const finalSteps = [0.3, 0.15, 0.07];

/**
 * With a lower correlation, colors do not show that a transform is right. For drawn boxes, shoes
 * and cups that were turned over or laid on a side it is 0.53 to 0.77, for wrong transforms and
 * other objects less than 0.6. On plain objects, the light alone makes it up to 0.74.
 */
const minCorrelation = 0.6;
/**
 * Nor do colors with a lower standard deviation over a surface (of logarithms). On plain objects
 * it is 0.11 at most.
 */
const minDeviation = 0.15;

/**
 * The correlation of the colors is subtracted from this. It is more than 1, so that outlines count
 * also where the colors agree entirely.
 */
const colorPenalty = 1.2;
/**
 * Added to the penalty of the colors at the end, so that they count less: as a hull is larger than
 * the object, they agree best a little beside the true transform, by 0.3 mm for a drawn box. They
 * still decide for an object that is round.
 */
const finalPenalty = 5;

type RegistrationResult =
  | { ok: true; transform: RigidTransform }
  | { ok: false; problem: "unlike" | "stopped" };

const stopped = { ok: false, problem: "stopped" } as const;
const unlike = { ok: false, problem: "unlike" } as const;

/**
 * Finds the rigid transform that brings the second pass of an object, turned over in between, onto
 * the first: brings the surfaces of the hulls onto each other, then the outlines of each onto the
 * hull of the other, and chooses by outlines and colors. The passes are unlike if their colors do
 * not agree. `report` is awaited in between.
 */
export async function registerPasses(
  first: Hull,
  second: Hull,
  report: Report,
): Promise<RegistrationResult> {
  const passes = preparePasses(first, second);
  const [{ shape: firstShape }, { shape: secondShape }] = passes.outlined;
  const findPenalty = (transform: RigidTransform) => findColorPenalty(passes, transform);
  const starts = await findCandidates(
    [firstShape, secondShape],
    findPenalty,
    reportPart(report, 0, surfacesDone),
  );
  if (!starts) return stopped;
  const fitted = await fitOutlines(
    passes,
    starts.slice(0, maxOutlined),
    reportPart(report, surfacesDone, outlinesDone),
  );
  if (!fitted) return stopped;
  const colored = await fitColors(
    passes,
    fitted.slice(0, maxColored),
    reportPart(report, outlinesDone, 1),
  );
  if (!colored) return stopped;
  const [best] = colored;
  if (!best || passes.deviation < minDeviation) return unlike;
  if (!(compareColors(passes.firstColors, passes.secondColors, best.transform) >= minCorrelation)) {
    return unlike;
  }
  const findFinalCost = (transform: RigidTransform) =>
    compareOutlines(passes.outlined, transform, finalScale) *
    (finalPenalty + findPenalty(transform));
  const { centroid } = secondShape;
  const { transform } = searchByCompass(best.transform, centroid, findFinalCost, finalSteps);
  return { ok: true, transform };
}

/** The shapes, outlines and colors of two passes, ready to be compared. */
type Passes = {
  outlined: readonly [first: OutlinedShape, second: OutlinedShape];
  firstColors: ColorGrid;
  secondColors: SurfaceColors;
  /** The lower of the standard deviations of the colors of both passes. */
  deviation: number;
};

function preparePasses(first: Hull, second: Hull): Passes {
  const [firstColors, secondColors] = [colorSurface(first), colorSurface(second)];
  return {
    outlined: [outlineShape(first), outlineShape(second)],
    firstColors: createColorGrid(firstColors),
    secondColors,
    deviation: Math.min(measureDeviation(firstColors), measureDeviation(secondColors)),
  };
}

function outlineShape(hull: Hull): OutlinedShape {
  const shape = createShape(hull);
  return { shape, rays: castOutlines(hull.silhouettes, shape.centroid) };
}

const findColorPenalty = ({ firstColors, secondColors }: Passes, transform: RigidTransform) =>
  colorPenalty - compareColors(firstColors, secondColors, transform);

const findRankingCost = (passes: Passes, transform: RigidTransform) =>
  compareOutlines(passes.outlined, transform, rankingScale) * findColorPenalty(passes, transform);

const byCost = (a: Candidate, b: Candidate) => a.cost - b.cost;

/** Fits candidates to the outlines, and returns them ranked by outlines and colors. */
async function fitOutlines(
  passes: Passes,
  candidates: readonly Candidate[],
  report: Report,
): Promise<Candidate[] | undefined> {
  const [, { shape }] = passes.outlined;
  const fitted: Candidate[] = [];
  for (const [index, candidate] of candidates.entries()) {
    if (!(await report(index / maxOutlined))) return undefined;
    let { transform } = candidate;
    for (const scale of outlineScales) {
      ({ transform } = minimizeCost(
        transform,
        shape.centroid,
        (at, equations) => compareOutlines(passes.outlined, at, scale, equations),
        maxOutlineRounds,
      ));
    }
    fitted.push({ transform, cost: findRankingCost(passes, transform) });
  }
  return fitted.sort(byCost);
}

/** Improves candidates by outlines and colors, and returns them ranked. */
async function fitColors(
  passes: Passes,
  candidates: readonly Candidate[],
  report: Report,
): Promise<Candidate[] | undefined> {
  const [, { shape }] = passes.outlined;
  const improved: Candidate[] = [];
  for (const [index, { transform }] of candidates.entries()) {
    if (!(await report(index / maxColored))) return undefined;
    const findCost = (at: RigidTransform) => findRankingCost(passes, at);
    improved.push(searchByCompass(transform, shape.centroid, findCost, candidateSteps));
  }
  return improved.sort(byCost);
}
