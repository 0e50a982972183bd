import { verdictTexts } from "../../texts/verdict-texts.ts";
import { handIdleMs } from "../hand-idle.ts";
import { addInterval, formatIsoDay, parseDay } from "../interval.ts";
import { selectQuestions } from "../questions.ts";
import type { Entry, Hand, PlacedState } from "../register.ts";
import { changeCare, endOfAsking, findCare, isJustNow, isThing, undoCare } from "./care.ts";
import { toPlainWord } from "./common-words.ts";
import { findLoanStage } from "./due-stages.ts";
import type { Answered, CareFacts, Decision, HeldThings, Kind, Occasion } from "./kind.ts";
import { type LoanCode, listFacts, loanCodes, toExtension, toSentence } from "./loans-words.ts";

/** A register of things that people borrow: who has what, and until when. */
export const loans: Kind = {
  effects: [
    "holder-set",
    "lent",
    "handed-over",
    "returned",
    "returned-late",
    "due-set",
    "answered",
    "overdue",
  ],
  undoable: ["lent", "handed-over", "returned", "returned-late", "due-set"],
  attends: ["holder-set", "lent", "handed-over", "returned", "returned-late"],
  overrulable: [],
  hasHands: true,
  someone: "thing",
  codes: loanCodes,
  keyRules: ({ keys }) => ({ products: true, ...keys }),
  decide: decideLoan,
  undo: undoCare,
  answer: decideAnswer,
  findStage: findLoanStage,
  setDue,
  word: toPlainWord,
  sentence: toSentence,
  warning: () => "",
  listFacts,
  extend: toExtension,
  listTimes: () => [],
};

/** Decides about a scan or an act. The first rule that applies wins. */
export function decideLoan(occasion: Occasion): Decision {
  const { entry, states, action, hand } = occasion;
  if (typeof entry === "string") return refuse(occasion, entry);
  if (entry.role === "person") return takePerson(occasion, entry);
  if (!isThing(entry)) return refuse(occasion, "not-a-thing");
  const state = findCare(states);
  const isLent = state?.status === "lent";
  if (action === "return" || (action === "lend-or-return" && isLent && !hand?.holder))
    return isLent ? giveBack(occasion, entry, state) : look(occasion, "not-lent");
  return lend(occasion, entry, state);
}

/** Decides about the code of a person: the things that follow are lent to them. */
function takePerson(occasion: Occasion, person: Entry): Decision {
  const { rules, action, hand, loans: lent, now } = occasion;
  if (!hand) return refuse(occasion, "no-user");
  if (person.blocked && action !== "return") return refuse(occasion, "blocked");
  const since = nextMoment(occasion);
  const isLate = lent.some(({ dueAt = Infinity }) => now > dueAt);
  const asksDue = rules.askDue && action !== "return";
  return {
    result: isLate || person.attention !== undefined ? "look" : "yes",
    code: "holder-set",
    hand: { ...emptyHand(hand), since, touchedAt: since, holder: person.id },
    holder: person.id,
    told: {
      care: { holder: person.label, loans: lent },
      ask: asksDue ? { before: false, ...askDue(occasion) } : undefined,
    },
  };
}

/** Returns whether a code is read again, and nothing was undone and nobody scanned in between. */
function isReread(state: PlacedState | undefined, occasion: Occasion): boolean {
  const { since = 0, touchedAt = 0 } = occasion.hand ?? {};
  const isScannedSince = since > (state?.since ?? 0) && since <= touchedAt;
  return state?.status !== "set" && !isScannedSince && isJustNow(state, occasion);
}

function askDue({ now, language }: Occasion) {
  const { backBy: label } = verdictTexts(language).loans;
  const min = formatIsoDay(now);
  const question = { key: "due", label, type: "date", required: true, min } as const;
  const until = new Date(now + handIdleMs).toISOString();
  return { until, questions: [question] };
}

/** Lends a thing to the person in hand. `state` is that of the thing before. */
function lend(occasion: Occasion, thing: Entry, state: PlacedState | undefined): Decision {
  const { rules, action, hand, forced } = occasion;
  if (rules.closed && !forced) return refuse(occasion, "closed");
  const holder = hand?.holder;
  if (!holder) return refuse(occasion, hand ? "no-holder" : "no-user");
  if (action === "lend-or-return" && isReread(state, occasion)) return look(occasion, "just-now");
  if (state?.status === "lent" && state.holder === holder.id)
    return action === "lend" ? look(occasion, "already-lent") : giveBack(occasion, thing, state);
  if ((thing.blocked || holder.blocked) && !forced) return refuse(occasion, "blocked");
  if (state?.status !== "lent") return book(occasion, thing, "lent");
  const { handOver = "ask" } = rules;
  if (handOver === "yes" || forced) return book(occasion, thing, "handed-over");
  if (handOver === "no") return refuse(occasion, "lent-to-other");
  return {
    ...refuse(occasion, "lent-to-other"),
    result: "ask",
    holder: holder.id,
    dueAt: hand.dueAt,
    told: { care: tell(occasion), ask: askHandOver(occasion, state, holder) },
  };
}

const handOverKey = "hand-over";

function askHandOver(
  occasion: Occasion,
  { holderLabel: holder }: PlacedState,
  { label: person }: Entry,
) {
  const { handOver, somebodyHandsOver } = verdictTexts(occasion.language).loans;
  const label = holder === undefined ? somebodyHandsOver({ person }) : handOver({ holder, person });
  const question = { key: handOverKey, label, type: "choice", required: true } as const;
  const questions = [{ ...question, options: ["yes", "no"] }];
  return { before: true, until: endOfAsking(occasion), questions };
}

function book(occasion: Occasion, thing: Entry, code: "lent" | "handed-over"): Decision {
  const { rules, states, hand, door, now } = occasion;
  const {
    holder,
    dueAt = rules.loanFor === undefined ? undefined : addInterval(now, rules.loanFor),
  } = hand!;
  const { id, label: holderLabel } = holder!;
  const { after, ...change } = changeCare(findCare(states), {
    status: "lent",
    since: now,
    door,
    holder: id,
    holderLabel,
    dueAt,
  });
  return {
    result: code === "lent" && thing.attention === undefined ? "yes" : "look",
    code,
    ...change,
    holder: id,
    hand: touch(occasion),
    told: { care: { ...tell(occasion), after } },
  };
}

/** Takes a thing back, from whomever has it. */
function giveBack(occasion: Occasion, thing: Entry, state: PlacedState): Decision {
  const { rules, door, now } = occasion;
  const isLate = now > (state.dueAt ?? Infinity);
  const { after, ...change } = changeCare(state, { status: "free", since: now, door });
  const questions = selectQuestions(rules.questions ?? [], thing.group);
  const asks = questions.length > 0 && occasion.hand !== undefined;
  const isPlain = !isLate && !thing.blocked && thing.attention === undefined;
  return {
    result: isPlain ? "yes" : "look",
    code: isLate ? "returned-late" : "returned",
    ...change,
    holder: state.holder,
    hand: touch(occasion),
    told: {
      care: { ...tell(occasion), holder: state.holderLabel, dueAt: state.dueAt, after },
      ask: asks ? { before: false, until: endOfAsking(occasion), questions } : undefined,
    },
  };
}

/** Decides once the questions of a verdict are answered. */
function decideAnswer(occasion: Occasion, answered: Answered): Decision {
  const { code, holder, dueAt, answers, kept, isChanged } = answered;
  const { hand } = occasion;
  if (code === "lent-to-other") {
    // A thing that came back meanwhile is lent as a free one.
    const isFree = findCare(occasion.states)?.status !== "lent";
    const isRefused = answers[handOverKey] !== "yes" || (isChanged && !isFree) || !holder;
    if (isRefused || typeof occasion.entry === "string") return refuse(occasion, "lent-to-other");
    const held = hand ?? { since: occasion.now, touchedAt: occasion.now - 1 };
    const turn = { ...occasion, action: "lend", hand: { ...held, holder, dueAt } } as const;
    const decision = lend(
      { ...turn, rules: { ...occasion.rules, handOver: "yes" } },
      occasion.entry,
      findCare(occasion.states),
    );
    // A person who was scanned after the question stays in hand.
    return hand?.holder ? { ...decision, hand: touch(occasion) } : decision;
  }
  if (code === "holder-set" && holder) {
    // The date is for what follows, so the person has to be in hand still.
    if (hand?.holder?.id !== holder.id) return refuse(occasion, "ask-over");
    const since = nextMoment(occasion);
    const day = parseDay(String(answers.due));
    const next = { ...emptyHand(hand), since, touchedAt: since, holder: holder.id, dueAt: day };
    const care = { holder: holder.label, dueAt: day, loans: [] };
    return { result: "yes", code, hand: next, holder: holder.id, told: { care } };
  }
  const isFail = kept.some(({ fail }) => fail);
  return {
    result: isFail ? "look" : "yes",
    code: "answered",
    hand: touch(occasion),
    told: { care: { ...tell(occasion), answers: kept } },
  };
}

/** Sets until when a thing is lent. */
function setDue(occasion: Occasion, dueAt: number | undefined): Decision {
  const state = findCare(occasion.states);
  if (state?.status !== "lent") return look(occasion, "not-lent");
  const { after, ...change } = changeCare(state, { ...state, dueAt, told: undefined });
  const care = { before: state, after, holder: state.holderLabel, dueAt };
  return { result: "yes", code: "due-set", ...change, holder: state.holder, told: { care } };
}

/** Returns a decision without an effect. */
function look(occasion: Occasion, code: LoanCode): Decision {
  return { ...refuse(occasion, code), result: "look" };
}

function refuse(occasion: Occasion, code: LoanCode): Decision {
  const { hand, states } = occasion;
  const holder = findCare(states)?.holder ?? hand?.holder?.id;
  return { result: "no", code, hand: touch(occasion), holder, told: { care: tell(occasion) } };
}

function tell({ states, hand }: Occasion): CareFacts {
  const before = findCare(states);
  return { before, holder: hand?.holder?.label };
}

function touch(occasion: Occasion): Hand | undefined {
  const { hand } = occasion;
  if (!hand) return undefined;
  return { ...hand, ...emptyHand(hand), holder: hand.holder?.id, touchedAt: nextMoment(occasion) };
}

/** Returns a hand without its places and its person. */
function emptyHand(hand: HeldThings | undefined) {
  const { since = 0, touchedAt = 0 } = hand ?? {};
  return { since, touchedAt, place: undefined, from: undefined, quantity: undefined };
}

/** Returns the time of a scan, later than that of the user's last one even if the clock stands. */
function nextMoment({ hand, now }: Occasion): number {
  return hand ? Math.max(now, hand.touchedAt + 1) : now;
}
