import type { Verdict } from "./verdict.ts";

/**
 * Returns whether the questions of a verdict have to be answered: nothing was decided before, or
 * one of those afterwards is required.
 */
export function needsAnswers({ result, ask }: Pick<Verdict, "result" | "ask">): boolean {
  if (!ask || ask.questions.length === 0) return false;
  return ask.before ? result === "ask" : ask.questions.some(({ required }) => required);
}
