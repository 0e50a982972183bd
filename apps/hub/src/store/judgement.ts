import { toPlainState } from "../registers/kinds/care.ts";
import type { Decision, NewState } from "../registers/kinds/kind.ts";
import { noFacts, type ProductFacts } from "../registers/product-facts.ts";
import type { KeptAnswer } from "../registers/questions.ts";
import type { Action, Entry, PlacedState, Presence, State, Tally } from "../registers/register.ts";
import { composeReply, type Reply } from "../registers/reply.ts";
import type { ToldHand } from "../registers/verdict.ts";
import type { EntryState } from "./ledger.ts";
import type { LedgerRegister, StoredHand } from "./ledger-row.ts";

/**
 * A decision to store. `inside`, `admitted` and `refused` are added to the counters of the
 * register. `at` is in milliseconds since 1970.
 */
export type Judgement = {
  register: LedgerRegister;
  entry?: Entry | undefined;
  /** The keys of an entry that the decision adds. */
  newKeys?: readonly string[] | undefined;
  /** The decision gives the entry new fields. */
  isEdited?: boolean;
  undoes?: number | undefined;
  at: number;
  door: string;
  action: Action | "undo" | "exit-all" | "round" | "answer" | "set-due" | "remind";
  /** The round that the movement belongs to. */
  round?: number | undefined;
  forced: boolean;
  inside: number;
  admitted: number;
  refused: number;
  /** The state of the guest or the thing before, also if the verdict only asks about it. */
  before?: Presence | State | undefined;
  /** The person whom the movement is about, and the date of a decision that only asks. */
  holder?: number | undefined;
  dueAt?: number | undefined;
  /** The effective version of the state that the questions of the verdict are about. */
  asked?: number | undefined;
  /** The movement whose questions are answered, with the answers. */
  answered?: number | undefined;
  answers?: readonly KeptAnswer[] | undefined;
  /** The states that the decision changes. The first one is at the place of the movement. */
  states: readonly ChangedState[];
  booking?: Decision["booking"];
  /** The movement that this one replaces is taken back before, as a movement of its own. */
  takesBack?: {
    movement: number;
    door: string;
    states: readonly ChangedState[];
    booking: Decision["booking"];
    counted: number | undefined;
  };
  facts: ProductFacts;
  /** The additions to the tallies of a round. */
  tallies: readonly TallyChange[];
  /** The visit of a place in a round. */
  visit?: { round: number; place: number; door: string } | undefined;
  /** The hand of the user afterwards. */
  hand?: (StoredHand & { inbox: string; user: string }) | undefined;
  /** The counter of the tag whose link was scanned. */
  tag?: { uid: string; counter: number } | undefined;
  /** The decision is only valid while at most this many guests are inside. */
  mostInside?: number | undefined;
  reply: Reply;
  /** One sentence on why the owner's own line could not be filled in. */
  lineProblem?: string;
};

/** An addition to a tally. */
export type TallyChange = Tally & { round: number };

/** A state that a decision changes. `prior` is its effective version before. */
export type ChangedState = EntryState & { prior: number };

/**
 * An act in a register: where it is made, when in milliseconds since 1970, and the language of the
 * verdict.
 */
export type Act = { register: LedgerRegister; door: string; now: number; language: string };

/** A decision with the facts that it was based on. */
type Decided = {
  action: Judgement["action"];
  decision: Decision;
  entry?: Entry | undefined;
  /** The states of the entry before. */
  states?: readonly PlacedState[];
  newKeys?: readonly string[] | undefined;
  undoes?: number;
  /** The effective versions, by place, that an undo leads back to. */
  effective?: ReadonlyMap<number, number | undefined>;
  forced?: boolean | undefined;
  facts?: ProductFacts;
  hand?: Judgement["hand"];
  toldHand?: ToldHand | undefined;
  /** When the device scanned, if that is remarkably long ago. */
  scannedAt?: number | undefined;
  showsNames?: boolean | undefined;
};

/** Returns the judgement that stores a decision. */
export function toJudgement(act: Act, decided: Decided): Judgement {
  const { register, door, now, language } = act;
  const { action, decision, states = [], newKeys, undoes, effective, hand } = decided;
  const { forced = action === "undo", facts = noFacts, toldHand, scannedAt } = decided;
  const { showsNames = true } = decided;
  const { code, told, fields } = decision;
  const isEdited = fields !== undefined && decided.entry !== undefined;
  const entry = isEdited ? edit(decided.entry!, fields) : decided.entry;
  const result = decision.result === "yes" && scannedAt !== undefined ? "look" : decision.result;
  const parts = { result, code, register, entry, told, now, scannedAt, showsNames, language };
  return {
    register,
    entry,
    newKeys,
    isEdited,
    undoes,
    at: now,
    door,
    action,
    forced,
    ...toEffects(decision, entry, states, effective),
    refused: result === "no" && action !== "undo" ? 1 : 0,
    before: findBefore(decision),
    holder: decision.holder,
    dueAt: decision.dueAt,
    asked: told.ask && (states[0]?.effective ?? 0),
    ...toRoundEffects(decision, register.round, door, now),
    facts,
    hand,
    ...composeReply({ ...parts, hand: toldHand }),
  };
}

function edit(entry: Entry, fields: Readonly<Record<string, string>>): Entry {
  return { ...entry, fields, version: entry.version + 1 };
}

/**
 * Returns the effects of a decision, with the new versions of the states. `effective` has the
 * effective versions, by place, that an undo leads back to.
 */
export function toEffects(
  { inside = 0, admitted = 0, states = [], booking, mostInside }: Partial<Decision>,
  entry: Entry | undefined,
  before: readonly PlacedState[],
  effective?: ReadonlyMap<number, number | undefined>,
) {
  const stateAt = new Map(before.map((state) => [state.place, state]));
  return {
    inside,
    admitted,
    booking,
    mostInside,
    states: entry ? states.map((state) => toEntryState(entry, state)) : [],
  };

  function toEntryState({ id }: Entry, state: NewState): ChangedState {
    const { version = 0, effective: prior = 0 } = stateAt.get(state.place) ?? {};
    const next = version + 1;
    const led = { ...state, version: next, effective: effective?.get(state.place) ?? next };
    return { entry: id, state: led, prior };
  }
}

/** Returns the state of a guest or a thing before a decision that changes it or asks about it. */
function findBefore({ told, before, states = [] }: Decision): Presence | State | undefined {
  if (states.length > 0) return told.presence ?? before;
  const { before: asked } = told.care ?? {};
  return told.ask && asked && toPlainState(asked);
}

/** Returns the effects of a decision on the round that is going on. */
export function toRoundEffects(
  { tally, visit: place }: Decision,
  round: { id: number } | undefined,
  door: string,
  at: number,
) {
  const id = round?.id ?? 0;
  return {
    round: tally ? id : undefined,
    tallies: tally ? [{ door, counts: 1, countedAt: at, ...tally, round: id }] : [],
    visit: place === undefined ? undefined : { round: id, place, door },
  };
}
