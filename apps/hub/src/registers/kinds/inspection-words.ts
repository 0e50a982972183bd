import { formatTime } from "../format-time.ts";
import { formatDue } from "../interval.ts";
import { formatAnswer } from "../questions.ts";
import type { Code } from "../verdict.ts";
import { askingSentences, askingWords, commonSentences, commonWords } from "./common-words.ts";
import type { CareFacts, ReplyParts } from "./kind.ts";
import { describeAnswers } from "./loans-words.ts";

const words = {
  ...commonWords,
  ...askingWords,
  checklist: "CHECK",
  passed: "PASSED",
  failed: "FAILED",
  seen: "SEEN",
  "not-due": "NOT DUE",
  "touch-the-tag": "TOUCH THE TAG",
  "inspected-meanwhile": "DONE ALREADY",
  "not-a-thing": "NOT A THING",
  "no-user": "NO USER",
  "due-set": "NEW DATE",
  due: "DUE",
  overdue: "OVERDUE",
  missed: "MISSED",
} satisfies Partial<Record<Code, string>>;

export type InspectionCode = keyof typeof words;

export const inspectionCodes = Object.keys(words) as InspectionCode[];

export function toWord({ code }: ReplyParts): string {
  return words[code as InspectionCode];
}

export function toSentence(name: string, parts: ReplyParts): string {
  return sentences[parts.code as InspectionCode](name, parts);
}

const sentences: Record<InspectionCode, (name: string, parts: ReplyParts) => string> = {
  ...commonSentences,
  ...askingSentences,
  checklist: (name, { told }) => `${name}: ${countQuestions(told.ask?.questions.length ?? 0)}.`,
  passed: (name, parts) => `${name} has passed${next(parts)}.`,
  failed: (name, parts) => `${describeAnswers(name, careOf(parts))} It has failed.`,
  seen: (name, parts) => `${name} was seen${next(parts)}.`,
  "not-due": (name, parts) => `${describeLast(name, parts)}${next(parts)}.`,
  "touch-the-tag": (name) => `${name}: touch its tag; a code can be scanned elsewhere.`,
  "inspected-meanwhile": (name, parts) =>
    `${describeLast(name, parts)} meanwhile; your answers are kept.`,
  "not-a-thing": (name) => `${name} is not a thing that is inspected.`,
  "no-user": () => "This inbox is open to everyone; a checklist needs a user.",
  "due-set": (name, parts) => {
    const { dueAt } = careOf(parts);
    return dueAt === undefined ? `${name} has no date.` : `${name} is due on ${formatDue(dueAt)}.`;
  },
  due: describeDue,
  overdue: describeDue,
  missed: (name, parts) => `${describeDue(name, parts).slice(0, -1)}, and again since.`,
  undone: (name, parts) => {
    const { after } = careOf(parts);
    if (after === undefined) return "Undone.";
    return `Undone. ${name} ${after.status === "set" ? "is not inspected" : describeStatus(after)}.`;
  },
  "nothing-to-undo": () => "That movement changed nothing, or is undone already.",
  "changed-since": (name) => `${name} was inspected again since then; undo that first.`,
};

function careOf({ told }: ReplyParts): CareFacts {
  return told.care ?? {};
}

function countQuestions(count: number): string {
  return count === 1 ? "answer one question" : `answer ${count} questions`;
}

function next(parts: ReplyParts): string {
  const { after, before } = careOf(parts);
  const { dueAt } = after ?? before ?? {};
  return dueAt === undefined ? "" : `; next due on ${formatDue(dueAt)}`;
}

function describeStatus({ status }: { status: string }): string {
  if (status === "passed") return "has passed";
  return status === "failed" ? "has failed" : "was seen";
}

/** Returns a sentence without its end, such as `Ladder 3 has passed (14:02, ben)`. */
function describeLast(name: string, parts: ReplyParts): string {
  const { before } = careOf(parts);
  if (!before || before.status === "set") return `${name} was never inspected`;
  return `${name} ${describeStatus(before)} (${formatTime(before.since, parts.now)}, ${before.door})`;
}

function describeDue(name: string, parts: ReplyParts): string {
  const { dueAt = 0 } = careOf(parts).before ?? {};
  return `${name} ${parts.now > dueAt ? "was" : "is"} due on ${formatDue(dueAt)}.`;
}

export function listFacts(parts: ReplyParts): [string, string][] {
  const { entry, showsNames, now, told } = parts;
  const { before, after, answers = [] } = careOf(parts);
  const isKnown = before !== undefined && before.status !== "set";
  // Beside a new result, the last one would be read as the new one.
  const isNews =
    told.care === undefined || entry === undefined || after !== undefined || answers.length > 0;
  const last = isKnown
    ? `${before.status}, ${formatTime(before.since, now)}, ${before.door}`
    : "never inspected";
  const shown: [string, string | undefined][] = [
    ["Group", showsNames ? entry?.group : undefined],
    ["Last", isNews ? undefined : last],
    ["Due", isNews || before?.dueAt === undefined ? undefined : formatDue(before.dueAt)],
    ...answers.map((answer): [string, string] => [answer.label, formatAnswer(answer)]),
  ];
  return shown.filter((fact): fact is [string, string] => Boolean(fact[1]));
}
