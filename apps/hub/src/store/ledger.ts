import type { CountingRound, Loan } from "../registers/kinds/kind.ts";
import type { ProductFacts } from "../registers/product-facts.ts";
import type { Action, Entry, PlacedState, Tally } from "../registers/register.ts";
import type { EarlierMovement } from "./earlier-movement-row.ts";
import type { LedgerRegister, StoredHand } from "./ledger-row.ts";

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
  movement(register: number, id: number): EarlierMovement | undefined;
  /**
   * Returns the guests who came in before this time, in milliseconds since 1970, and are still
   * inside.
   */
  guestsInside(register: number, before: number): EntryState[];
  /** Returns the things that a person has. */
  loans(register: number, holder: number): readonly Loan[];
  /** Returns what was counted of an entry in a round, by place and user. */
  tallies(round: number, entry: number): readonly Tally[];
  /** Returns whether a serial number of an entry was counted in a round. */
  isSerialCounted(round: number, entry: number, serial: string): boolean;
  /** Returns the highest counter of a tag that was scanned in a register with this list. */
  tagCounter(list: number, tag: string): TagCounter | undefined;
  /** Returns the id that a new entry will have. */
  nextEntry(): number;
};

/** A counter of a tag, and when, in milliseconds since 1970, and where it was scanned. */
export type TagCounter = { counter: number; at: number; door: string };

/** The state of an entry at a place. */
export type EntryState = { entry: number; state: PlacedState };

/** Returns a person to whom a register lends; undefined for an entry that is none. */
export function findPerson(
  ledger: Ledger,
  { list, people }: LedgerRegister,
  id: number | undefined,
): Entry | undefined {
  if (id === undefined) return undefined;
  const entry = ledger.entry(list, id);
  if (entry) return entry.role === "person" ? entry : undefined;
  return toPerson(people === undefined ? undefined : ledger.entry(people, id));
}

/** Returns an entry of a register or of its people. */
export function findEntry(
  ledger: Ledger,
  { list, people }: LedgerRegister,
  id: number | undefined,
): Entry | undefined {
  if (id === undefined) return undefined;
  return ledger.entry(list, id) ?? (people === undefined ? undefined : ledger.entry(people, id));
}

/** Returns the entry of a list of people, such as guests, as a person to whom things are lent. */
export function toPerson(entry: Entry | undefined): Entry | undefined {
  return entry && { ...entry, role: "person" };
}

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
