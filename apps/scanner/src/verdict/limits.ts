import type { Question } from "@scanhook/webhook";
import { answerTexts } from "../texts/en/answers.ts";

/** Returns the limits of a good answer, such as `12–15 bar`; empty if there are none. */
export function nameLimits(question: Question): string {
  const { min, max, unit } = readLimits(question);
  if (min !== undefined && max !== undefined) return answerTexts.between(min, max, unit);
  if (min !== undefined) return answerTexts.atLeast(min, unit);
  return max === undefined ? "" : answerTexts.atMost(max, unit);
}

/** Returns why an answer counts as failed: it is out of limits, or an option that fails. */
export function explainFailing(question: Question, typed: string): string {
  if (question.type === "choice") return answerTexts.failed(typed);
  const { min, max, unit } = readLimits(question);
  if (min === undefined) return answerTexts.failed(answerTexts.above(max ?? "", unit));
  if (max === undefined) return answerTexts.failed(answerTexts.below(min, unit));
  return answerTexts.failed(answerTexts.outside(answerTexts.between(min, max, unit)));
}

function readLimits(question: Question) {
  if (question.type === "rating")
    return { min: question.min?.toString(), max: undefined, unit: answerTexts.starUnit };
  const { min, max, unit } = question.type === "number" ? question : {};
  return { min: min?.toString(), max: max?.toString(), unit: unit ? ` ${unit}` : "" };
}
