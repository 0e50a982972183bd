import { addInterval, toIntervalMs } from "../interval.ts";
import { selectQuestions } from "../questions.ts";
import type { DueStage, Entry, PlacedState } from "../register.ts";
import type { Rules } from "../rules.ts";
import { changeCare, endOfAsking, findCare, undoCare } from "./care.ts";
import {
  type InspectionCode,
  inspectionCodes,
  listFacts,
  toSentence,
  toWord,
} from "./inspection-words.ts";
import type { Answered, DatedThing, Decision, Kind, Occasion } from "./kind.ts";

/** A register of things that are inspected: when last, how they were, and when again. */
export const inspection: Kind = {
  effects: ["passed", "failed", "seen", "due-set", "due", "overdue", "missed"],
  undoable: ["passed", "failed", "seen", "due-set"],
  attends: ["checklist", "not-due", "passed", "failed", "seen"],
  overrulable: [],
  hasHands: false,
  someone: "This thing",
  codes: inspectionCodes,
  keyRules: ({ keys }) => ({ products: true, ...keys }),
  decide: decideInspection,
  undo: undoCare,
  answer: decideAnswers,
  findStage,
  setDue,
  word: toWord,
  sentence: toSentence,
  warning: () => "",
  listFacts,
  extend: ({ told: { ask } }) => (ask ? { ask } : {}),
  listTimes: () => [],
};

/** Decides about a scan. The first rule that applies wins. */
export function decideInspection(occasion: Occasion): Decision {
  const { rules, entry, states, hand, forced, isTouched, now } = occasion;
  if (typeof entry === "string") return refuse(occasion, entry);
  if (entry.role === "person" || entry.role === "number") return refuse(occasion, "not-a-thing");
  if (rules.closed && !forced) return refuse(occasion, "closed");
  if (entry.blocked && !forced) return refuse(occasion, "blocked");
  if (rules.touch && !isTouched && !forced) return refuse(occasion, "touch-the-tag");
  const questions = selectQuestions(rules.questions ?? [], entry.group);
  if (questions.length === 0) return finish(occasion, entry, "seen");
  if (!hand) return refuse(occasion, "no-user");
  const state = findCare(states);
  const isDue = !state || isWaiting(rules, entry, state, now);
  return {
    result: isDue ? "ask" : "look",
    code: isDue ? "checklist" : "not-due",
    told: {
      care: { before: state },
      ask: { before: true, until: endOfAsking(occasion), questions },
    },
  };
}

/** Returns whether an inspection of a thing is expected, and not only possible. */
function isWaiting(rules: Rules, entry: Entry, state: PlacedState, now: number): boolean {
  const isSettled = state.status === "passed" || state.status === "seen" || state.status === "set";
  if (!isSettled || state.dueAt === undefined) return true;
  return findStage(rules, { ...state, group: entry.group }, now) !== undefined;
}

/** Decides once the checklist is answered. A failed thing stays so until it passes. */
function decideAnswers(occasion: Occasion, { kept, isChanged }: Answered): Decision {
  const { entry, states } = occasion;
  if (typeof entry === "string") return refuse(occasion, entry);
  const isFail = kept.some(({ fail }) => fail);
  if (isChanged && !isFail) {
    const care = { before: findCare(states), answers: kept };
    return { result: "look", code: "inspected-meanwhile", told: { care } };
  }
  const decision = finish(occasion, entry, isFail ? "failed" : "passed");
  return { ...decision, told: { care: { ...decision.told.care, answers: kept } } };
}

function finish(
  { rules, states, door, now }: Occasion,
  entry: Entry,
  status: "passed" | "failed" | "seen",
): Decision {
  const before = findCare(states);
  const every = findInterval(rules, entry);
  const next = every === undefined ? undefined : addInterval(now, every);
  const dueAt = status === "failed" ? before?.dueAt : next;
  const told = status === "failed" ? before?.told : undefined;
  const { after, ...change } = changeCare(before, { status, since: now, door, dueAt, told });
  const isPlain = status !== "failed" && entry.attention === undefined;
  const care = { before, after, dueAt };
  return { result: isPlain ? "yes" : "look", code: status, ...change, told: { care } };
}

/** Returns how often a thing is inspected; undefined if there is no rule. */
function findInterval(
  { every, everyByGroup = {} }: Rules,
  { group }: { group?: string | undefined },
): string | undefined {
  const ofGroup = group !== undefined && Object.hasOwn(everyByGroup, group);
  return ofGroup ? everyByGroup[group] : every;
}

const dayMs = 86_400_000;
const mostLeadMs = 14 * dayMs;

/**
 * Returns how far the date of a thing has come: it is due before the date, overdue after it, and
 * missed when the next date has passed as well.
 */
function findStage(rules: Rules, { group, dueAt }: DatedThing, now: number): DueStage | undefined {
  if (dueAt === undefined) return undefined;
  const every = findInterval(rules, { group });
  if (every !== undefined && now > addInterval(dueAt, every)) return "missed";
  if (now > dueAt) return "overdue";
  const usualMs = every === undefined ? 0 : Math.min(toIntervalMs(every) / 4, mostLeadMs);
  const leadMs = rules.leadTime === undefined ? usualMs : toIntervalMs(rules.leadTime);
  return now >= dueAt - leadMs ? "due" : undefined;
}

/** Sets when a thing is due. */
function setDue(occasion: Occasion, dueAt: number | undefined): Decision {
  const { states, door, now } = occasion;
  const state = findCare(states);
  const known = state ?? { status: "set" as const, since: now, door };
  const { after, ...change } = changeCare(state, { ...known, dueAt, told: undefined });
  const care = { before: state, after, dueAt };
  return { result: "yes", code: "due-set", ...change, told: { care } };
}

function refuse({ states }: Occasion, code: InspectionCode): Decision {
  return { result: "no", code, told: { care: { before: findCare(states) } } };
}
