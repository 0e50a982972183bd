import type { RigidTransform } from "../geometry/rigid-transform.ts";
import type { Hull } from "../hull/hull.ts";
import type { Report } from "../work/crew.ts";
import { findStartTurns } from "./candidate-transforms.ts";
import { compareColors, measureSpread, sortColors } from "./compare-colors.ts";
import { castOutlines, compareOutlines } from "./compare-outlines.ts";
import { polishTurn } from "./compass-search.ts";
import { type Equations, type Fitted, minimizeTurn } from "./levenberg-marquardt.ts";
import { createShape } from "./shape.ts";
import { colorSurface } from "./surface-colors.ts";

/**
 * So many of the turns for which the surfaces fit best are fitted to the outlines, and so many of
 * these to the colors.
 */
const outlined = 30;
const colored = 4;
/**
 * Colors that are less alike than this, or change less than this over a surface, do not show how
 * the object was turned. For drawn boxes, shoes and cups that were turned over or laid on a side
 * they are alike by 0.53 to 0.77, for wrong turns and other objects by less than 0.6. On plain
 * objects the light alone is alike by up to 0.74, but changes by 0.11 at most.
 */
const minLikeness = 0.6;
const minSpread = 0.15;
/** Outlines count up to this distance, first in rough fits, then at the end, in millimeters. */
const reaches = [3, 1.5] as const;
/** Steps in which the best turns are improved, then the chosen one, in millimeters. */
const steps = [3, 1.5, 0.7, 0.3];
const fineSteps = [0.3, 0.15, 0.07];
/**
 * Added to how unlike the colors are at the end, so that they count less: as a hull is larger than
 * the object, they agree best a little beside the true turn, by 0.3 mm for a drawn box. They still
 * decide for an object that is round.
 */
const steadier = 5;

type TurnResult = { ok: true; turn: RigidTransform } | { ok: false; problem: "unlike" | "stopped" };

const stopped = { ok: false, problem: "stopped" } as const;

/**
 * Finds how an object was turned between two passes: brings the surfaces of their hulls onto each
 * other, then the outlines of each onto the hull of the other, and chooses by outlines and colors.
 * The passes are unlike if their colors do not agree. `report` is awaited in between.
 */
export async function findTurn(first: Hull, second: Hull, report: Report): Promise<TurnResult> {
  const shapes = [createShape(first), createShape(second)] as const;
  const { middle } = shapes[1];
  const firstRays = castOutlines(first.silhouettes, shapes[0].middle);
  const secondRays = castOutlines(second.silhouettes, middle);
  const findFit = (turn: RigidTransform, reach: number, stride: number, equations?: Equations) =>
    compareOutlines(
      [shapes[0], firstRays],
      [shapes[1], secondRays],
      turn,
      reach,
      stride,
      equations,
    );
  const colors = [colorSurface(first), colorSurface(second)] as const;
  const cells = sortColors(colors[0]);
  const spread = Math.min(...colors.map(measureSpread));
  const weigh = (turn: RigidTransform) => 1.2 - compareColors(cells, colors[1], turn);
  const starts = await findStartTurns(...shapes, weigh, (share) => report(0.4 * share));
  if (!starts) return stopped;
  const findCost = (turn: RigidTransform, stride: number) =>
    findFit(turn, reaches[1], stride) * weigh(turn);
  const fitted: Fitted[] = [];
  for (const [index, start] of starts.slice(0, outlined).entries()) {
    if (!(await report(0.4 + (0.4 * index) / outlined))) return stopped;
    let { turn } = start;
    for (const reach of reaches) {
      const findOwn = (at: RigidTransform, equations?: Equations) =>
        findFit(at, reach, 3, equations);
      ({ turn } = minimizeTurn(turn, middle, findOwn, 8));
    }
    fitted.push({ turn, cost: findCost(turn, 3) });
  }
  fitted.sort((a, b) => a.cost - b.cost);
  const polished: Fitted[] = [];
  for (const [index, { turn }] of fitted.slice(0, colored).entries()) {
    if (!(await report(0.8 + (0.2 * index) / colored))) return stopped;
    polished.push(polishTurn(turn, middle, (at) => findCost(at, 3), steps));
  }
  polished.sort((a, b) => a.cost - b.cost);
  const best = polished[0];
  const isLike = best && compareColors(cells, colors[1], best.turn) >= minLikeness;
  if (!isLike || spread < minSpread) return { ok: false, problem: "unlike" };
  const findExactCost = (at: RigidTransform) => findFit(at, reaches[1], 1) * (steadier + weigh(at));
  return { ok: true, turn: polishTurn(best.turn, middle, findExactCost, fineSteps).turn };
}
