import { keysOf } from "../../registers/keys.ts";
import type { Action, Entry, Verdict } from "../../registers/register.ts";
import {
  type JudgedArrival,
  type Judgement,
  judge,
  type Ledger,
  listChangedStates,
  toMovementRow,
  toTriedVerdict,
  toVerdict,
} from "../judge.ts";
import {
  type EntryRow,
  entryColumns,
  type LedgerRegister,
  type LedgerRow,
  ledgerColumns,
  type MovementToUndo,
  type MovementToUndoRow,
  type State,
  type StateRow,
  type StoredReplyRow,
  selectReplies,
  toEntry,
  toLedgerRegister,
  toMovementToUndo,
  toStoredVerdict,
} from "../register-row.ts";
import type { TriedVerdict } from "../registers.ts";
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
 * bindings of the inboxes.
 */
export async function readLedger(
  query: Query,
  arrivals: readonly JudgedArrival[],
  given: { bindings?: BindingRow[] } = {},
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
    `SELECT ${ledgerColumns} FROM registers JOIN counters ON counters.register = id WHERE id = ANY ($1)`,
    [[...bindings.map(({ register }) => register), ...acts.map(({ register }) => register)]],
    "read-registers",
  );
  const registers = new Map(registerRows.map((row) => [row.id, toLedgerRegister(row)]));
  const bindingByInbox = new Map(bindings.map((binding) => [binding.inbox, binding]));

  const movementIds = acts.flatMap((request) => (request.kind === "undo" ? request.movement : []));
  const movements = new Map<string, MovementToUndo>();
  if (movementIds.length > 0) {
    const rows = await query<MovementToUndoRow & { id: number; register: number }>(
      `SELECT id, register, entry, inside, admitted, was, version,
         EXISTS (SELECT FROM movements AS later WHERE later.undoes = movements.id) AS is_undone
       FROM movements WHERE id = ANY ($1)`,
      [movementIds],
    );
    for (const row of rows) movements.set(`${row.register} ${row.id}`, toMovementToUndo(row));
  }

  const wantedKeys = arrivals.flatMap(({ request, inbox, content, tag }) => {
    const register = registers.get(bindingByInbox.get(inbox)?.register ?? 0);
    if (request.kind !== "scan" || !register) return [];
    const keys = keysOf({ content, tag: tag ?? undefined }, register.rules.keys);
    return keys.map((key) => ({ list: register.list, key }));
  });
  const wantedEntries = acts.flatMap((request) => {
    if (request.kind === "act") return request.entry;
    if (request.kind === "exit-all") return [];
    return movements.get(`${request.register} ${request.movement}`)?.entry ?? [];
  });
  const entryRows = await query<EntryRow & { list: number; key: string | null }>(
    `SELECT ${entryColumns}, entries.register AS list, key
     FROM unnest($1::bigint[], $2::text[]) AS wanted (list, wanted_key)
     JOIN entry_keys ON entry_keys.register = list AND key = wanted_key
     JOIN entries ON entries.id = entry
     UNION
     SELECT ${entryColumns}, entries.register, NULL FROM entries WHERE id = ANY ($3)`,
    [wantedKeys.map(({ list }) => list), wantedKeys.map(({ key }) => key), wantedEntries],
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
    `SELECT register, entry, status, since, door, uses, version FROM states
     WHERE register = ANY ($1) AND entry = ANY ($2)`,
    [[...registers.keys()], [...entryById.values()].map(({ id }) => id)],
    "read-states",
  );
  const exits = acts.filter((request) => request.kind === "exit-all");
  if (exits.length > 0) {
    const inside = await query<StateRow>(
      `SELECT states.register, entry, status, since, door, uses, version
       FROM unnest($1::bigint[], $2::bigint[]) AS wanted (register, before)
       JOIN states ON states.register = wanted.register AND status = 'inside' AND since < before`,
      [exits.map(({ register }) => register), exits.map(({ before }) => before)],
    );
    stateRows.push(...inside);
  }
  return trackChanges({
    registers,
    bindingByInbox,
    entryByKey,
    entryById,
    movements,
    states: new Map(
      stateRows.map(({ register, entry, ...state }) => [`${register} ${entry}`, state]),
    ),
  });
}

function trackChanges(read: {
  registers: Map<number, LedgerRegister>;
  bindingByInbox: Map<string, BindingRow>;
  entryByKey: Map<string, Entry>;
  entryById: Map<string, Entry>;
  movements: Map<string, MovementToUndo>;
  states: Map<string, State>;
}): ReadLedger {
  const { registers, bindingByInbox, entryByKey, entryById, movements, states } = read;
  const insideAtFirst = new Map([...registers].map(([id, { inside }]) => [id, inside]));
  const maxInside = new Map<number, number>();
  const usedStates = new Map<string, { register: number; entry: number; version: number }>();
  const usedEntries = new Map<number, Entry>();
  return {
    ledger: {
      binding: (inbox) => bindingByInbox.get(inbox),
      register: (id) => registers.get(id),
      entriesWith(list, keys) {
        const found = keys.flatMap((key) => entryByKey.get(`${list} ${key}`) ?? []);
        return [...new Map(found.map((entry) => [entry.id, entry])).values()];
      },
      entry: (list, id) => entryById.get(`${list} ${id}`),
      state: (register, entry) => states.get(`${register} ${entry}`),
      movement: (register, id) => movements.get(`${register} ${id}`),
      guestsInside: (register, before) =>
        [...states].flatMap(([key, state]) => {
          const [stateRegister, entry] = key.split(" ").map(Number);
          const leaves =
            stateRegister === register && state.status === "inside" && state.since < before;
          return leaves ? { entry: entry!, state } : [];
        }),
    },
    apply(judgement) {
      const { register, entry, state, leaving, inside, undoes } = judgement;
      const { mostInside: limit = Infinity } = judgement;
      const added = register.inside - insideAtFirst.get(register.id)!;
      maxInside.set(register.id, Math.min(maxInside.get(register.id) ?? Infinity, limit - added));
      registers.set(register.id, { ...register, inside: register.inside + inside });
      if (undoes !== undefined) {
        const key = `${register.id} ${undoes}`;
        movements.set(key, { ...movements.get(key)!, isUndone: true });
      }
      if (entry) {
        usedEntries.set(entry.id, usedEntries.get(entry.id) ?? entry);
        change(register.id, entry.id, state);
      }
      for (const guest of leaving ?? []) change(register.id, guest.entry, guest.state);
    },
    expected: () => ({
      registers: [...registers.values()].map(({ id, revision }) => {
        const limit = maxInside.get(id) ?? Infinity;
        return { id, revision, most_inside: Number.isFinite(limit) ? limit : null };
      }),
      entries: [...usedEntries.values()].map(({ id, version }) => ({ id, version })),
      states: [...usedStates.values()],
    }),
  };

  function change(register: number, entry: number, state: State | undefined): void {
    const key = `${register} ${entry}`;
    const version = states.get(key)?.version ?? 0;
    if (!usedStates.has(key)) usedStates.set(key, { register, entry, version });
    if (state) states.set(key, state);
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
    judgement ? toMovementRow(judgement, index + 1) : [],
  );
  const states = new Map(
    judgements.flatMap((judgement) =>
      (judgement ? listChangedStates(judgement) : []).map(({ entry, state }) => {
        const register = judgement!.register.id;
        return [`${register} ${entry}`, { register, entry, ...state }] as const;
      }),
    ),
  );
  const counters = Map.groupBy(
    judgements.filter((judgement) => judgement !== undefined),
    ({ register }) => register.id,
  );
  const decided = {
    movements,
    states: [...states.values()],
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
  { content, tag, action }: { content: string; tag?: string; action: Action },
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
  const { ledger } = await readLedger(query, [arrival], { bindings: [binding] });
  const judgement = judge(ledger, arrival, now);
  if (!judgement) throw new RangeError(`There is no register ${id}.`);
  return toTriedVerdict(judgement);
}
