import type { Reply } from "../registers/reply.ts";
import type { Verdict } from "../registers/verdict.ts";
import type { NewDelivery } from "./deliveries.ts";
import type { Judgement } from "./judgement.ts";
import type { TriedVerdict } from "./movements.ts";

/** Returns a verdict in the form of `NewDelivery.verdicts`: result, space and code. */
export function toVerdictText({ result, code }: Pick<Verdict, "result" | "code">): string {
  return `${result} ${code}`;
}

/** Returns whether a delivery is stored for a scan with this verdict, or without a verdict. */
export function takesVerdict(
  { verdicts }: Pick<NewDelivery, "verdicts">,
  verdict: Pick<Verdict, "result" | "code"> | undefined,
): boolean {
  return !verdicts || (verdict !== undefined && verdicts.includes(toVerdictText(verdict)));
}

/** Returns the verdict of a decision that is not stored. Its `movement` is 0. */
export function toTriedVerdict({ reply, lineProblem, at }: Judgement): TriedVerdict {
  return { ...toVerdict(reply, 0, at), lineProblem };
}

/**
 * Returns the verdict of a decision that is stored as the movement with this id. `at` is in
 * milliseconds since 1970.
 */
export function toVerdict({ hidden: _, ...reply }: Reply, movement: number, at: number): Verdict {
  return { ...reply, movement, at: new Date(at).toISOString() };
}
