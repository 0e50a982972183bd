import type { Rotation, Step } from "./frame-plan.ts";
import { maxFrameCost } from "./step-cost.ts";

/**
 * The steps of a rotation in the order in which frames run them. Each frame takes the steps of the
 * next turn; those for which it has no time are deferred to the frame after it.
 */
export class StepQueue {
  readonly #rotation: Rotation;
  #turn = 0;
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
   * into `maxFrameCost`.
   *
   * @param costBefore The cost of the frame before its first step, in the unit of `maxFrameCost`.
   * @param estimate Estimates the cost of a step that follows those in `taken`, in the same unit.
   */
  takeSteps(costBefore: number, estimate: (step: Step, taken: readonly Step[]) => number): Step[] {
    const taken: Step[] = [];
    let cost = costBefore;
    const takeFrom = (steps: readonly Step[]): readonly Step[] => {
      for (const [index, step] of steps.entries()) {
        cost += estimate(step, taken);
        const isTooCostly = taken.length > 0 && cost > maxFrameCost;
        // A deferred step may come again in the next turn. A frame runs a step only once, so the
        // rest of the turn waits for the next frame.
        const isTaken = taken.some((other) => isSameStep(other, step));
        if (isTooCostly || isTaken) return steps.slice(index);
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
  // Stacked bars are read in one way only.
  if (a.at === "stack" || b.at === "stack") return haveSamePlace(a, b);
  return haveSamePlace(a, b) && a.pass === b.pass;
}

/** Whether two steps read the same region of bars. */
export function readSameBars(a: Step, b: Step): boolean {
  return a.at === "bars" && haveSamePlace(a, b);
}

function haveSamePlace(a: Step, b: Step): boolean {
  return a.at === b.at && (a.at === "whole" || b.at === "whole" || a.rank === b.rank);
}
