import {
  type Answer,
  type Answers,
  consentAnswers,
  isDate,
  passFailAnswers,
  type Question,
} from "./ask.ts";

/**
 * The first thing that is wrong with answers: the key of the question, and why its answer is none.
 * `not-asked` is an answer to no question.
 */
export type AnswerProblem = {
  key: string;
  problem:
    | "missing"
    | "not-pass-fail"
    | "not-a-number"
    | "not-a-text"
    | "too-long"
    | "not-an-option"
    | "not-tags"
    | "not-yes-or-no"
    | "not-stars"
    | "not-a-date"
    | "too-early"
    | "too-late"
    | "not-asked";
};

/**
 * Checks answers against their questions, in the order of the questions. Returns undefined if the
 * receiver can take them.
 */
export function checkAnswers(
  questions: readonly Question[],
  answers: Answers,
): AnswerProblem | undefined {
  for (const question of questions) {
    const problem = checkAnswer(question, readAnswer(answers, question.key));
    if (problem) return { key: question.key, problem };
  }
  const keys = questions.map(({ key }) => key);
  const key = Object.keys(answers).find((each) => !keys.includes(each));
  return key === undefined ? undefined : { key, problem: "not-asked" };
}

/** Returns what is wrong with the answer to one question; undefined if nothing is. */
export function checkAnswer(
  question: Question,
  answer: Answer | undefined,
): AnswerProblem["problem"] | undefined {
  if (answer === undefined) return question.required && "missing";
  switch (question.type) {
    case "pass-fail":
      return passFailAnswers.some((each) => each === answer) ? undefined : "not-pass-fail";
    case "number":
      return Number.isFinite(answer) ? undefined : "not-a-number";
    case "text":
      if (typeof answer !== "string") return "not-a-text";
      if (answer.trim() === "") return "missing";
      return Array.from(answer).length > question.max ? "too-long" : undefined;
    case "choice":
      return question.options.some((each) => each === answer) ? undefined : "not-an-option";
    case "tags":
      return checkTags(answer, question);
    case "consent":
      return consentAnswers.some((each) => each === answer) ? undefined : "not-yes-or-no";
    case "rating":
      return Number.isInteger(answer) && Number(answer) >= 1 && Number(answer) <= question.max
        ? undefined
        : "not-stars";
    case "date":
      return checkDate(answer, question);
  }
}

function checkTags(
  answer: Answer,
  { options, required }: { options: readonly string[]; required?: true },
): AnswerProblem["problem"] | undefined {
  if (!Array.isArray(answer) || new Set(answer).size < answer.length) return "not-tags";
  if (required && answer.length === 0) return "missing";
  return answer.every((each) => options.includes(each)) ? undefined : "not-tags";
}

function checkDate(
  answer: Answer,
  { min, max }: { min?: string; max?: string },
): AnswerProblem["problem"] | undefined {
  if (!isDate(answer)) return "not-a-date";
  // Dates of this form sort like texts.
  if (min !== undefined && answer < min) return "too-early";
  return max !== undefined && answer > max ? "too-late" : undefined;
}

/**
 * Returns whether an answer counts as failed: a fail, a number outside of its limits, an option
 * that fails, or too few stars.
 */
export function countsAsFailed(question: Question, answer: Answer | undefined): boolean {
  if (question.type === "pass-fail") return answer === "fail";
  if (question.type === "choice") return question.fails?.some((each) => each === answer) ?? false;
  if (question.type !== "number" && question.type !== "rating") return false;
  if (typeof answer !== "number") return false;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = question;
  return answer < min || answer > max;
}

/**
 * Converts answers as a person typed them, by key, to those to send. Numbers may have a comma or a
 * point, and each tag is on a line of its own. What is blank is left out, and what is no number
 * stays a text, which `checkAnswers` finds.
 */
export function toAnswers(
  questions: readonly Question[],
  typed: Readonly<Record<string, string>>,
): Answers {
  const answers: Answers = {};
  for (const [key, text] of Object.entries(typed)) {
    const trimmed = text.trim();
    if (trimmed === "") continue;
    const question = questions.find((each) => each.key === key);
    const isNumber = question?.type === "number" || question?.type === "rating";
    if (question?.type === "tags") answers[key] = readTags(question.options, text);
    else answers[key] = isNumber ? toNumber(trimmed) : trimmed;
  }
  return answers;
}

/** Returns typed tags, each once, in the order of the options and with unknown ones at the end. */
function readTags(options: readonly string[], typed: string): string[] {
  const lines = typed.split("\n").filter((line) => line.trim() !== "");
  const known = options.filter((option) => lines.includes(option));
  return [...new Set([...known, ...lines])];
}

function toNumber(typed: string): string | number {
  const text = typed.replace(",", ".").replace("−", "-");
  return /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : typed;
}

function readAnswer(answers: Answers, key: string): Answer | undefined {
  return Object.hasOwn(answers, key) ? answers[key] : undefined;
}
