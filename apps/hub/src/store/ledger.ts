import type { CountingRound } from "../registers/kinds/kind.ts";
import type { ProductFacts } from "../registers/product-facts.ts";
import type { Action, Entry, PlacedState, Tally } from "../registers/register.ts";
import type { LedgerRegister, StoredHand } from "./ledger-row.ts";
import type { MovementToUndo } from "./undoable-row.ts";

/**
 * The data that decisions are based on. Each method also sees what earlier decisions of the same
 * transaction have changed.
 */
export type Ledger = {
  binding(inbox: string): { register: number; action: Action } | undefined;
  register(id: number): LedgerRegister | undefined;
  /** Returns the entries of a list that have one of these keys, each entry once. */
  entriesWith(list: number, keys: readonly string[]): Entry[];
  entry(list: number, id: number): Entry | undefined;
  /** Returns the states of an entry, one for each place. */
  states(register: number, entry: number): PlacedState[];
  /** Returns what a user has in hand, also if that was long ago. */
  hand(inbox: string, user: string, register: number): StoredHand | undefined;
  movement(register: number, id: number): MovementToUndo | undefined;
  /**
   * Returns the guests who came in before this time, in milliseconds since 1970, and are still
   * inside.
   */
  guestsInside(register: number, before: number): EntryState[];
  /** Returns what was counted of an entry in a round, by place and user. */
  tallies(round: number, entry: number): readonly Tally[];
  /** Returns whether a serial number of an entry was counted in a round. */
  isSerialCounted(round: number, entry: number, serial: string): boolean;
  /** Returns the id that a new entry will have. */
  nextEntry(): number;
};

/** The state of an entry at a place. */
export type EntryState = { entry: number; state: PlacedState };

/** Returns the round that is going on, with what was counted of an entry in it. */
export function readRound(
  ledger: Ledger,
  { round }: LedgerRegister,
  entry: Entry | undefined,
  { serial }: ProductFacts,
): CountingRound | undefined {
  if (!round) return undefined;
  const isSerialCounted =
    entry !== undefined &&
    serial !== undefined &&
    ledger.isSerialCounted(round.id, entry.id, serial);
  return { ...round, isSerialCounted, tallies: entry ? ledger.tallies(round.id, entry.id) : [] };
}
