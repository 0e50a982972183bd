import { verdictNumbers } from "../../texts/hub-texts.ts";
import { verdictTexts } from "../../texts/verdict-texts.ts";
import { endWithColon, type KeptAnswer } from "../questions.ts";
import type { ReplyParts } from "./kind.ts";

/** Returns a sentence about the answers to questions: those that count as a fail. */
export function describeAnswers(
  name: string,
  kept: readonly KeptAnswer[] = [],
  { language }: Pick<ReplyParts, "language">,
): string {
  const { answered, failed } = verdictTexts(language).answers;
  const fails = kept.filter(({ fail }) => fail);
  if (fails.length === 0) return answered({ name });
  const lines = fails.map((each) => `${endWithColon(each.label)} ${tellAnswer(each, language)}`);
  return failed({ name, answers: lines.join("; ") });
}

/** Lists answers as facts, each with its question. */
export function listAnswerFacts(
  answers: readonly KeptAnswer[],
  language: string,
): [string, string][] {
  return answers.map((answer) => [answer.label, tellAnswer(answer, language)]);
}

/** Returns an answer as people read it, such as `12.5 bar` or `Hot, Partner`. */
function tellAnswer({ value, unit }: KeptAnswer, language: string): string {
  if (typeof value === "object") return value.join(", ");
  const { answers, quantity } = verdictTexts(language);
  const { pass, fail, na, yes, no } = answers;
  const words = new Map(Object.entries({ pass, fail, na, yes, no }));
  const number =
    typeof value === "number" ? tellNumber(value, language) : (words.get(value) ?? value);
  return unit === undefined || value === "na" ? number : quantity({ number, unit });
}

function tellNumber(value: number, language: string): string {
  const options = { ...verdictNumbers, maximumFractionDigits: 20 };
  return new Intl.NumberFormat(language, options).format(value);
}
