import { cutText, readField, readNumber, readText, readTime } from "./read-fields.ts";

/**
 * The questions of a receiver about the thing that was scanned, none if this sender cannot ask
 * them. If `before` is true, nothing is decided before the answers arrive. After `until`, a time in
 * ISO 8601, answers are refused.
 */
export type Ask = { before: boolean; until?: string; questions: Question[] };

/**
 * A question. `min` and `max` of a number are the limits of a good value: a value outside of them
 * is an answer too, and counts as failed. Those of a date, `YYYY-MM-DD`, are the limits of an
 * answer. `fails` are the options of a choice that count as failed. `max` of a rating is the number
 * of stars, and less than `min` of them count as failed. `max` of a text is its longest length in
 * characters. Tags are any number of their options; the label of a consent is what a person agrees
 * to.
 */
export type Question = {
  key: string;
  label: string;
  hint?: string;
  /** Present if the question has to be answered. */
  required?: true;
} & (
  | { type: "pass-fail" }
  | { type: "number"; unit?: string; min?: number; max?: number }
  | { type: "text"; max: number }
  | { type: "choice"; options: string[]; fails?: string[] }
  | { type: "tags"; options: string[] }
  | { type: "consent" }
  | { type: "rating"; min?: number; max: number }
  | { type: "date"; min?: string; max?: string }
);

/** An answer to one question. */
export type Answer = string | number | readonly string[];

/**
 * Answers by the keys of their questions: `pass`, `fail` or `na` for a pass-fail, numbers for a
 * number and a rating, a list of options for tags, `yes` or `no` for a consent, texts for the
 * others. A question without an answer is left out.
 */
export type Answers = Record<string, Answer>;

/** The answers to a pass-fail: passed, failed, not applicable. */
export const passFailAnswers = ["pass", "fail", "na"] as const;

/** The answers to a consent. */
export const consentAnswers = ["yes", "no"] as const;

/** A longer hint of a question is cut to this number of characters. */
export const maxHintLength = 500;

const maxQuestions = 100;
const maxOptions = 50;
const maxStars = 10;
const maxLengthOfText = 10_000;

/** The length of a text and the number of stars for a receiver that says nothing about them. */
const usualLength = 2000;
const usualStars = 5;

/**
 * Reads the questions of a receiver. A question that nobody could answer here is left out: one
 * without a key or a label, of an unknown type, without options, with a key of an earlier one, or
 * beyond the hundredth. If such a question is required, none is left. Returns undefined if nothing
 * is asked.
 */
export function readAsk(ask: unknown): Ask | undefined {
  const listed = readField(ask, "questions");
  if (!Array.isArray(listed) || listed.length === 0) return undefined;
  const read: Ask = { before: readField(ask, "before") === true, questions: readQuestions(listed) };
  const until = readTime(ask, "until");
  if (until !== undefined) read.until = until;
  return read;
}

function readQuestions(listed: readonly unknown[]): Question[] {
  const questions: Question[] = [];
  for (const each of listed) {
    const question = questions.length < maxQuestions ? readQuestion(each) : undefined;
    if (question && !questions.some(({ key }) => key === question.key)) questions.push(question);
    else if (readField(each, "required") === true) return [];
  }
  return questions;
}

function readQuestion(value: unknown): Question | undefined {
  const key = readKey(value);
  const label = readText(value, "label");
  const kind = readKind(value);
  if (key === undefined || !label || !kind) return undefined;
  const question: Question = { key, label, ...kind };
  const hint = readText(value, "hint", maxHintLength);
  if (hint) question.hint = hint;
  if (readField(value, "required") === true) question.required = true;
  return question;
}

/** Returns a key that can name an answer: it is not cut, and an object can have it. */
function readKey(value: unknown): string | undefined {
  const key = readField(value, "key");
  if (typeof key !== "string" || key === "" || key === "__proto__") return undefined;
  return cutText(key) === key ? key : undefined;
}

type Kind = Question extends infer Each
  ? Each extends Question
    ? Omit<Each, "key" | "label" | "hint" | "required">
    : never
  : never;

function readKind(value: unknown): Kind | undefined {
  const type = readField(value, "type");
  switch (type) {
    case "pass-fail":
    case "consent":
      return { type };
    case "number":
      return readNumberKind(value);
    case "text": {
      const max = readWhole(value, "max", usualLength);
      return max === undefined ? undefined : { type: "text", max: Math.min(max, maxLengthOfText) };
    }
    case "choice":
    case "tags":
      return readOptions(value, type);
    case "rating":
      return readRating(value);
    case "date":
      return readDateKind(value);
    default:
      return undefined;
  }
}

function readNumberKind(value: unknown): Kind {
  const kind: Kind = { type: "number" };
  const unit = readText(value, "unit");
  if (unit) kind.unit = unit;
  const [min, max] = [readNumber(value, "min"), readNumber(value, "max")];
  if (min !== undefined) kind.min = min;
  if (max !== undefined) kind.max = max;
  return kind;
}

/**
 * Reads the options of a choice or of tags. All of them have to be texts, because a cut one is no
 * answer.
 */
function readOptions(value: unknown, type: "choice" | "tags"): Kind | undefined {
  const options = readField(value, "options");
  if (!Array.isArray(options) || options.length === 0 || options.length > maxOptions)
    return undefined;
  const texts = options.filter((option) => option !== "" && cutText(option) === option);
  const distinct = [...new Set<string>(texts)];
  if (texts.length !== options.length) return undefined;
  // Typed tags are lines.
  if (type === "tags")
    return distinct.join().includes("\n") ? undefined : { type, options: distinct };
  const kind: Kind = { type, options: distinct };
  const listed = readField(value, "fails");
  const fails = Array.isArray(listed) ? distinct.filter((option) => listed.includes(option)) : [];
  if (fails.length > 0) kind.fails = fails;
  return kind;
}

/** Reads a rating. Fewer stars than the receiver counts would give answers another meaning. */
function readRating(value: unknown): Kind | undefined {
  const max = readWhole(value, "max", usualStars);
  if (max === undefined || max > maxStars) return undefined;
  const kind: Kind = { type: "rating", max };
  const min = readWhole(value, "min", 1);
  if (min !== undefined && min > 1 && min <= max) kind.min = min;
  return kind;
}

function readDateKind(value: unknown): Kind {
  const kind: Kind = { type: "date" };
  const [min, max] = [readField(value, "min"), readField(value, "max")];
  if (isDate(min)) kind.min = min;
  if (isDate(max)) kind.max = max;
  return kind;
}

/** Returns a whole number from 1; undefined for another value, and `usual` without one. */
function readWhole(object: unknown, name: string, usual: number): number | undefined {
  const value = readField(object, name) ?? usual;
  return Number.isSafeInteger(value) && (value as number) >= 1 ? (value as number) : undefined;
}

/** Returns whether a value is a day of the calendar, written as `YYYY-MM-DD`. */
export function isDate(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
