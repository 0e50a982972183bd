import type { Question } from "@scanhook/webhook";
import { formatNumber } from "../texts/numbers.ts";
import { answerTexts } from "../texts/verdict.ts";

/** Returns the limits of a good answer, such as `12–15 bar`; empty if there are none. */
export function nameLimits(question: Question): string {
  if (question.type === "rating")
    return question.min === undefined ? "" : answerTexts.atLeastStars({ count: question.min });
  const { min, max, unit } = readLimits(question);
  if (min !== undefined && max !== undefined) return answerTexts.between({ min, max, unit });
  if (min !== undefined) return answerTexts.atLeast({ min, unit });
  return max === undefined ? "" : answerTexts.atMost({ max, unit });
}

/** Returns why an answer counts as failed: it is out of limits, or an option that fails. */
export function explainFailing(question: Question, typed: string): string {
  if (question.type === "choice") return answerTexts.failed({ why: typed });
  if (question.type === "rating")
    return answerTexts.failed({ why: answerTexts.belowStars({ count: question.min ?? 0 }) });
  const { min, max, unit } = readLimits(question);
  if (min === undefined)
    return answerTexts.failed({ why: answerTexts.above({ max: max ?? "", unit }) });
  if (max === undefined) return answerTexts.failed({ why: answerTexts.below({ min, unit }) });
  return answerTexts.failed({
    why: answerTexts.outside({ limits: answerTexts.between({ min, max, unit }) }),
  });
}

function readLimits(question: Question) {
  const { min, max, unit } = question.type === "number" ? question : {};
  return { min: format(min), max: format(max), unit: unit ? ` ${unit}` : "" };
}

function format(limit: number | undefined): string | undefined {
  return limit === undefined ? undefined : formatNumber(limit, { maximumFractionDigits: 10 });
}
