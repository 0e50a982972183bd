import {
  type Answer,
  type AnswerProblem,
  type Answers,
  type AnswersOutcome,
  checkAnswer,
  checkAnswers,
  countsAsFailed,
  needsAnswers,
  type Question,
  toAnswers,
  type Verdict,
} from "@scanhook/webhook";
import { type Parsed, refuse } from "../input/parsed.ts";
import { printable } from "../terminal/printable.ts";

/** The option with which answers are given on the command line. */
export const answerOption = {
  answer: {
    value: "KEY=VALUE",
    many: true,
    help: "the answer to a question of the verdict, by its key; give it again for more",
  },
} as const;

/** The exit code for the result of a verdict. */
export const exitCodes = { yes: 0, no: 3, look: 4, ask: 5 } as const satisfies Record<
  Verdict["result"],
  number
>;

/** Reads the values of `--answer` as texts by key. */
export function readAnswerOptions(values: readonly string[] = []): Parsed<Record<string, string>> {
  const typed = new Map<string, string>();
  for (const value of values) {
    const [, key, text] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
    if (key === undefined || text === undefined)
      return refuse(`--answer is KEY=VALUE, such as gauge=pass, not "${value}".`);
    if (typed.has(key)) return refuse(`--answer ${key} is given twice; give it once.`);
    typed.set(key, text);
  }
  return { ok: true, value: Object.fromEntries(typed) };
}

/**
 * Converts typed answers to those to send. Returns one sentence on the first that is wrong; the
 * lack of a required one is not wrong yet.
 */
export function readAnswers(
  questions: readonly Question[],
  typed: Readonly<Record<string, string>>,
): Parsed<Answers> {
  const answers = toAnswers(questions, expandTyped(questions, typed));
  const given = questions.filter(({ key }) => Object.hasOwn(answers, key));
  const wrong = checkAnswers(given, answers);
  return wrong ? refuse(describeProblem(questions, wrong)) : { ok: true, value: answers };
}

/** Returns the required questions without an answer. */
export function listMissing(questions: readonly Question[], answers: Answers): Question[] {
  return questions.filter(({ key, required }) => required && !Object.hasOwn(answers, key));
}

/** Reads what a person typed as the answer to one question; undefined to leave it out. */
export function readAnswer(question: Question, text: string): Parsed<Answer | undefined> {
  const { key } = question;
  const answer = toAnswers([question], expandTyped([question], { [key]: text }))[key];
  const problem = checkAnswer(question, answer);
  return problem
    ? refuse(describeProblem([question], { key, problem }))
    : { ok: true, value: answer };
}

/** Returns a sentence if an answer counts as failed because it is outside of the limits. */
export function describeFail(question: Question, answer: Answer): string | undefined {
  if (question.type !== "number" || !countsAsFailed(question, answer)) return undefined;
  return `Good is ${listLimits(question)}, so ${answer} counts as failed.`;
}

/** Returns a question with what its answer looks like, in one line. */
export function formatQuestion(question: Question): string {
  const { label, hint, required } = question;
  const form = describeForm(question);
  const optional = required ? "" : "; may be left out";
  const advice = hint === undefined ? "" : ` ${hint}`;
  return printable(`${label} (${form}${optional})${advice}`);
}

/** Lists the open questions of a verdict with their keys, one on each line. */
export function formatOpenQuestions(questions: readonly Question[]): string {
  const lines = questions.map(
    (question) => `  ${printable(question.key)}: ${formatQuestion(question)}\n`,
  );
  return lines.join("");
}

/**
 * Returns the questions that a verdict needs answers to: all of one that has not decided, and the
 * required ones of another. Returns none if it needs no answers.
 */
export function listNeeded({ ask, result }: Pick<Verdict, "ask" | "result">): Question[] {
  if (!ask || !needsAnswers({ ask, result })) return [];
  return ask.before ? ask.questions : ask.questions.filter(({ required }) => required);
}

/** Returns a verdict as one line, which begins with its result. */
export function formatVerdict({ result, text }: Pick<Verdict, "result" | "text">): string {
  return printable(`${result.toUpperCase()}. ${text}`);
}

/** Returns a sentence on why answers got no verdict. */
export function describeUnanswered(
  outcome: Exclude<AnswersOutcome, { kind: "verdict" }> | { kind: "unanswered" },
): string {
  if (outcome.kind === "unanswered") return "Nobody answered; scan it again.";
  if (outcome.kind === "refused")
    return outcome.sentence ?? `The receiver refused the answers with ${outcome.status}.`;
  return "The receiver confirmed no answers; whether they arrived is not known. Scan it again.";
}

function describeForm(question: Question): string {
  switch (question.type) {
    case "pass-fail":
      return "pass, fail or na";
    case "number": {
      const unit = question.unit === undefined ? "a number" : `a number of ${question.unit}`;
      const limits = listLimits(question);
      return limits === "" ? unit : `${unit}, good: ${limits}`;
    }
    case "rating":
      return `1 to ${question.max}`;
    case "choice":
      return numberOptions(question.options);
    case "tags":
      return `any of ${numberOptions(question.options)}; with commas between them`;
    case "consent":
      return "yes or no";
    case "date":
      return `a day such as 2026-12-06${joinLimits(question)}`;
    case "text":
      return `at most ${question.max} characters`;
  }
}

function numberOptions(options: readonly string[]): string {
  return options.map((option, index) => `${index + 1} ${option}`).join(", ");
}

/** Returns which numbers are good; empty if all are. */
function listLimits({ min, max }: Extract<Question, { type: "number" }>): string {
  if (min === undefined) return max === undefined ? "" : `${max} or less`;
  return max === undefined ? `${min} or more` : `${min} to ${max}`;
}

function joinLimits({ min, max }: Extract<Question, { type: "date" }>): string {
  const from = min === undefined ? "" : ` from ${min}`;
  return max === undefined ? from : `${from} to ${max}`;
}

const shortForms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "pass-fail": { p: "pass", f: "fail", n: "na" },
  consent: { y: "yes", n: "no" },
};

/** Replaces short forms of answers, such as p and y, and the numbers and other cases of options. */
function expandTyped(
  questions: readonly Question[],
  typed: Readonly<Record<string, string>>,
): Record<string, string> {
  const expanded = Object.entries(typed).map(([key, text]): [string, string] => {
    const question = questions.find((each) => each.key === key);
    const folded = text.trim().toLowerCase();
    const short = question && shortForms[question.type];
    if (short) return [key, short[folded] ?? folded];
    if (question?.type === "choice") return [key, findOption(question.options, text) ?? text];
    return [key, question?.type === "tags" ? expandTags(question.options, text) : text];
  });
  return Object.fromEntries(expanded);
}

/** Returns the option that a text, another case of it or a number from 1 names. */
function findOption(options: readonly string[], text: string): string | undefined {
  const trimmed = text.trim();
  if (options.includes(trimmed)) return trimmed;
  const option = options.find((each) => each.toLowerCase() === trimmed.toLowerCase());
  const numbered = /^[1-9]\d?$/.test(trimmed) ? options[Number(trimmed) - 1] : undefined;
  return option ?? numbered;
}

/** Returns tags with commas between them as one in each line. */
function expandTags(options: readonly string[], text: string): string {
  const whole = findOption(options, text);
  if (whole !== undefined) return whole;
  return text
    .split(",")
    .map((tag) => findOption(options, tag) ?? tag.trim())
    .join("\n");
}

function describeProblem(questions: readonly Question[], { key, problem }: AnswerProblem): string {
  const question = questions.find((each) => each.key === key);
  if (!question) {
    const keys = questions.map((each) => each.key).join(", ");
    return printable(`No question has the key “${key}”; the keys are ${keys}.`);
  }
  if (problem === "missing") return printable(`Answer “${question.label}”.`);
  return printable(`The answer to “${question.label}” is ${describeWanted(question)}.`);
}

function describeWanted(question: Question): string {
  if (question.type === "choice") return `one of ${question.options.join(", ")}`;
  if (question.type === "tags")
    return `any of ${question.options.join(", ")}, with commas between them`;
  if (question.type === "number") return "a number";
  if (question.type === "rating") return `a whole number from 1 to ${question.max}`;
  if (question.type === "text") return `a text of ${describeForm(question)}`;
  return describeForm(question);
}
