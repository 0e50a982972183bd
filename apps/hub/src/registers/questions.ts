/**
 * A question that the person who scanned answers. Limits of a `number` say which values are good:
 * another value is accepted, and counts as a fail. `min` and `max` of a `date` are days, and the
 * answer lies between them. `max` of a `rating` is the number of stars, and that of a `text` its
 * longest length in characters. `fails` lists the options of a `choice` that count as a fail.
 * `tags` are any number of their options, and the label of a `consent` is what a person agrees to.
 */
export type Question = {
  /** The name of the answer for programs. */
  key: string;
  label: string;
  type: QuestionType;
  required?: boolean | undefined;
  hint?: string | undefined;
  unit?: string | undefined;
  min?: number | string | undefined;
  max?: number | string | undefined;
  options?: string[] | undefined;
  fails?: string[] | undefined;
  /** Asks the question only about things of these groups. */
  groups?: string[] | undefined;
};

export const questionTypes = [
  "pass-fail",
  "number",
  "text",
  "choice",
  "tags",
  "rating",
  "date",
  "consent",
] as const;
export type QuestionType = (typeof questionTypes)[number];

/** Questions as a verdict asks them. `until`, in ISO 8601, is the end of the time to answer. */
export type Ask = {
  /** Nothing is decided before the answers arrive. */
  before: boolean;
  until: string;
  questions: Question[];
};

/** An answer to a question; that to `tags` is a list of distinct options. */
export type Answer = string | number | readonly string[];

/** Answers by the keys of their questions. */
export type Answers = Readonly<Record<string, Answer>>;

/** An answer as the journal keeps it, with its question and whether it counts as a fail. */
export type KeptAnswer = {
  key: string;
  label: string;
  value: Answer;
  unit?: string | undefined;
  fail?: true | undefined;
};

export const defaultStars = 5;
export const maxTextAnswer = 2000;

/**
 * Returns acceptable answers in the order of their questions, and tags in the order of their
 * options, without empty answers.
 */
export function sortAnswers(questions: readonly Question[], answers: Answers): Answers {
  const given = questions.flatMap(({ key, options = [] }): [string, Answer][] => {
    const value = Object.hasOwn(answers, key) ? answers[key] : undefined;
    if (value === undefined || value === "") return [];
    if (typeof value !== "object") return [[key, value]];
    const tags = options.filter((option) => value.includes(option));
    return tags.length === 0 ? [] : [[key, tags]];
  });
  return Object.fromEntries(given);
}

/** Returns acceptable answers in the order of their questions, and says which of them fail. */
export function keepAnswers(questions: readonly Question[], answers: Answers): KeptAnswer[] {
  const sorted = sortAnswers(questions, answers);
  return questions.flatMap((question) => {
    const { key, label, unit } = question;
    const value = Object.hasOwn(sorted, key) ? sorted[key] : undefined;
    if (value === undefined) return [];
    return { key, label, value, unit, fail: isFail(question, value) ? (true as const) : undefined };
  });
}

function isFail({ type, min, max, fails = [] }: Question, value: Answer): boolean {
  if (type === "pass-fail") return value === "fail";
  if (type === "choice") return fails.includes(String(value));
  if (type === "number")
    return Number(value) < Number(min ?? -Infinity) || Number(value) > Number(max ?? Infinity);
  return type === "rating" && Number(value) < Number(min ?? 1);
}

/** Returns an answer as lists and reports have it, such as `12.5 bar` or `Hot, Partner`. */
export function formatAnswer({ value, unit }: KeptAnswer): string {
  if (typeof value === "object") return value.join(", ");
  if (value === "na") return "not applicable";
  return unit === undefined ? String(value) : `${value} ${unit}`;
}

/** Returns an answer with its question, such as `Pressure: 12.5 bar` or `Is it dry? pass`. */
export function formatAnswerLine(answer: KeptAnswer): string {
  return `${endWithColon(answer.label)} ${formatAnswer(answer)}`;
}

/** Returns a label with a colon, unless it ends like a sentence, as a question does. */
export function endWithColon(label: string): string {
  return /[?.!:]$/.test(label) ? label : `${label}:`;
}

/** Returns the questions about a thing of this group, without the parts that only the hub needs. */
export function selectQuestions(
  questions: readonly Question[],
  group: string | undefined,
): Question[] {
  return questions.filter(({ groups }) => !groups || groups.includes(group ?? ""));
}
