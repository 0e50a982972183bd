import type { Loan } from "../../registers/kinds/kind.ts";
import type { Action, Entry, PlacedState, Tally } from "../../registers/register.ts";
import type { EarlierMovement } from "../earlier-movement-row.ts";
import { type LoanRow, toLoan } from "../entry-row.ts";
import type { Judgement } from "../judgement.ts";
import { toTagRow } from "../judgement-rows.ts";
import { findPerson, type Ledger, type TagCounter } from "../ledger.ts";
import type { LedgerRegister, StoredHand, TallyRow } from "../ledger-row.ts";

export type BindingRow = { inbox: string; register: number; action: Action };

/**
 * A ledger that was read for a group of arrivals. It includes the changes by their decisions so
 * far.
 */
export type TrackedLedger = {
  ledger: Ledger;
  /** Adds the changes of a decision, so that later decisions see them. */
  apply(judgement: Judgement): void;
  /**
   * Returns the data that the decisions are based on, in the form that `append_decided` compares.
   */
  expected(): object;
};

/** A serial number of an entry that was counted in a round. */
export type CountedSerial = { round: number; entry: number; serial: string };

export function toSerialKey({ round, entry, serial }: CountedSerial): string {
  return `${round} ${entry} ${serial}`;
}

export function handKey(inbox: string, user: string): string {
  return JSON.stringify([inbox, user]);
}

export function tagKey(list: number, tag: string): string {
  return `${list} ${tag}`;
}

/** Creates a ledger from what was read for a group of arrivals. */
export function trackChanges(read: {
  registers: Map<number, LedgerRegister>;
  bindingByInbox: Map<string, BindingRow>;
  entryByKey: Map<string, Entry>;
  entryById: Map<string, Entry>;
  movements: Map<string, EarlierMovement>;
  /** By register and entry, and then by place. */
  states: Map<string, Map<number, PlacedState>>;
  hands: Map<string, StoredHand & { register: number }>;
  /** By register and holder. */
  loans: Map<string, LoanRow[]>;
  /** By round and entry. */
  tallies: Map<string, TallyRow[]>;
  /** By list and tag. */
  tagCounters: Map<string, TagCounter>;
  /** The keys of `toSerialKey`. */
  serials: Set<string>;
  newIds: number[];
}): TrackedLedger {
  const { registers, bindingByInbox, entryByKey, entryById, movements, states, hands } = read;
  const { serials, newIds } = read;
  const tallies = new Map<string, readonly Tally[]>(read.tallies);
  const tagCounters = new Map(read.tagCounters);
  const usedTags = new Map<string, { register: number; tag: string; counter: number | null }>();
  const usedTallies = new Set<string>();
  const insideAtFirst = new Map([...registers].map(([id, { inside }]) => [id, inside]));
  const maxInside = new Map<number, number>();
  const usedStates = new Map<string, { register: number; entry: number; versions: number }>();
  const usedEntries = new Map<number, Entry>();
  const addedEntries = new Set<number>();
  const usedHands = new Map<string, { inbox: string; user: string; version: number }>();
  const ledger: Ledger = {
    binding: (inbox) => bindingByInbox.get(inbox),
    register: (id) => registers.get(id),
    entriesWith(list, keys) {
      const found = keys.flatMap((key) => entryByKey.get(`${list} ${key}`) ?? []);
      return [...new Map(found.map((entry) => [entry.id, entry])).values()];
    },
    entry: (list, id) => entryById.get(`${list} ${id}`),
    states: (register, entry) => [...(states.get(`${register} ${entry}`)?.values() ?? [])],
    hand(inbox, user, register) {
      const hand = hands.get(handKey(inbox, user));
      return hand?.register === register ? hand : undefined;
    },
    movement: (register, id) => movements.get(`${register} ${id}`),
    guestsInside: (register, before) =>
      [...states].flatMap(([key, ofEntry]) => {
        const [stateRegister, entry] = key.split(" ").map(Number);
        const state = ofEntry.get(0);
        const leaves =
          stateRegister === register && state?.status === "inside" && state.since < before;
        return leaves ? { entry: entry!, state } : [];
      }),
    loans: listLoans,
    tallies: (round, entry) => tallies.get(`${round} ${entry}`) ?? [],
    isSerialCounted: (round, entry, serial) => serials.has(toSerialKey({ round, entry, serial })),
    tagCounter: (list, tag) => tagCounters.get(tagKey(list, tag)),
    nextEntry: () => newIds[0]!,
  };
  return {
    ledger,
    apply(judgement) {
      const { register, entry, newKeys, states: changed, hand, inside, undoes } = judgement;
      const { mostInside: limit = Infinity } = judgement;
      const added = register.inside - insideAtFirst.get(register.id)!;
      maxInside.set(register.id, Math.min(maxInside.get(register.id) ?? Infinity, limit - added));
      registers.set(register.id, { ...register, inside: register.inside + inside });
      const takenBack = undoes ?? judgement.takesBack?.movement;
      if (takenBack !== undefined) {
        const key = `${register.id} ${takenBack}`;
        movements.set(key, { ...movements.get(key)!, isUndone: true });
      }
      if (judgement.answered !== undefined) {
        const key = `${register.id} ${judgement.answered}`;
        movements.set(key, { ...movements.get(key)!, isAnswered: true });
      }
      if (entry && newKeys) {
        newIds.shift();
        for (const key of newKeys) entryByKey.set(`${register.list} ${key}`, entry);
        addedEntries.add(entry.id);
      } else if (entry) {
        const version = entry.version - (judgement.isEdited ? 1 : 0);
        usedEntries.set(entry.id, usedEntries.get(entry.id) ?? { ...entry, version });
      }
      if (entry && (newKeys || judgement.isEdited)) replace(register.list, entry);
      const person = findPerson(ledger, register, judgement.holder);
      if (person) usedEntries.set(person.id, usedEntries.get(person.id) ?? person);
      if (entry) use(register.id, entry.id);
      for (const guest of changed) {
        use(register.id, guest.entry);
        const key = `${register.id} ${guest.entry}`;
        const ofEntry = states.get(key) ?? new Map<number, PlacedState>();
        const label = entryById.get(`${register.list} ${guest.state.place}`)?.label;
        states.set(key, ofEntry.set(guest.state.place, { label, ...guest.state }));
      }
      const tag = toTagRow(judgement);
      if (tag) noteTag(tag);
      if (entry && register.round) noteCounts(judgement, entry.id, register.round.id);
      if (hand) {
        const { inbox, user, ...stored } = hand;
        const key = handKey(inbox, user);
        const version = hands.get(key)?.version ?? 0;
        if (!usedHands.has(key)) usedHands.set(key, { inbox, user, version });
        hands.set(key, { ...stored, register: register.id });
      }
    },
    expected: () => ({
      registers: [...registers.values()].map(({ id, revision, round }) => {
        const limit = maxInside.get(id) ?? Infinity;
        const most_inside = Number.isFinite(limit) ? limit : null;
        return { id, revision, most_inside, round: round?.id ?? null };
      }),
      entries: [...usedEntries.values()]
        .filter(({ id }) => !addedEntries.has(id))
        .map(({ id, version }) => ({ id, version })),
      states: [...usedStates.values()],
      tallies: [...usedTallies].map((key) => {
        const [round, entry] = key.split(" ").map(Number);
        const versions = (read.tallies.get(key) ?? []).map(({ version }) => version);
        return { round, entry, versions: versions.reduce((sum, version) => sum + version, 0) };
      }),
      hands: [...usedHands.values()],
      tags: [...usedTags.values()],
    }),
  };

  /** Makes later decisions see the counter of a tag that a decision accepted. */
  function noteTag({ register, tag, ...counter }: NonNullable<ReturnType<typeof toTagRow>>): void {
    const key = tagKey(register, tag);
    const before = read.tagCounters.get(key)?.counter ?? null;
    usedTags.set(key, { register, tag, counter: before });
    tagCounters.set(key, counter);
  }

  /** Makes later decisions see an entry as a decision has left it. */
  function replace(list: number, entry: Entry): void {
    entryById.set(`${list} ${entry.id}`, entry);
    for (const [key, { id }] of entryByKey) if (id === entry.id) entryByKey.set(key, entry);
  }

  /** Lists the things that a person had when they were read, and those that they have by now. */
  function listLoans(register: number, holder: number): Loan[] {
    const { list } = registers.get(register)!;
    const before = (read.loans.get(`${register} ${holder}`) ?? []).map(toLoan);
    const had = before.filter(({ entry }) => !states.has(`${register} ${entry}`));
    const has = [...states].flatMap(([key, ofEntry]): Loan[] => {
      const [stateRegister, entry] = key.split(" ").map(Number);
      const state = ofEntry.get(0);
      if (stateRegister !== register || state?.holder !== holder) return [];
      const label = entryById.get(`${list} ${entry}`)?.label ?? "";
      return [{ entry: entry!, label, dueAt: state.dueAt }];
    });
    return [...had, ...has].sort((a, b) => a.entry - b.entry);
  }

  /** Adds what a decision counts in a round. */
  function noteCounts(
    { tallies: changes, facts, undoes, takesBack, register }: Judgement,
    entry: number,
    round: number,
  ): void {
    const key = `${round} ${entry}`;
    usedTallies.add(key);
    for (const { round: _, ...change } of changes) {
      const known = tallies.get(key) ?? [];
      const isSame = ({ place, door }: Tally) => place === change.place && door === change.door;
      const { counts = 0, quantity = 0 } = known.find(isSame) ?? {};
      const changed = {
        ...change,
        counts: counts + change.counts,
        quantity: quantity + change.quantity,
      };
      tallies.set(key, [...known.filter((tally) => !isSame(tally)), changed]);
    }
    const takenBack = movements.get(`${register.id} ${undoes ?? takesBack?.movement}`);
    const { serial: uncounted } = takenBack?.facts ?? {};
    if (uncounted !== undefined) serials.delete(toSerialKey({ round, entry, serial: uncounted }));
    if (facts.serial !== undefined && changes.length > 0 && undoes === undefined)
      serials.add(toSerialKey({ round, entry, serial: facts.serial }));
  }

  /** Notes that a decision is based on the states of an entry. */
  function use(register: number, entry: number): void {
    const key = `${register} ${entry}`;
    const ofEntry = [...(states.get(key)?.values() ?? [])];
    const versions = ofEntry.reduce((sum, { version }) => sum + version, 0);
    if (!usedStates.has(key)) usedStates.set(key, { register, entry, versions });
  }
}
