import { type VerdictTexts, verdictTexts } from "../texts/verdict-texts.ts";
import { parseDay } from "./interval.ts";
import {
  type Answer,
  type Answers,
  defaultStars,
  maxTextAnswer,
  type Question,
} from "./questions.ts";

/** The answer that cannot be accepted, and one sentence that says why. */
export type AnswerProblem = { key: string; reason: string };

/**
 * Returns the first problem of answers to questions, with its sentence in a language; undefined if
 * all can be accepted.
 */
export function findAnswerProblem(
  questions: readonly Question[],
  answers: Answers,
  language: string,
): AnswerProblem | undefined {
  const texts = verdictTexts(language).answers;
  const unknown = Object.keys(answers).find((key) => !questions.some((each) => each.key === key));
  if (unknown !== undefined)
    return { key: unknown, reason: texts.unknownKey({ key: unknown.slice(0, 40) }) };
  for (const question of questions) {
    const { key, label, required } = question;
    const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
    const isMissing = answer === undefined || isEmpty(answer);
    if (isMissing && required) return { key, reason: texts.missing({ question: label }) };
    const reason = isMissing ? undefined : findReason(question, answer, texts);
    if (reason !== undefined) return { key, reason };
  }
}

/** Returns whether an answer says nothing: a blank text, or no tag. */
function isEmpty(answer: Answer): boolean {
  return typeof answer === "object" ? answer.length === 0 : String(answer).trim() === "";
}

/** Returns why an answer cannot be accepted; undefined if it can. */
function findReason(
  { label: question, type, min, max, options = [] }: Question,
  answer: Answer,
  texts: VerdictTexts["answers"],
): string | undefined {
  switch (type) {
    case "pass-fail":
      return isOneOf(["pass", "fail", "na"], answer) ? undefined : texts.notPassFail({ question });
    case "consent":
      return isOneOf(["yes", "no"], answer) ? undefined : texts.notConsent({ question });
    case "number":
      return Number.isFinite(answer) ? undefined : texts.notNumber({ question });
    case "rating": {
      const stars = typeof max === "number" ? max : defaultStars;
      const isRating = Number.isInteger(answer) && Number(answer) >= 1 && Number(answer) <= stars;
      return isRating ? undefined : texts.notRating({ question, stars });
    }
    case "choice":
      return isOneOf(options, answer)
        ? undefined
        : texts.notOption({ question, options: options.join(", ") });
    case "tags": {
      const isList = typeof answer === "object" && new Set(answer).size === answer.length;
      const areTags = isList && answer.every((each) => isOneOf(options, each));
      return areTags ? undefined : texts.notTags({ question, options: options.join(", ") });
    }
    case "date": {
      const isDay = typeof answer === "string" && parseDay(answer) !== undefined;
      if (!isDay) return texts.notDay({ question });
      if (typeof min === "string" && answer < min) return texts.tooEarly({ question, day: min });
      const isLater = typeof max === "string" && answer > max;
      return isLater ? texts.tooLate({ question, day: max }) : undefined;
    }
    case "text": {
      const count = typeof max === "number" ? max : maxTextAnswer;
      const fits = typeof answer === "string" && Array.from(answer).length <= count;
      return fits ? undefined : texts.notText({ question, count });
    }
  }
}

function isOneOf(texts: readonly string[], answer: Answer): boolean {
  return typeof answer !== "object" && texts.includes(String(answer));
}
