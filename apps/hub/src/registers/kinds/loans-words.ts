import { formatTime } from "../format-time.ts";
import { formatDue, toDueDay } from "../interval.ts";
import { type Ask, formatAnswerLine } from "../questions.ts";
import type { Code, ToldLoan } from "../verdict.ts";
import { askingSentences, askingWords, commonSentences, commonWords } from "./common-words.ts";
import type { CareFacts, Loan, ReplyParts } from "./kind.ts";

const words = {
  ...commonWords,
  ...askingWords,
  "holder-set": "PERSON",
  lent: "LENT",
  "handed-over": "HANDED OVER",
  returned: "RETURNED",
  "returned-late": "LATE",
  "lent-to-other": "LENT TO ANOTHER",
  "already-lent": "ALREADY LENT",
  "not-lent": "NOT LENT",
  "no-holder": "WHO?",
  "no-user": "NO USER",
  "not-a-thing": "NOT A THING",
  "just-now": "JUST NOW",
  "due-set": "NEW DATE",
  overdue: "OVERDUE",
  answered: "ANSWERED",
} satisfies Partial<Record<Code, string>>;

export type LoanCode = keyof typeof words;

export const loanCodes = Object.keys(words) as LoanCode[];

export function toWord({ code }: ReplyParts): string {
  return words[code as LoanCode];
}

export function toSentence(name: string, parts: ReplyParts): string {
  return sentences[parts.code as LoanCode](name, parts);
}

const sentences: Record<LoanCode, (name: string, parts: ReplyParts) => string> = {
  ...commonSentences,
  ...askingSentences,
  "holder-set": (name, parts) => describePerson(parts.showsNames ? name : "This person", parts),
  lent: (name, parts) => `${name} is lent${to(parts)}${until(parts)}.`,
  "handed-over": (name, parts) =>
    `${name} is handed over${from(parts)}${to(parts)}${until(parts)}.`,
  returned: (name, parts) => `${name} is back${from(parts)}.${blockedNote(parts)}`,
  "returned-late": (name, parts) =>
    `${name} is back${from(parts)}; it was due on ${formatDue(careOf(parts).dueAt ?? 0)}.${blockedNote(parts)}`,
  "lent-to-other": (name, parts) => {
    const { before } = careOf(parts);
    if (before?.status !== "lent") return `${name} is not lent: scan it again.`;
    return `${name} is lent${to(parts, before.holderLabel ?? "somebody else")}${until(parts)}.`;
  },
  "already-lent": (name, parts) => `${name} is lent${to(parts)} already${until(parts)}.`,
  "not-lent": (name) => `${name} is not lent.`,
  "no-holder": () => "Scan the code of a person first.",
  "no-user": () => "This inbox is open to everyone; lending needs a user.",
  "not-a-thing": (name) => `${name} is not a thing that can be lent.`,
  "just-now": (name) => `${name} was scanned just now.`,
  "due-set": (name, parts) => `${name} has a new date${until(parts) || ": none"}.`,
  overdue: (name, parts) => {
    const { before, dueAt = before?.dueAt } = careOf(parts);
    const since = dueAt === undefined ? "" : `; it was due on ${formatDue(dueAt)}`;
    return `${name} is lent${to(parts, before?.holderLabel)}${since}.`;
  },
  answered: (name, parts) => describeAnswers(name, careOf(parts)),
  blocked: (name, parts) => {
    const { holder } = careOf(parts);
    const isOfThing = parts.entry?.blocked || holder === undefined || !parts.showsNames;
    return `${isOfThing ? name : holder} is blocked.`;
  },
  undone(name, parts) {
    const { after } = careOf(parts);
    if (after === undefined) return "Undone.";
    return after.status === "lent"
      ? `Undone. ${name} is lent again.`
      : `Undone. ${name} is not lent.`;
  },
  "nothing-to-undo": () => "That movement changed nothing, or is undone already.",
  "changed-since": (name) => `${name} has moved again since then; undo that first.`,
};

function careOf({ told }: ReplyParts): CareFacts {
  return told.care ?? {};
}

function to({ showsNames, ...parts }: ReplyParts, holder?: string): string {
  const name = holder ?? careOf({ showsNames, ...parts }).holder;
  return showsNames && name !== undefined ? ` to ${name}` : "";
}

function from(parts: ReplyParts): string {
  const { holderLabel } = careOf(parts).before ?? {};
  return parts.showsNames && holderLabel !== undefined ? ` from ${holderLabel}` : "";
}

function until(parts: ReplyParts): string {
  const { after, before } = careOf(parts);
  const { dueAt } = after ?? before ?? {};
  return dueAt === undefined ? "" : `, until ${formatDue(dueAt)}`;
}

function blockedNote({ entry }: ReplyParts): string {
  return entry?.blocked ? " It is blocked: put it aside." : "";
}

/** Returns a sentence about a person and what they have, such as `Ada has nothing.` */
function describePerson(name: string, { now, showsNames, told }: ReplyParts): string {
  const { loans = [], dueAt } = told.care ?? {};
  if (dueAt !== undefined) return `${name} gets what follows, until ${formatDue(dueAt)}.`;
  if (loans.length === 0) return `${name} has nothing yet.`;
  if (!showsNames) return `${name} has ${loans.length} things.`;
  const late = loans.filter((loan) => isLate(loan, now)).length;
  return `${name} has ${listLoans(loans)}.${describeLate(late, loans.length)}`;
}

function describeLate(late: number, all: number): string {
  if (late === 0) return "";
  if (all === 1) return " It is overdue.";
  return late === 1 ? " One of them is overdue." : ` ${late} of them are overdue.`;
}

const shownLoans = 5;

function listLoans(loans: readonly Loan[]): string {
  const shown = loans.slice(0, shownLoans).map(({ label }) => label);
  const more = loans.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

function isLate({ dueAt = Infinity }: Loan, now: number): boolean {
  return now > dueAt;
}

/** Returns a sentence about the answers to questions. */
export function describeAnswers(name: string, { answers = [] }: CareFacts): string {
  const failed = answers.filter(({ fail }) => fail);
  if (failed.length === 0) return `${name}: answered.`;
  const texts = failed.map(formatAnswerLine);
  return `${name}: ${texts.join("; ")}.`;
}

export function listFacts(parts: ReplyParts): [string, string][] {
  const { entry, showsNames, now } = parts;
  const { before, after, loans = [] } = careOf(parts);
  const state = after ?? before;
  const isLent = state?.status === "lent";
  const shown: [string, string | undefined][] = [
    ["Group", showsNames ? entry?.group : undefined],
    ["Lent to", isLent && showsNames ? state.holderLabel : undefined],
    ["Since", isLent && !after ? formatTime(state.since, now) : undefined],
    ...(showsNames ? loans.slice(0, maxLoanFacts) : []).map(
      ({ label, dueAt }): [string, string] => [
        label,
        dueAt === undefined
          ? "lent"
          : `${dueAt < now ? "OVERDUE since" : "until"} ${formatDue(dueAt)}`,
      ],
    ),
  ];
  return shown.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

const maxLoanFacts = 20;

/** Returns what a verdict tells about the loan of a thing, and what it asks. */
export function toExtension(parts: ReplyParts): { loan?: ToldLoan; ask?: Ask } {
  const { before, after } = careOf(parts);
  const { ask } = parts.told;
  const told: { loan?: ToldLoan; ask?: Ask } = ask ? { ask } : {};
  const state = after ?? before;
  if (state?.status !== "lent") return told;
  const { holderLabel, dueAt } = state;
  told.loan = {
    holder: parts.showsNames ? holderLabel : undefined,
    due: dueAt === undefined ? undefined : new Date(dueAt).toISOString(),
    dueDay: toDueDay(dueAt),
    overdue: dueAt !== undefined && parts.now > dueAt ? true : undefined,
  };
  return told;
}
