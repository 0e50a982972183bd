import { parseDay } from "../registers/interval.ts";
import type { Question } from "../registers/questions.ts";
import { say } from "../texts/exact-message.ts";

/** Yields the problems of questions whose types are valid already, each with its field. */
export function* listQuestionProblems(
  questions: readonly Question[],
): Generator<{ field: string; reason: string }, undefined> {
  const keys = new Set<string>();
  for (const [index, question] of questions.entries()) {
    const field = `questions.${index}`;
    const { key, label } = question;
    if (keys.has(key)) yield { field: `${field}.key`, reason: say("question-key-twice", { key }) };
    keys.add(key);
    const problem = findProblem(question);
    if (problem) yield { field, reason: say("quoted-problem", { label, problem }) };
  }
}

/** Returns the end of a sentence about a question that cannot be asked. */
function findProblem({ type, min, max, unit, options, fails = [] }: Question): string | undefined {
  if (type === "choice" || type === "tags") {
    const least = type === "choice" ? 2 : 1;
    if (!options || options.length < least)
      return say(least === 2 ? "question-needs-two-options" : "question-needs-option");
    if (new Set(options).size < options.length) return say("question-option-twice");
    if (type === "tags" && fails.length > 0) return say("question-fails-of-tags");
    const divided = type === "tags" && options.find((option) => /[,\n]/.test(option));
    if (divided) return say("question-option-divided", { option: divided });
    const unknown = fails.find((option) => !options.includes(option));
    if (unknown !== undefined) return say("question-fails-unknown", { option: unknown });
  } else if (options || fails.length > 0) return say("question-options-of-choice");
  if (unit !== undefined && type !== "number") return say("question-unit-of-number");
  const limits = [min, max].filter((limit) => limit !== undefined);
  if (limits.length === 0) return undefined;
  if (type === "pass-fail" || type === "choice" || type === "tags" || type === "consent")
    return say("question-has-no-limits", { type });
  if (type === "date") {
    if (limits.some((limit) => typeof limit !== "string" || parseDay(limit) === undefined))
      return say("question-limits-are-days");
  } else if (limits.some((limit) => typeof limit !== "number"))
    return say("question-limits-are-numbers");
  if (min !== undefined && max !== undefined && min > max) return say("question-min-above-max");
  if (type === "text" && (min !== undefined || Number(max) < 1 || Number(max) > 2000))
    return say("question-max-of-text");
  if (type === "rating" && !isStars(max)) return say("question-max-of-rating");
}

function isStars(max: number | string | undefined): boolean {
  return max === undefined || (Number.isInteger(max) && Number(max) >= 2 && Number(max) <= 10);
}
