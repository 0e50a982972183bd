import type { Schedule, Step } from "./frame-plan.ts";
import { maxFrameCost } from "./step-cost.ts";

/**
 * The steps of a schedule in the order in which frames run them. Each frame takes the steps of the
 * next slot. Steps for which it has no time are deferred to the frame after it.
 */
export class StepQueue {
  readonly #schedule: Schedule;
  #slot = 0;
  #deferredSteps: readonly Step[] = [];

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  /** Drops the deferred steps. */
  clear(): void {
    this.#deferredSteps = [];
  }

  /**
   * Takes the deferred steps, then those of the next slot: at least one step, and no more than fit
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
        // The next slot may contain a deferred step again. A frame runs a step only once, so the
        // remaining steps of the slot wait for the next frame.
        const isTaken = taken.some((other) => isSameStep(other, step));
        if (isTooCostly || isTaken) return steps.slice(index);
        taken.push(step);
      }
      return [];
    };
    this.#deferredSteps = takeFrom(this.#deferredSteps);
    if (this.#deferredSteps.length === 0) this.#deferredSteps = takeFrom(this.#takeSlot());
    return taken;
  }

  #takeSlot(): readonly Step[] {
    const steps = this.#schedule[this.#slot]!;
    this.#slot = (this.#slot + 1) % this.#schedule.length;
    return steps;
  }
}

function isSameStep(a: Step, b: Step): boolean {
  // Stacked bars are read in one way only.
  if (a.at === "stack" || b.at === "stack") return areAtSamePlace(a, b);
  return areAtSamePlace(a, b) && a.pass === b.pass;
}

/** Returns whether two steps read the same region of bars. */
export function areAtSameBars(a: Step, b: Step): boolean {
  return a.at === "bars" && areAtSamePlace(a, b);
}

function areAtSamePlace(a: Step, b: Step): boolean {
  return a.at === b.at && (a.at === "whole" || b.at === "whole" || a.rank === b.rank);
}
