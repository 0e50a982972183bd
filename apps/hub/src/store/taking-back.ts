import { findPresence } from "../registers/kinds/check-in.ts";
import type { CountingRound, Decision, Undoable } from "../registers/kinds/kind.ts";
import { noFacts } from "../registers/product-facts.ts";
import { actions, type Entry, type OpenRound, type PlacedState } from "../registers/register.ts";
import { toActOccasion } from "./act-occasion.ts";
import type { EarlierMovement } from "./earlier-movement-row.ts";
import { takeInHand } from "./in-hand.ts";
import {
  type Act,
  type Judgement,
  type TallyChange,
  toEffects,
  toJudgement,
  toRoundEffects,
} from "./judgement.ts";
import { findEntry, type Ledger, readRound } from "./ledger.ts";

/** A movement that a person takes back, with the decision that does so. */
type Undoing = {
  movement: EarlierMovement;
  entry: Entry;
  states: readonly PlacedState[];
  undone: Decision;
};

/** Returns what takes a movement back, or the refusal if that is impossible. */
function readUndoing(
  ledger: Ledger,
  act: Act,
  id: number,
): { ok: true; value: Undoing } | { ok: false; refusal: Judgement } {
  const { register, door, now } = act;
  const movement = ledger.movement(register.id, id);
  const entry =
    movement?.entry === undefined ? undefined : ledger.entry(register.list, movement.entry);
  const states = entry ? ledger.states(register.id, entry.id) : [];
  const { inside, kind, round } = register;
  const code =
    movement?.counted === undefined
      ? findUndoProblem(movement, states)
      : findCountProblem(movement, round);
  if (code || !movement || !entry) {
    const told = { presence: findPresence(states), inside };
    const decision = { result: "no", code: code ?? "nothing-to-undo", told } as const;
    const refusal = toJudgement(act, { action: "undo", entry, decision });
    return { ok: false, refusal };
  }
  const holder = findEntry(ledger, register, readHolder(movement));
  const undone =
    movement.counted === undefined
      ? kind.undo(toUndoable(movement), states, { entry, door, now, inside, holder })
      : takeBackCount(ledger, movement, { entry, states });
  return { ok: true, value: { movement, entry, states, undone } };
}

/** Returns the person who had a thing before a movement. */
function readHolder({ before }: EarlierMovement): number | undefined {
  return before && "holder" in before ? before.holder : undefined;
}

/** Returns why a count in a round cannot be undone. */
function findCountProblem(
  { round: id, isUndone, action }: EarlierMovement,
  round: OpenRound | undefined,
) {
  if (isUndone || action === "undo") return "nothing-to-undo";
  return id === round?.id ? undefined : "round-over";
}

/** Returns the decision that takes a count in a round back. */
function takeBackCount(
  ledger: Ledger,
  { round = 0, counted = 0, place = 0, door }: EarlierMovement,
  { entry, states }: { entry: Entry; states: readonly PlacedState[] },
): Decision {
  const there = ledger.tallies(round, entry.id).filter((tally) => tally.place === place);
  const total = there.reduce((sum, { quantity }) => sum + quantity, 0);
  const { label } = states.find((state) => state.place === place) ?? {};
  const own = there.find((tally) => tally.door === door);
  const { unit } = entry;
  return {
    result: "yes",
    code: "undone",
    tally: own && { ...own, counts: -1, quantity: -counted },
    told: { stock: { unit, place: label, quantity: counted, counted: total - counted } },
  };
}

/** Takes a movement back. */
export function judgeUndo(ledger: Ledger, act: Act, id: number): Judgement {
  const undoing = readUndoing(ledger, act, id);
  if (!undoing.ok) return undoing.refusal;
  const { movement, entry, states, undone: decision } = undoing.value;
  const effective = toEffective(movement);
  return toJudgement(act, { action: "undo", entry, states, undoes: id, decision, effective });
}

/** Returns the effective versions that the undo of a movement leads back to, by place. */
function toEffective({ place = 0, from, prior, fromPrior }: EarlierMovement) {
  return new Map([
    [place, prior],
    [from ?? place, from === undefined ? prior : fromPrior],
  ]);
}

/**
 * Takes a movement of a quantity back, and decides about it anew with another quantity, as the act
 * of the one who made it. Changes nothing if the new quantity is refused.
 */
export function judgeCorrection(ledger: Ledger, act: Act, id: number, quantity: number): Judgement {
  const { register, now } = act;
  const undoing = readUndoing(ledger, act, id);
  if (!undoing.ok) return undoing.refusal;
  const { entry, states, movement, undone } = undoing.value;
  const { kind } = register;
  const { door } = movement;
  const action = stockActions.find((name) => name === movement.action);
  if (action === undefined || (movement.delta ?? movement.counted) === undefined) {
    const decision = { result: "no", code: "nothing-to-undo", told: {} } as const;
    return toJudgement(act, { action: "undo", entry, decision });
  }
  const takenBack = toEffects(undone, entry, states, toEffective(movement)).states;
  const restored = states.map((state) => {
    const back = takenBack.find(({ state: { place } }) => place === state.place);
    return {
      ...state,
      ...back?.state,
      ...(addsToCount(movement, state) && { status: "counted" as const, door }),
    };
  });
  const { tallies: talliesBack } = toRoundEffects(undone, register.round, act.door, now);
  const isOfRound = movement.counted !== undefined;
  const round = isOfRound ? readRound(ledger, register, entry, noFacts) : undefined;
  const places = { place: movement.place, from: movement.from };
  const anew = { ...act, door };
  const decided = kind.decide(
    toActOccasion(anew, {
      entry,
      states: restored,
      action,
      quantity,
      hand: { ...takeInHand(ledger, register, places, now), since: 0 },
      round: round && addToTallies(round, talliesBack),
    }),
  );
  if (!decided.booking && !decided.tally)
    return toJudgement(act, { action, entry, decision: decided });
  // A corrected count is compared with what was booked when it was made.
  const tally = decided.tally && { ...decided.tally, ...undone.tally, counts: 1, quantity };
  const decision = { ...decided, tally };
  const { facts } = movement;
  const judgement = toJudgement(anew, { action, entry, states: restored, decision, facts });
  return {
    ...judgement,
    tallies: [...talliesBack, ...judgement.tallies],
    takesBack: {
      movement: id,
      door: act.door,
      states: takenBack,
      booking: undone.booking,
      counted: undone.tally?.quantity,
    },
  };
}

/** Returns whether a movement was a count that added to an earlier count of the same user. */
function addsToCount({ action, place, quantity }: EarlierMovement, here: PlacedState): boolean {
  const isCount = action === "count" && here.place === (place ?? 0);
  return isCount && quantity !== undefined && here.quantity !== quantity;
}

function addToTallies(round: CountingRound, changes: readonly TallyChange[]): CountingRound {
  const tallies = round.tallies.map((tally) => {
    const change = changes.find(({ place, door }) => place === tally.place && door === tally.door);
    if (!change) return tally;
    const { counts, quantity } = tally;
    return {
      ...tally,
      counts: counts + change.counts,
      quantity: quantity + change.quantity,
    };
  });
  return { ...round, tallies };
}

const stockActions = actions.stock;

function toUndoable({ place = 0, from, delta = 0, ...movement }: EarlierMovement): Undoable {
  const { inside, admitted, before } = movement;
  return { inside, admitted, before, place, delta, from };
}

/**
 * Returns why a movement cannot be undone: only the last one can, apart from those that were undone
 * themselves.
 */
function findUndoProblem(movement: EarlierMovement | undefined, states: readonly PlacedState[]) {
  if (!movement) return "no-such-movement";
  const { version, fromVersion, place = 0, from, isUndone, action } = movement;
  const isFinal = action === "undo" || action === "remind";
  if (version === undefined || isUndone || isFinal) return "nothing-to-undo";
  const isLast = (at: number, wanted: number | undefined) =>
    states.some(
      (state) => state.place === at && (state.effective === wanted || state.version === wanted),
    );
  if (!states.some((state) => state.place === place)) return "nothing-to-undo";
  const isUndoable = isLast(place, version) && (from === undefined || isLast(from, fromVersion));
  return isUndoable ? undefined : "changed-since";
}
