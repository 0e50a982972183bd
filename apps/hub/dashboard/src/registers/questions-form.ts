import type { Question, QuestionType } from "../../../src/registers/questions.ts";
import { findFreeName } from "../parts/free-name.ts";

/** A question in the form. Empty texts mean that there is no such value. */
export type QuestionDraft = {
  /** Tells the cards apart: the key, or `+` and a number for a new question. */
  id: string;
  /** Empty for a new question, whose key is made of its label. */
  key: string;
  label: string;
  type: QuestionType;
  required: boolean;
  hint: string;
  unit: string;
  min: string;
  max: string;
  options: { text: string; fails: boolean }[];
  /** The groups of things, one in each line. */
  groups: string;
};

/** The limits that a question of each type can have. */
export const limitsOf: Readonly<Record<QuestionType, readonly ("min" | "max")[]>> = {
  "pass-fail": [],
  number: ["min", "max"],
  text: ["max"],
  choice: [],
  tags: [],
  rating: ["min", "max"],
  date: ["min", "max"],
  consent: [],
};

/** Returns whether a question of a type has options. */
export function hasOptions(type: QuestionType): boolean {
  return type === "choice" || type === "tags";
}

/** Returns tags as they were picked, one in each line, as the list that is sent. */
export function readTags(value: string): string[] {
  return value.split("\n").filter((each) => each !== "");
}

/** Returns the draft of a question. */
export function toQuestionDraft(question: Question): QuestionDraft {
  const { key, label, type, required = false, hint = "", unit = "" } = question;
  const { min = "", max = "", options = [], fails = [], groups = [] } = question;
  return {
    id: key,
    key,
    label,
    type,
    required,
    hint,
    unit,
    min: String(min),
    max: String(max),
    options: options.map((text) => ({ text, fails: fails.includes(text) })),
    groups: groups.join("\n"),
  };
}

/** The limits of a question about a lead. Its answer cannot fail, so it is not good or bad. */
export const limitsOfLeads: typeof limitsOf = { ...limitsOf, number: [], rating: ["max"] };

/** Returns the draft of a question that is added to others. */
export function newQuestion(
  others: readonly QuestionDraft[],
  first: Pick<QuestionDraft, "type" | "required"> = { type: "pass-fail", required: true },
): QuestionDraft {
  const numbers = others.map(({ id }) => (id.startsWith("+") ? Number(id) : 0));
  const id = `+${Math.max(0, ...numbers) + 1}`;
  return { ...toQuestionDraft({ key: "", label: "", ...first }), id };
}

/** Returns the questions of drafts. A new question gets a key that is made of its label. */
export function toQuestions(drafts: readonly QuestionDraft[]): Question[] {
  const keys = drafts.map(({ key }) => key).filter((key) => key !== "");
  return drafts.map((draft) => {
    const key = draft.key || makeKey(draft.label, keys);
    keys.push(key);
    return toQuestion(draft, key);
  });
}

/** Returns a question that has to be answered with pass or fail for each line of a text. */
export function listToQuestions(lines: string): Question[] {
  const labels = lines.split("\n").map((line) => line.trim());
  const keys: string[] = [];
  return labels
    .filter((label) => label !== "")
    .map((label) => {
      const key = makeKey(label, keys);
      keys.push(key);
      return { key, label, type: "pass-fail", required: true };
    });
}

/** Returns a list with one of its items at another place, or as it is if there is no such place. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  if (to < 0 || to >= list.length) return [...list];
  const others = list.filter((_, index) => index !== from);
  return [...others.slice(0, to), list[from]!, ...others.slice(to)];
}

/** The longest keys have 40 characters, and a number may follow. */
const maxKeyLength = 36;

function makeKey(label: string, taken: readonly string[]): string {
  return findFreeName(label, taken, "question", maxKeyLength);
}

function toQuestion(draft: QuestionDraft, key: string): Question {
  const { label, type, required, hint, unit } = draft;
  const limits = limitsOf[type];
  const options = draft.options
    .map(({ text, fails }) => ({ text: text.trim(), fails }))
    .filter(({ text }) => text !== "");
  const fails = options.filter((option) => option.fails).map(({ text }) => text);
  const groups = draft.groups
    .split("\n")
    .map((group) => group.trim())
    .filter((group) => group !== "");
  return {
    key,
    label: label.trim(),
    type,
    required: required || undefined,
    hint: hint.trim() || undefined,
    unit: (type === "number" && unit.trim()) || undefined,
    min: limits.includes("min") ? toLimit(draft.min, type) : undefined,
    max: limits.includes("max") ? toLimit(draft.max, type) : undefined,
    options: hasOptions(type) ? options.map(({ text }) => text) : undefined,
    fails: type === "choice" && fails.length > 0 ? fails : undefined,
    groups: groups.length > 0 ? groups : undefined,
  };
}

/** Returns a text that is no number as it is, because the hub says what is wrong with it. */
function toLimit(text: string, type: QuestionType): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return type === "date" ? trimmed : readNumber(trimmed);
}

/** Returns the number that a person typed, with a point or a comma, or the text if it is none. */
export function readNumber(text: string): number | string {
  const number = Number(text.trim().replace(",", "."));
  return Number.isFinite(number) ? number : text;
}
