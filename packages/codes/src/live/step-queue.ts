import type { Rotation, Step } from "./frame-plan.ts";
import { frameBudget } from "./step-cost.ts";

/** The steps of a rotation in the order in which frames run them. */
export class StepQueue {
  readonly #rotation: Rotation;
  #turn = 0;
  /** The steps of earlier turns that did not fit into their frame. */
  #waiting: readonly Step[] = [];

  constructor(rotation: Rotation) {
    this.#rotation = rotation;
  }

  /** Drops the steps that have waited. */
  clear(): void {
    this.#waiting = [];
  }

  /**
   * Takes the steps that have waited and those of one further turn: at least one, and as many as
   * fit into `frameBudget`.
   *
   * @param costBefore What the frame costs before its first step.
   * @param estimate Estimates what a step costs after those that were taken.
   */
  take(costBefore: number, estimate: (step: Step, taken: readonly Step[]) => number): Step[] {
    const taken: Step[] = [];
    let cost = costBefore;
    const takeFrom = (steps: readonly Step[]): readonly Step[] => {
      for (const [index, step] of steps.entries()) {
        cost += estimate(step, taken);
        const isTooCostly = taken.length > 0 && cost > frameBudget;
        // A step that has waited may come again in the next turn.
        if (isTooCostly || taken.some((other) => isSameStep(other, step))) {
          return steps.slice(index);
        }
        taken.push(step);
      }
      return [];
    };
    this.#waiting = takeFrom(this.#waiting);
    if (this.#waiting.length === 0) this.#waiting = takeFrom(this.#nextTurn());
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
