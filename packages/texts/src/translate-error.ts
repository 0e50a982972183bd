import { type Messages, makeTexts, type Values } from "./make-texts.ts";

/** An error of a hub: its sentence in English, and what the response says about it. */
export type HubError = {
  message: string;
  code?: string | undefined;
  /** The name of a sentence that is more exact than the one of the code, and its values. */
  reason?: string | undefined;
  values?: Values | undefined;
};

/** The sentences of errors in one language: of each code, and the more exact ones. */
export type ErrorMessages = {
  codes: Readonly<Record<string, string>>;
  reasons: Readonly<Record<string, string>>;
};

/**
 * Says an error in the language of `own`. A sentence that only the hub has is kept, after the
 * translated one of its code, if that is known. The placeholder `{{problem}}` holds another
 * sentence of `reasons`, and `{{problems}}` holds several with semicolons between them; these are
 * translated too.
 */
export function translateError(error: HubError, languages: Languages): string {
  const { english, own } = languages;
  const { message, code } = error;
  const exact = findExact(error, english.reasons);
  const said = exact && sayReason(exact, languages);
  if (said !== undefined) return said;
  const standard = Object.entries(english.codes).find(([, sentence]) => sentence === message)?.[0];
  const known = find(own.codes, standard ?? code);
  if (known === undefined || standard !== undefined) return known ?? message;
  return known === message ? message : `${known} ${message}`;
}

type Languages = { english: ErrorMessages; own: ErrorMessages; locale: string };
type Exact = { reason: string; values: Values };

/** Returns the exact sentence that an error names, or the one that its message is. */
function findExact(
  { message, reason, values = {} }: HubError,
  reasons: ErrorMessages["reasons"],
): Exact | undefined {
  const named = find(reasons, reason);
  if (named !== undefined && listNames(named).every((name) => Object.hasOwn(values, name))) {
    return { reason: reason!, values };
  }
  return findReason(message, reasons);
}

/**
 * Returns which of the exact sentences in English a message is, with the values of its
 * placeholders. If several fit, the one with the longest text of its own counts.
 */
export function findReason(message: string, reasons: ErrorMessages["reasons"]): Exact | undefined {
  if (message.length > maxLength) return undefined;
  for (const { reason, parts } of listPatterns(reasons)) {
    const values = readValues(message, parts);
    if (values && (values.problem === undefined || findReason(values.problem, reasons)))
      return { reason, values };
  }
}

/**
 * Returns the values of the placeholders in a message; undefined if it is not made from the text
 * with these parts. Each value ends at the first place where the text goes on, so that the time
 * grows with the length of the message only.
 */
function readValues(message: string, parts: readonly string[]): Record<string, string> | undefined {
  const last = parts.at(-1)!;
  if (parts.length === 1) return message === last ? {} : undefined;
  if (!message.startsWith(parts[0]!) || !message.endsWith(last)) return undefined;
  const end = message.length - last.length;
  const values: Record<string, string> = {};
  let from = parts[0]!.length;
  for (let index = 1; index < parts.length; index += 2) {
    const isLast = index + 2 === parts.length;
    const to = isLast ? end : message.indexOf(parts[index + 1]!, from);
    if (to < from || to > end) return undefined;
    const name = parts[index]!;
    const value = message.slice(from, to);
    if (Object.hasOwn(values, name) && values[name] !== value) return undefined;
    values[name] = value;
    from = to + parts[index + 1]!.length;
  }
  return values;
}

/** A longer message would take long to compare, and holds what somebody has sent. */
const maxLength = 5000;

/** The parts of a sentence: texts, and between them the names of placeholders. */
type Pattern = { reason: string; parts: readonly string[] };

const patternsOf = new WeakMap<ErrorMessages["reasons"], readonly Pattern[]>();

/** Lists the parts of the sentences that texts make, the longest text first. */
function listPatterns(reasons: ErrorMessages["reasons"]): readonly Pattern[] {
  const known = patternsOf.get(reasons);
  if (known) return known;
  const lengthOf = (text: string) => text.split(placeholder).filter(isText).join("").length;
  const patterns = Object.entries(reasons)
    .toSorted(([, first], [, second]) => lengthOf(second) - lengthOf(first))
    .map(([reason, text]) => ({ reason, parts: text.split(placeholder) }));
  patternsOf.set(reasons, patterns);
  return patterns;
}

const placeholder = /\{\{(\w+)\}\}/;

/** Tells whether a part of a text that was split at its placeholders is not the name of one. */
const isText = (_part: string, index: number) => index % 2 === 0;

function listNames(text: string): string[] {
  return text.split(placeholder).filter((_, index) => index % 2 === 1);
}

function sayReason({ reason, values }: Exact, languages: Languages): string | undefined {
  const text = find(languages.own.reasons, reason);
  if (text === undefined) return undefined;
  const { problem, problems } = values;
  const own: Record<string, string | number> = { ...values };
  if (problem !== undefined) own.problem = translateProblem(`${problem}`, languages) ?? problem;
  if (problems !== undefined) own.problems = translateProblems(`${problems}`, languages);
  return fill(text, own, languages.locale);
}

function translateProblem(problem: string, languages: Languages): string | undefined {
  const found = findReason(problem, languages.english.reasons);
  return found && sayReason(found, languages);
}

/** Translates problems with semicolons between them. They may have semicolons themselves. */
function translateProblems(problems: string, languages: Languages): string {
  const parts = problems.split(separator);
  const said: string[] = [];
  while (parts.length > 0) {
    const lengths = parts.map((_, index) => index + 1);
    const sayFirst = (length: number) =>
      translateProblem(parts.slice(0, length).join(separator), languages);
    const length = lengths.find((each) => sayFirst(each) !== undefined) ?? 1;
    said.push(sayFirst(length) ?? parts[0]!);
    parts.splice(0, length);
  }
  return said.join(separator);
}

const separator = "; ";

function fill(text: string, values: Values, locale: string): string {
  if (listNames(text).length === 0) return text;
  const made = makeTexts<{ text: (values: Values) => string }>({ text } as Messages, locale);
  return made.text(values);
}

function find(texts: Readonly<Record<string, string>>, name: string | undefined) {
  return name !== undefined && Object.hasOwn(texts, name) ? texts[name] : undefined;
}
