import { verdictTexts } from "../../texts/verdict-texts.ts";
import { formatDue } from "../interval.ts";
import type { State } from "../register.ts";
import type { Code } from "../verdict.ts";
import { describeAnswers, listAnswerFacts } from "./answer-words.ts";
import {
  askingCodes,
  askingSentences,
  commonCodes,
  commonSentences,
  type Tell,
  tellLast,
} from "./common-words.ts";
import type { CareFacts, ReplyParts } from "./kind.ts";

export const inspectionCodes = [
  ...commonCodes,
  ...askingCodes,
  "checklist",
  "passed",
  "failed",
  "seen",
  "not-due",
  "touch-the-tag",
  "inspected-meanwhile",
  "not-a-thing",
  "no-user",
  "due-set",
  "due",
  "overdue",
  "missed",
] as const satisfies readonly Code[];

export type InspectionCode = (typeof inspectionCodes)[number];

export function toSentence(name: string, parts: ReplyParts): string {
  return sentences[parts.code as InspectionCode](name, parts);
}

const textsOf = ({ language }: ReplyParts) => verdictTexts(language).inspection;

const sentences: Record<InspectionCode, Tell> = {
  ...commonSentences,
  ...askingSentences,
  checklist: (name, parts) =>
    textsOf(parts).checklist({ name, count: parts.told.ask?.questions.length ?? 0 }),
  passed: (name, parts) => addNext(textsOf(parts).hasPassed({ name }), parts),
  failed: (name, parts) =>
    `${describeAnswers(name, careOf(parts).answers, parts)} ${textsOf(parts).failed}`,
  seen: (name, parts) => addNext(textsOf(parts).wasSeen({ name }), parts),
  "not-due": (name, parts) => addNext(describeLast(name, parts), parts),
  "touch-the-tag": (name, parts) => textsOf(parts).touchTheTag({ name }),
  "inspected-meanwhile": (name, parts) =>
    textsOf(parts).meanwhile({ status: describeLast(name, parts) }),
  "not-a-thing": (name, parts) => textsOf(parts).notAThing({ name }),
  "no-user": (_, parts) => textsOf(parts).noUser,
  "due-set"(name, parts) {
    const { dueAt } = careOf(parts);
    return dueAt === undefined
      ? textsOf(parts).noDate({ name })
      : textsOf(parts).isDue({ name, due: formatDue(dueAt, parts.language) });
  },
  due: describeDue,
  overdue: describeDue,
  missed(name, parts) {
    const { isDueAgain, wasDueAgain } = textsOf(parts);
    const { dueAt, due } = readDue(parts);
    return parts.now > dueAt ? wasDueAgain({ name, due }) : isDueAgain({ name, due });
  },
  undone(name, parts) {
    const { after } = careOf(parts);
    if (after === undefined) return verdictTexts(parts.language).common.undone;
    const { undone, undoneNew } = textsOf(parts);
    return after.status === "set"
      ? undoneNew({ name })
      : undone({ status: describeStatus(name, after, parts) });
  },
  "changed-since": (name, parts) => textsOf(parts).inspectedSince({ name }),
};

function careOf({ told }: ReplyParts): CareFacts {
  return told.care ?? {};
}

/** Returns a sentence that goes on with the next date, if there is one. */
function addNext(status: string, parts: ReplyParts): string {
  const { after, before } = careOf(parts);
  const { dueAt } = after ?? before ?? {};
  const { end, nextDue } = textsOf(parts);
  return dueAt === undefined
    ? end({ status })
    : nextDue({ status, due: formatDue(dueAt, parts.language) });
}

/** Returns a sentence without its end, such as `Ladder 3 has passed`. */
function describeStatus(name: string, { status }: Pick<State, "status">, parts: ReplyParts) {
  const { hasPassed, hasFailed, wasSeen } = textsOf(parts);
  if (status === "passed") return hasPassed({ name });
  return status === "failed" ? hasFailed({ name }) : wasSeen({ name });
}

/** Returns a sentence without its end, such as `Ladder 3 has passed (14:02, ben)`. */
function describeLast(name: string, parts: ReplyParts): string {
  const { before } = careOf(parts);
  if (!before || before.status === "set") return textsOf(parts).neverInspected({ name });
  const status = describeStatus(name, before, parts);
  return textsOf(parts).statusAt({ status, last: tellLast(before.since, before.door, parts) });
}

function describeDue(name: string, parts: ReplyParts): string {
  const { isDue, wasDue } = textsOf(parts);
  const { dueAt, due } = readDue(parts);
  return parts.now > dueAt ? wasDue({ name, due }) : isDue({ name, due });
}

function readDue(parts: ReplyParts) {
  const { dueAt = 0 } = careOf(parts).before ?? {};
  return { dueAt, due: formatDue(dueAt, parts.language) };
}

export function listFacts(parts: ReplyParts): [string, string][] {
  const { entry, showsNames, told, language } = parts;
  const { facts } = verdictTexts(language);
  const { before, after, answers = [] } = careOf(parts);
  // Beside a new result, the last one would be read as the new one.
  const isNews =
    told.care === undefined || entry === undefined || after !== undefined || answers.length > 0;
  const due = before?.dueAt === undefined ? undefined : formatDue(before.dueAt, language);
  const shown: [string, string | undefined][] = [
    [facts.group, showsNames ? entry?.group : undefined],
    [facts.last, isNews ? undefined : tellLastStatus(parts)],
    [facts.due, isNews ? undefined : due],
    ...listAnswerFacts(answers, language),
  ];
  return shown.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

function tellLastStatus(parts: ReplyParts): string {
  const { facts } = verdictTexts(parts.language);
  const { before } = careOf(parts);
  if (before === undefined || before.status === "set") return facts.neverInspected;
  const last = tellLast(before.since, before.door, parts);
  if (before.status === "passed") return facts.lastPassed({ last });
  return before.status === "failed" ? facts.lastFailed({ last }) : facts.lastSeen({ last });
}
