import type { Answers } from "./ask.ts";
import {
  type Refusal,
  type RequestOptions,
  requestBelow,
  type Unanswered,
} from "./request-below.ts";
import type { Receiver } from "./send.ts";
import { parseVerdict, type Verdict } from "./verdict.ts";

/** The outcome of sending answers: a verdict, a refusal, or none that is known. */
export type AnswersOutcome = { kind: "verdict"; verdict: Verdict } | Refusal | Unanswered;

/** The refusals of answers that are final: the time is over, or somebody else has answered. */
export const finalRefusals: readonly string[] = ["ask-over", "answered-already"];

/**
 * Sends the answers to the questions of a verdict, which `movement` numbers, below the receiver
 * URL. The same answers may be sent again: the receiver then gives the same verdict. A response
 * without a verdict counts as no answer. Never throws.
 */
export async function sendAnswers(
  movement: number,
  answers: Answers,
  receiver: Receiver | undefined,
  options: RequestOptions = {},
): Promise<AnswersOutcome> {
  const request = { method: "POST", path: `/answers/${movement}`, json: { answers } } as const;
  const response = await requestBelow(request, receiver, options);
  if (response.kind !== "done") return response;
  const verdict = parseVerdict(response.body);
  if (!verdict) return { kind: "no-answer" };
  const { code, text } = verdict;
  if (finalRefusals.includes(code)) return { kind: "refused", status: 200, code, sentence: text };
  return { kind: "verdict", verdict };
}
