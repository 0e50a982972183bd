import { verdictTexts } from "../../texts/verdict-texts.ts";
import { formatTime } from "../format-time.ts";
import { formatDue, toDueDay } from "../interval.ts";
import type { Ask } from "../questions.ts";
import type { Code, ToldLoan } from "../verdict.ts";
import { describeAnswers } from "./answer-words.ts";
import {
  askingCodes,
  askingSentences,
  commonCodes,
  commonSentences,
  type Tell,
} from "./common-words.ts";
import type { CareFacts, Loan, ReplyParts } from "./kind.ts";

export const loanCodes = [
  ...commonCodes,
  ...askingCodes,
  "holder-set",
  "lent",
  "handed-over",
  "returned",
  "returned-late",
  "lent-to-other",
  "already-lent",
  "not-lent",
  "no-holder",
  "no-user",
  "not-a-thing",
  "just-now",
  "due-set",
  "overdue",
  "answered",
] as const satisfies readonly Code[];

export type LoanCode = (typeof loanCodes)[number];

export function toSentence(name: string, parts: ReplyParts): string {
  return sentences[parts.code as LoanCode](name, parts);
}

const textsOf = ({ language }: ReplyParts) => verdictTexts(language).loans;

const sentences: Record<LoanCode, Tell> = {
  ...commonSentences,
  ...askingSentences,
  "holder-set": describePerson,
  lent: (name, parts) => textsOf(parts).lent({ name, to: to(parts), until: until(parts) }),
  "handed-over": (name, parts) => {
    const fragments = { from: from(parts), to: to(parts), until: until(parts) };
    return textsOf(parts).handedOver({ name, ...fragments });
  },
  returned: (name, parts) =>
    addBlockedNote(textsOf(parts).returned({ name, from: from(parts) }), parts),
  "returned-late"(name, parts) {
    const due = formatDue(careOf(parts).dueAt ?? 0, parts.language);
    return addBlockedNote(textsOf(parts).returnedLate({ name, from: from(parts), due }), parts);
  },
  "lent-to-other"(name, parts) {
    const { before } = careOf(parts);
    const { notLentNow, toSomebody, lent } = textsOf(parts);
    if (before?.status !== "lent") return notLentNow({ name });
    const somebody = parts.showsNames ? toSomebody : "";
    const holder = before.holderLabel === undefined ? somebody : to(parts, before.holderLabel);
    return lent({ name, to: holder, until: until(parts) });
  },
  "already-lent": (name, parts) =>
    textsOf(parts).alreadyLent({ name, to: to(parts), until: until(parts) }),
  "not-lent": (name, parts) => textsOf(parts).notLent({ name }),
  "no-holder": (_, parts) => textsOf(parts).noHolder,
  "no-user": (_, parts) => textsOf(parts).noUser,
  "not-a-thing": (name, parts) => textsOf(parts).notAThing({ name }),
  "just-now": (name, parts) => textsOf(parts).justNow({ name }),
  "due-set"(name, parts) {
    const dueAt = findDue(parts);
    const { dueSet, dateRemoved } = textsOf(parts);
    return dueAt === undefined
      ? dateRemoved({ name })
      : dueSet({ name, due: formatDue(dueAt, parts.language) });
  },
  overdue(name, parts) {
    const { before, dueAt = before?.dueAt } = careOf(parts);
    const { overdue, overdueSince } = textsOf(parts);
    const holder = to(parts, before?.holderLabel);
    if (dueAt === undefined) return overdue({ name, to: holder });
    return overdueSince({ name, to: holder, due: formatDue(dueAt, parts.language) });
  },
  answered: (name, parts) => describeAnswers(name, careOf(parts).answers, parts),
  blocked(name, parts) {
    const { holder } = careOf(parts);
    const isOfThing = parts.entry?.blocked || holder === undefined || !parts.showsNames;
    return verdictTexts(parts.language).common.blocked({ name: isOfThing ? name : holder });
  },
  undone(name, parts) {
    const { after } = careOf(parts);
    const { undoneLent, undoneFree } = textsOf(parts);
    if (after === undefined) return verdictTexts(parts.language).common.undone;
    return after.status === "lent" ? undoneLent({ name }) : undoneFree({ name });
  },
  "changed-since": (name, { language }) => verdictTexts(language).common.movedSince({ name }),
};

function careOf({ told }: ReplyParts): CareFacts {
  return told.care ?? {};
}

function to(parts: ReplyParts, label?: string): string {
  const holder = label ?? careOf(parts).holder;
  return parts.showsNames && holder !== undefined ? textsOf(parts).to({ holder }) : "";
}

function from(parts: ReplyParts): string {
  const { holderLabel: holder } = careOf(parts).before ?? {};
  return parts.showsNames && holder !== undefined ? textsOf(parts).from({ holder }) : "";
}

function until(parts: ReplyParts): string {
  const dueAt = findDue(parts);
  const { until } = textsOf(parts);
  return dueAt === undefined ? "" : until({ due: formatDue(dueAt, parts.language) });
}

function findDue(parts: ReplyParts): number | undefined {
  const { after, before } = careOf(parts);
  return (after ?? before)?.dueAt;
}

function addBlockedNote(sentence: string, parts: ReplyParts): string {
  return parts.entry?.blocked ? `${sentence} ${textsOf(parts).blockedNote}` : sentence;
}

/** Returns a sentence about a person and what they have, such as `Ada has nothing yet.` */
function describePerson(label: string, parts: ReplyParts): string {
  const { now, showsNames, told, language } = parts;
  const { loans = [], dueAt } = told.care ?? {};
  const texts = textsOf(parts);
  const name = showsNames ? label : verdictTexts(language).someone.person;
  if (dueAt !== undefined) return texts.getsUntil({ name, due: formatDue(dueAt, language) });
  if (loans.length === 0) return texts.hasNothing({ name });
  if (!showsNames) return texts.hasCount({ name, count: loans.length });
  const late = loans.filter((loan) => isLate(loan, now)).length;
  const sentence = texts.has({ name, things: listLoans(loans, parts) });
  if (late === 0) return sentence;
  const isOnly = loans.length === 1;
  return `${sentence} ${isOnly ? texts.onlyOneLate : texts.someLate({ count: late })}`;
}

const shownLoans = 5;

function listLoans(loans: readonly Loan[], parts: ReplyParts): string {
  const shown = loans.slice(0, shownLoans).map(({ label }) => label);
  const count = loans.length - shown.length;
  const all = count > 0 ? [...shown, textsOf(parts).more({ count })] : shown;
  return new Intl.ListFormat(parts.language, { type: "unit" }).format(all);
}

function isLate({ dueAt = Infinity }: Loan, now: number): boolean {
  return now > dueAt;
}

export function listFacts(parts: ReplyParts): [string, string][] {
  const { entry, showsNames, now, language } = parts;
  const { facts } = verdictTexts(language);
  const { before, after, loans = [] } = careOf(parts);
  const state = after ?? before;
  const isLent = state?.status === "lent";
  const shown: [string, string | undefined][] = [
    [facts.group, showsNames ? entry?.group : undefined],
    [facts.lentTo, isLent && showsNames ? state.holderLabel : undefined],
    [facts.since, isLent && !after ? formatTime(state.since, now, language) : undefined],
    ...(showsNames ? loans.slice(0, maxLoanFacts) : []).map((loan): [string, string] => [
      loan.label,
      tellDate(loan, parts),
    ]),
  ];
  return shown.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

const maxLoanFacts = 20;

function tellDate({ dueAt }: Loan, { now, language }: ReplyParts): string {
  const { facts } = verdictTexts(language);
  if (dueAt === undefined) return facts.lent;
  const due = formatDue(dueAt, language);
  return dueAt < now ? facts.overdueSince({ due }) : facts.until({ due });
}

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
