import { formatIsoDay } from "./interval.ts";
import { formatAnswer, type KeptAnswer, type Question } from "./questions.ts";
import type { Rules } from "./rules.ts";

/** The questions about a lead unless the rules have others. Their labels name the fields. */
export const defaultLeadQuestions: readonly [rating: Question, note: Question] = [
  { key: "rating", label: "Rating", type: "rating", max: 5 },
  { key: "note", label: "Note", type: "text" },
];

/** Returns the names of the fields in which leads have answers. */
export function listAnswerFields(questions: readonly Question[] = defaultLeadQuestions): string[] {
  return questions.map(({ label }) => label);
}

/** Tells whether a contact becomes a lead only by the answer yes to a question. */
export function isRequiredConsent({ type, required }: Question): boolean {
  return type === "consent" && required === true;
}

/**
 * Returns the fields of a lead after answers, by the labels of their questions, and in English for
 * questions that the rules do not have, so that all leads have the same fields. The answer to a
 * text is added on a line of its own, so that no note replaces that of a colleague. A consent has
 * its time in the time zone of the hub. `now` is in milliseconds since 1970.
 */
export function addAnswers(
  fields: Readonly<Record<string, string>>,
  answered: { questions: readonly Question[]; kept: readonly KeptAnswer[]; rules: Rules },
  now: number,
): Record<string, string> {
  const { questions, kept, rules } = answered;
  const defaults = rules.questions ? [] : defaultLeadQuestions;
  const typeOf = new Map(questions.map(({ key, type }) => [key, type]));
  const changed = new Map(Object.entries(fields));
  for (const answer of kept) {
    const { key } = answer;
    const { label } = defaults.find((question) => question.key === key) ?? answer;
    const type = typeOf.get(key);
    const text = formatAnswer(answer);
    const before = type === "text" ? changed.get(label) : undefined;
    if (before?.split("\n").includes(text)) continue;
    const value = type === "consent" ? `${text}, ${formatMoment(now)}` : text;
    changed.set(label, before === undefined ? value : `${before}\n${value}`);
  }
  return Object.fromEntries(changed);
}

function formatMoment(time: number): string {
  const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
  return `${formatIsoDay(time)} ${clock.format(time)}`;
}
