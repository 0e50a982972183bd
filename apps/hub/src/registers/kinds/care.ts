import type { Entry, PlacedState, State } from "../register.ts";
import type { Decision, NewState, Occasion, Undoable, UndoOccasion } from "./kind.ts";

// Loans and inspections share this: a thing has one state, at no place, and maybe a date.

/** How long questions can be answered, in milliseconds. */
const askedMs = 7 * 86_400_000;

/** Returns until when the questions of a verdict can be answered, in ISO 8601. */
export function endOfAsking({ now }: Pick<Occasion, "now">): string {
  return new Date(now + askedMs).toISOString();
}

/** Returns the state of a thing; undefined for one that was never lent or inspected. */
export function findCare(states: readonly PlacedState[]): PlacedState | undefined {
  return states.find(({ place }) => place === 0);
}

/** Returns a state without the parts that belong to its place in a register. */
export function toPlainState({ status, since, door, holder, dueAt, told }: PlacedState): State {
  return { status, since, door, uses: 0, quantity: 0, holder, dueAt, told };
}

/** Returns the decision that gives a thing a new state. */
export function changeCare(
  before: PlacedState | undefined,
  state: Omit<NewState, "place" | "quantity" | "uses">,
): Pick<Decision, "states" | "before"> & { after: NewState } {
  const after = { ...state, place: 0, quantity: 0, uses: 0 };
  return { states: [after], before: before && toPlainState(before), after };
}

/** Returns what takes a movement back: the state of the thing before it. */
export function undoCare(
  { before }: Undoable,
  states: readonly PlacedState[],
  { door, now, holder }: UndoOccasion,
): Decision {
  const restored = (before as State | undefined) ?? { status: "set", since: now, door };
  const undone = findCare(states);
  const named = { ...restored, holder: holder?.id, holderLabel: holder?.label };
  const { after, ...change } = changeCare(undone, named);
  const told = { care: { before: undone, after } };
  return { result: "yes", code: "undone", ...change, holder: after.holder ?? undone?.holder, told };
}

/** Returns whether a scan of the same thing at the same door follows within ten seconds. */
export function isJustNow(
  state: PlacedState | undefined,
  { door, now }: Pick<Occasion, "door" | "now">,
): boolean {
  return state?.door === door && Math.abs(now - state.since) < justNowMs;
}

const justNowMs = 10_000;

/** Returns whether an entry can be lent or inspected. */
export function isThing({ role }: Entry): boolean {
  return role === undefined;
}
