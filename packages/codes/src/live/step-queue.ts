import type { Rotation, Step } from "./frame-plan.ts";
import { frameBudget } from "./step-cost.ts";

/** The steps of a rotation in the order in which frames run them. */
export class StepQueue {
  readonly #rotation: Rotation;
  #turn = 0;
  /** Steps of earlier turns that did not fit into their frame, to be run in the next one. */
  #deferredSteps: readonly Step[] = [];

  constructor(rotation: Rotation) {
    this.#rotation = rotation;
  }

  /** Drops the deferred steps. */
  clear(): void {
    this.#deferredSteps = [];
  }

  /**
   * Takes the deferred steps, then those of the next turn: at least one step, and as many as fit
   * into `frameBudget`.
   *
   * @param costBefore The cost of the frame before its first step, in the unit of `estimateCost`.
   * @param estimate Estimates the cost of a step that follows those in `taken`.
   */
  takeSteps(costBefore: number, estimate: (step: Step, taken: readonly Step[]) => number): Step[] {
    const taken: Step[] = [];
    let cost = costBefore;
    const takeFrom = (steps: readonly Step[]): readonly Step[] => {
      for (const [index, step] of steps.entries()) {
        cost += estimate(step, taken);
        const isTooCostly = taken.length > 0 && cost > frameBudget;
        // A deferred step may come again in the next turn.
        if (isTooCostly || taken.some((other) => isSameStep(other, step))) {
          return steps.slice(index);
        }
        taken.push(step);
      }
      return [];
    };
    this.#deferredSteps = takeFrom(this.#deferredSteps);
    if (this.#deferredSteps.length === 0) this.#deferredSteps = takeFrom(this.#nextTurn());
    return taken;
  }

  #nextTurn(): readonly Step[] {
    const steps = this.#rotation[this.#turn]!;
    this.#turn = (this.#turn + 1) % this.#rotation.length;
    return steps;
  }
}

function isSameStep(a: Step, b: Step): boolean {
  if (a.at === "stack" || b.at === "stack") return isSamePlace(a, b);
  return isSamePlace(a, b) && a.pass === b.pass;
}

/** Whether two steps read the same bars, whose rows are then sampled only once. */
export function isSameBars(a: Step, b: Step): boolean {
  return a.at === "bars" && isSamePlace(a, b);
}

function isSamePlace(a: Step, b: Step): boolean {
  return a.at === b.at && (a.at === "whole" || b.at === "whole" || a.rank === b.rank);
}
