import { parseDay } from "../registers/interval.ts";
import type { Question } from "../registers/questions.ts";

/** Yields the problems of questions whose types are valid already, each with its field. */
export function* listQuestionProblems(
  questions: readonly Question[],
): Generator<{ field: string; reason: string }, undefined> {
  const keys = new Set<string>();
  for (const [index, question] of questions.entries()) {
    const field = `questions.${index}`;
    const { key, label } = question;
    if (keys.has(key))
      yield { field: `${field}.key`, reason: `Two questions have the key “${key}”; change one.` };
    keys.add(key);
    const reason = findProblem(question);
    if (reason) yield { field, reason: `“${label}” ${reason}.` };
  }
}

/** Returns the end of a sentence about a question that cannot be asked. */
function findProblem({ type, min, max, unit, options, fails = [] }: Question): string | undefined {
  if (type === "choice" || type === "tags") {
    const least = type === "choice" ? 2 : 1;
    if (!options || options.length < least)
      return `needs at least ${least === 2 ? "two options" : "one option"}`;
    if (new Set(options).size < options.length) return "has an option twice";
    if (type === "tags" && fails.length > 0) return "has fails, which only a choice has";
    const divided = type === "tags" && options.find((option) => /[,\n]/.test(option));
    if (divided) return `has the option “${divided}”; a tag has no comma and is one line`;
    const unknown = fails.find((option) => !options.includes(option));
    if (unknown !== undefined) return `fails with “${unknown}”, which is no option of it`;
  } else if (options || fails.length > 0) return "has options, which only a choice and tags have";
  if (unit !== undefined && type !== "number") return "has a unit, which only a number has";
  const limits = [min, max].filter((limit) => limit !== undefined);
  if (limits.length === 0) return undefined;
  if (type === "pass-fail" || type === "choice" || type === "tags" || type === "consent")
    return `has a min or max, which a question of the type ${type} has not`;
  if (type === "date") {
    if (limits.some((limit) => typeof limit !== "string" || parseDay(limit) === undefined))
      return "is a date; its min and max are days such as 2026-12-06";
  } else if (limits.some((limit) => typeof limit !== "number"))
    return "has a min or max that is no number";
  if (min !== undefined && max !== undefined && min > max) return "has a min above its max";
  if (type === "text" && (min !== undefined || Number(max) < 1 || Number(max) > 2000))
    return "is a text; its max is a length from 1 to 2000";
  if (type === "rating" && !isStars(max))
    return "is a rating; its max is a number of stars from 2 to 10";
}

function isStars(max: number | string | undefined): boolean {
  return max === undefined || (Number.isInteger(max) && Number(max) >= 2 && Number(max) <= 10);
}
