import { foldText } from "@scanhook/content";
import { keysOf } from "../../registers/keys.ts";
import type { Action, Entry, PlacedState, Tally, Verdict } from "../../registers/register.ts";
import {
  type JudgedArrival,
  type Judgement,
  judge,
  type Ledger,
  toHandRow,
  toMovementRows,
  toTriedVerdict,
  toVerdict,
} from "../judge.ts";
import {
  type EntryRow,
  entryColumns,
  type HandRow,
  handColumns,
  type LedgerRegister,
  type LedgerRow,
  ledgerColumns,
  ledgerTables,
  type MovementToUndo,
  type MovementToUndoRow,
  type StateRow,
  type StoredHand,
  type StoredReplyRow,
  selectReplies,
  selectStates,
  type TallyRow,
  toEntry,
  toLedgerRegister,
  toMovementToUndo,
  toPlacedState,
  toStoredHand,
  toStoredVerdict,
  undoableColumns,
} from "../register-row.ts";
import type { TriedScan, TriedVerdict } from "../registers.ts";
import { foldKey } from "../typed-search.ts";
import type { Query } from "./database.ts";

type BindingRow = { inbox: string; register: number; action: Action };

/**
 * A ledger that was read for a group of arrivals. It includes the changes by their decisions so
 * far.
 */
type ReadLedger = {
  ledger: Ledger;
  /** Adds the changes of a decision, so that later decisions see them. */
  apply(judgement: Judgement): void;
  /**
   * Returns the data that the decisions are based on, in the form that `append_decided` compares.
   */
  expected(): object;
};

/**
 * Reads all data that decisions about these arrivals may need. `given.bindings` replaces the
 * bindings of the inboxes, and `given.places` are places that somebody has in hand.
 */
export async function readLedger(
  query: Query,
  arrivals: readonly JudgedArrival[],
  given: { bindings?: BindingRow[]; places?: number[] } = {},
): Promise<ReadLedger> {
  const inboxes = arrivals.flatMap(({ request, inbox }) => (request.kind === "scan" ? inbox : []));
  const bindings =
    given.bindings ??
    (await query<BindingRow>(
      "SELECT inbox, register, action FROM bindings WHERE inbox = ANY ($1)",
      [inboxes],
      "read-bindings",
    ));
  const acts = arrivals.flatMap(({ request }) => (request.kind === "scan" ? [] : request));
  const registerRows = await query<LedgerRow>(
    `SELECT ${ledgerColumns} FROM ${ledgerTables} WHERE registers.id = ANY ($1)`,
    [[...bindings.map(({ register }) => register), ...acts.map(({ register }) => register)]],
    "read-registers",
  );
  const registers = new Map(registerRows.map((row) => [row.id, toLedgerRegister(row)]));
  const bindingByInbox = new Map(bindings.map((binding) => [binding.inbox, binding]));

  const movementIds = acts.flatMap((request) => ("movement" in request ? request.movement : []));
  const movements = new Map<string, MovementToUndo>();
  if (movementIds.length > 0) {
    const rows = await query<MovementToUndoRow & { id: number; register: number }>(
      `SELECT id, register, ${undoableColumns},
         EXISTS (SELECT FROM movements AS later WHERE later.undoes = movements.id) AS is_undone
       FROM movements WHERE id = ANY ($1)`,
      [movementIds],
    );
    for (const row of rows) movements.set(`${row.register} ${row.id}`, toMovementToUndo(row));
  }

  const wantedKeys = arrivals.flatMap(({ request, inbox, content, tag }) => {
    const register = registers.get(bindingByInbox.get(inbox)?.register ?? 0);
    if (request.kind !== "scan" || !register) return [];
    const keyRules = register.kind.keyRules(register.rules);
    const keys = keysOf({ content, tag: tag ?? undefined }, keyRules);
    return keys.map((key) => ({ list: register.list, key }));
  });
  const users = arrivals.flatMap(({ request, inbox, user }) =>
    request.kind === "scan" && user !== null ? { inbox, user } : [],
  );
  const hasHands = [...registers.values()].some(({ kind }) => kind.hasHands);
  const handRows = hasHands
    ? await query<HandRow>(
        `SELECT ${handColumns} FROM hands
         JOIN unnest($1::text[], $2::text[]) AS wanted (wanted_inbox, wanted_user)
           ON inbox = wanted_inbox AND "user" = wanted_user`,
        [users.map(({ inbox }) => inbox), users.map(({ user }) => user)],
        "read-hands",
      )
    : [];
  const placesInHand = [
    ...(given.places ?? []),
    ...handRows.flatMap(({ place, from_place }) => [place ?? [], from_place ?? []].flat()),
  ];
  const wantedEntries = acts.flatMap((request) => {
    if (request.kind === "act")
      return [[request.entry], request.place ?? [], request.from ?? []].flat();
    if (!("movement" in request)) return [];
    const { entry, place, from } = movements.get(`${request.register} ${request.movement}`) ?? {};
    return [entry ?? [], place ?? [], from ?? []].flat();
  });
  const entryRows = await query<EntryRow & { list: number; key: string | null }>(
    `SELECT ${entryColumns}, entries.register AS list, key
     FROM unnest($1::bigint[], $2::text[]) AS wanted (list, wanted_key)
     JOIN entry_keys ON entry_keys.register = list AND key = wanted_key
     JOIN entries ON entries.id = entry
     UNION
     SELECT ${entryColumns}, entries.register, NULL FROM entries WHERE id = ANY ($3)`,
    [
      wantedKeys.map(({ list }) => list),
      wantedKeys.map(({ key }) => key),
      [...wantedEntries, ...placesInHand],
    ],
    "read-entries",
  );
  const entryByKey = new Map<string, Entry>();
  const entryById = new Map<string, Entry>();
  for (const row of entryRows) {
    const entry = toEntry(row);
    entryById.set(`${row.list} ${row.id}`, entry);
    if (row.key !== null) entryByKey.set(`${row.list} ${row.key}`, entry);
  }
  const stateRows = await query<StateRow>(
    `${selectStates} WHERE states.register = ANY ($1) AND states.entry = ANY ($2)`,
    [[...registers.keys()], [...entryById.values()].map(({ id }) => id)],
    "read-states",
  );
  const exits = acts.filter((request) => request.kind === "exit-all");
  if (exits.length > 0) {
    const inside = await query<StateRow>(
      `${selectStates}
       JOIN unnest($1::bigint[], $2::bigint[]) AS wanted (register, before)
         ON states.register = wanted.register AND states.status = 'inside' AND since < before`,
      [exits.map(({ register }) => register), exits.map(({ before }) => before)],
    );
    stateRows.push(...inside);
  }
  const mayAddEntries = [...registers.values()].some(({ kind }) => kind.addsEntries);
  const missing = mayAddEntries ? wantedKeys.length : 0;
  const newIds =
    missing === 0
      ? []
      : await query<{ id: number }>(
          "SELECT nextval('entries_id_seq') AS id FROM generate_series(1, $1)",
          [missing],
          "new-entries",
        );
  const states = new Map<string, Map<number, PlacedState>>();
  for (const row of stateRows) {
    const key = `${row.register} ${row.entry}`;
    const ofEntry = states.get(key) ?? new Map<number, PlacedState>();
    states.set(key, ofEntry.set(row.place, toPlacedState(row)));
  }
  const rounds = [...registers.values()].flatMap(({ round }) => round?.id ?? []);
  const entryIds = [...entryById.values()].map(({ id }) => id);
  const tallyRows =
    rounds.length === 0
      ? []
      : await query<TallyRow>(
          `SELECT round, entry, place, door, quantity FROM tallies
           WHERE round = ANY ($1) AND entry = ANY ($2)`,
          [rounds, entryIds],
          "read-tallies",
        );
  const countRows =
    rounds.length === 0
      ? []
      : await query<CountRow>(
          `SELECT round, entry, serial, counted IS NOT NULL AND undoes IS NULL AND NOT EXISTS (
             SELECT FROM movements AS later WHERE later.undoes = movements.id
           ) AS counts
           FROM movements WHERE round = ANY ($1) AND entry = ANY ($2)`,
          [rounds, entryIds],
          "read-counts",
        );
  return trackChanges({
    tallies: Map.groupBy(tallyRows, ({ round, entry }) => `${round} ${entry}`),
    counts: Map.groupBy(countRows, ({ round, entry }) => `${round} ${entry}`),
    registers,
    bindingByInbox,
    entryByKey,
    entryById,
    movements,
    states,
    hands: new Map(
      handRows.map((row) => [
        handKey(row.inbox, row.user),
        { register: row.register, ...toStoredHand(row) },
      ]),
    ),
    newIds: newIds.map(({ id }) => id),
  });
}

/** A movement of a round. `counts` unless it was undone. */
type CountRow = { round: number; entry: number; serial: string | null; counts: boolean };

function handKey(inbox: string, user: string): string {
  return JSON.stringify([inbox, user]);
}

function trackChanges(read: {
  registers: Map<number, LedgerRegister>;
  bindingByInbox: Map<string, BindingRow>;
  entryByKey: Map<string, Entry>;
  entryById: Map<string, Entry>;
  movements: Map<string, MovementToUndo>;
  /** By register and entry, and then by place. */
  states: Map<string, Map<number, PlacedState>>;
  hands: Map<string, StoredHand & { register: number }>;
  /** By round and entry, as the next one. */
  tallies: Map<string, Tally[]>;
  counts: Map<string, CountRow[]>;
  newIds: number[];
}): ReadLedger {
  const { registers, bindingByInbox, entryByKey, entryById, movements, states, hands } = read;
  const { tallies, counts, newIds } = read;
  const movementsAtFirst = new Map([...counts].map(([key, rows]) => [key, rows.length]));
  const usedCounts = new Set<string>();
  const insideAtFirst = new Map([...registers].map(([id, { inside }]) => [id, inside]));
  const maxInside = new Map<number, number>();
  const usedStates = new Map<string, { register: number; entry: number; versions: number }>();
  const usedEntries = new Map<number, Entry>();
  const addedEntries = new Set<number>();
  const usedHands = new Map<string, { inbox: string; user: string; version: number }>();
  return {
    ledger: {
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
      tallies: (round, entry) => tallies.get(`${round} ${entry}`) ?? [],
      isSerialCounted: (round, entry, serial) =>
        (counts.get(`${round} ${entry}`) ?? []).some((row) => row.counts && row.serial === serial),
      nextEntry: () => newIds[0]!,
    },
    apply(judgement) {
      const { register, entry, newKey, states: changed, hand, inside, undoes } = judgement;
      const { mostInside: limit = Infinity } = judgement;
      const added = register.inside - insideAtFirst.get(register.id)!;
      maxInside.set(register.id, Math.min(maxInside.get(register.id) ?? Infinity, limit - added));
      registers.set(register.id, { ...register, inside: register.inside + inside });
      const takenBack = undoes ?? judgement.takesBack?.movement;
      if (takenBack !== undefined) {
        const key = `${register.id} ${takenBack}`;
        movements.set(key, { ...movements.get(key)!, isUndone: true });
      }
      if (entry && newKey !== undefined) {
        newIds.shift();
        entryById.set(`${register.list} ${entry.id}`, entry);
        entryByKey.set(`${register.list} ${newKey}`, entry);
        addedEntries.add(entry.id);
      } else if (entry) usedEntries.set(entry.id, usedEntries.get(entry.id) ?? entry);
      if (entry) use(register.id, entry.id);
      for (const guest of changed) {
        use(register.id, guest.entry);
        const key = `${register.id} ${guest.entry}`;
        const ofEntry = states.get(key) ?? new Map<number, PlacedState>();
        const label = entryById.get(`${register.list} ${guest.state.place}`)?.label;
        states.set(key, ofEntry.set(guest.state.place, { label, ...guest.state }));
      }
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
      tallies: [...usedCounts].map((key) => {
        const [round, entry] = key.split(" ").map(Number);
        return { round, entry, counted: movementsAtFirst.get(key) ?? 0 };
      }),
      hands: [...usedHands.values()],
    }),
  };

  /** Adds what a decision counts in a round. */
  function noteCounts(judgement: Judgement, entry: number, round: number): void {
    const key = `${round} ${entry}`;
    usedCounts.add(key);
    const known = tallies.get(key) ?? [];
    tallies.set(key, known);
    for (const { place, door, quantity } of judgement.tallies) {
      const index = known.findIndex((tally) => tally.place === place && tally.door === door);
      const before = known[index]?.quantity ?? 0;
      known.splice(index < 0 ? known.length : index, 1, {
        place,
        door,
        quantity: before + quantity,
      });
    }
    const { serial = null } = judgement.facts;
    const isCount = judgement.tallies.length > 0 && judgement.undoes === undefined;
    const row = { round, entry, serial, counts: isCount };
    counts.set(key, [...(counts.get(key) ?? []), row]);
  }

  /** Notes that a decision is based on the states of an entry. */
  function use(register: number, entry: number): void {
    const key = `${register} ${entry}`;
    const ofEntry = [...(states.get(key)?.values() ?? [])];
    const versions = ofEntry.reduce((sum, { version }) => sum + version, 0);
    if (!usedStates.has(key)) usedStates.set(key, { register, entry, versions });
  }
}

/**
 * Decides about arrivals in their order. Null stands for an arrival that needs no decision. Returns
 * the judgements, and the parameters `expected` and `decided` of `append_decided`.
 */
export function judgeAll(
  read: ReadLedger,
  arrivals: readonly (JudgedArrival | null)[],
  now: number,
) {
  const judgements = arrivals.map((arrival) => {
    const judgement = arrival === null ? undefined : judge(read.ledger, arrival, now);
    if (judgement) read.apply(judgement);
    return judgement;
  });
  const movements = judgements.flatMap((judgement, index) =>
    judgement ? toMovementRows(judgement, index + 1) : [],
  );
  const made = judgements.filter((judgement) => judgement !== undefined);
  const states = new Map(
    made.flatMap(({ register, states }) =>
      states.map(({ entry, state: { label: _, ...state } }) => [
        `${register.id} ${entry} ${state.place}`,
        { register: register.id, entry, ...state },
      ]),
    ),
  );
  const hands = new Map(
    made.flatMap((judgement) => {
      const row = toHandRow(judgement);
      return row ? [[handKey(row.inbox, row.user), row] as const] : [];
    }),
  );
  const visits = new Map(
    made.flatMap(({ visit }) =>
      visit
        ? [[`${visit.round} ${visit.place} ${visit.door}`, { ...visit, visited_at: visit.at }]]
        : [],
    ),
  );
  const tallies = Map.groupBy(
    made.flatMap(({ tallies, entry }) =>
      tallies.map(({ at, ...tally }) => ({ ...tally, entry: entry!.id, counted_at: at })),
    ),
    ({ round, entry, place, door }) => JSON.stringify([round, entry, place, door]),
  );
  const entries = made.flatMap(({ register, entry, newKey: key }) =>
    entry && key !== undefined
      ? {
          id: entry.id,
          list: register.list,
          label: entry.label,
          folded: foldText(entry.label),
          key,
          folded_key: foldKey(key),
        }
      : [],
  );
  const counters = Map.groupBy(made, ({ register }) => register.id);
  const decided = {
    movements,
    entries,
    states: [...states.values()],
    hands: [...hands.values()],
    visits: [...visits.values()],
    tallies: [...tallies.values()].map((changes) => ({
      ...changes.at(-1)!,
      quantity: sum(changes.map(({ quantity }) => quantity)),
    })),
    counters: [...counters].map(([register, counted]) => ({
      register,
      inside: sum(counted.map(({ inside }) => inside)),
      admitted: sum(counted.map(({ admitted }) => admitted)),
      refused: sum(counted.map(({ refused }) => refused)),
    })),
  };
  return {
    judgements,
    expected: JSON.stringify(read.expected()),
    decided: JSON.stringify(decided),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Returns the verdicts that stored scans were told, by the hexadecimal fingerprint of the scan. */
export async function storedVerdicts(
  query: Query,
  fingerprints: readonly Buffer[],
): Promise<Map<string, Verdict | undefined>> {
  const scans = await query<{ id: number; fingerprint: Buffer }>(
    "SELECT id, fingerprint FROM scans WHERE fingerprint = ANY ($1)",
    [fingerprints],
    "read-fingerprints",
  );
  if (scans.length === 0) return new Map();
  const rows = await query<StoredReplyRow & { scan: number }>(
    `${selectReplies} WHERE scan = ANY ($1)`,
    [scans.map(({ id }) => id)],
  );
  const verdicts = new Map(rows.map((row) => [row.scan, toStoredVerdict(row)]));
  return new Map(
    scans.map(({ id, fingerprint }) => [fingerprint.toString("hex"), verdicts.get(id)]),
  );
}

/** Returns the verdict of a judgement that was stored as the movement with this id. */
export function verdictOf({ reply, at }: Judgement, movement: number): Verdict {
  return toVerdict(reply, movement, at);
}

/** Returns what a register would decide about a scan, without storing anything. */
export async function tryScan(
  query: Query,
  now: number,
  id: number,
  { content, tag, action, place }: TriedScan,
): Promise<TriedVerdict> {
  const arrival = {
    request: { kind: "scan" as const },
    inbox: "",
    user: "",
    date: new Date(now).toISOString(),
    content,
    tag: tag ?? null,
  };
  const binding = { inbox: "", register: id, action };
  const places = place === undefined ? [] : [place];
  const { ledger } = await readLedger(query, [arrival], { bindings: [binding], places });
  const hand = () => ({ place, since: now, touchedAt: now, version: 0 });
  const judgement = judge({ ...ledger, hand }, arrival, now);
  if (!judgement) throw new RangeError(`There is no register ${id}.`);
  return toTriedVerdict(judgement);
}
