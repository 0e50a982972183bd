import type { Question } from "@scanhook/webhook";
import { answerTexts } from "../texts/en/answers.ts";

/** Returns the limits of a good number, such as `12–15 bar`; empty if there are none. */
export function nameLimits(question: Question): string {
  if (question.type !== "number") return "";
  const { min, max } = question;
  const unit = question.unit ? ` ${question.unit}` : "";
  if (min !== undefined && max !== undefined)
    return answerTexts.between(String(min), String(max), unit);
  if (min !== undefined) return answerTexts.atLeast(String(min), unit);
  return max === undefined ? "" : answerTexts.atMost(String(max), unit);
}
