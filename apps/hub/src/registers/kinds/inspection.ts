import { addInterval } from "../interval.ts";
import { selectQuestions } from "../questions.ts";
import type { Entry, PlacedState } from "../register.ts";
import type { Rules } from "../rules.ts";
import { changeCare, endOfAsking, findCare, undoCare } from "./care.ts";
import { toPlainWord } from "./common-words.ts";
import { findInspectionStage, findInterval } from "./due-stages.ts";
import { type InspectionCode, inspectionCodes, listFacts, toSentence } from "./inspection-words.ts";
import type { Answered, Decision, Kind, Occasion } from "./kind.ts";

/** A register of things that are inspected: when last, how they were, and when again. */
export const inspection: Kind = {
  effects: ["passed", "failed", "seen", "due-set", "due", "overdue", "missed"],
  undoable: ["passed", "failed", "seen", "due-set"],
  attends: ["checklist", "not-due", "passed", "failed", "seen"],
  overrulable: [],
  hasHands: false,
  someone: "thing",
  codes: inspectionCodes,
  keyRules: ({ keys }) => ({ products: true, ...keys }),
  decide: decideInspection,
  undo: undoCare,
  answer: decideAnswers,
  findStage: findInspectionStage,
  setDue,
  word: toPlainWord,
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
  return findInspectionStage(rules, { ...state, group: entry.group }, now) !== undefined;
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
