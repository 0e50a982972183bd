import { keysOf } from "../../registers/keys.ts";
import { loans } from "../../registers/kinds/loans.ts";
import { readProductFacts } from "../../registers/product-facts.ts";
import type { Entry, PlacedState } from "../../registers/register.ts";
import {
  type EarlierMovement,
  type EarlierMovementRow,
  earlierColumns,
  toEarlierMovement,
} from "../earlier-movement-row.ts";
import {
  type EntryRow,
  entryColumns,
  type LoanRow,
  type StateRow,
  selectLoans,
  selectStates,
  toEntry,
  toPlacedState,
} from "../entry-row.ts";
import type { JudgedArrival } from "../judge.ts";
import type { TagCounter } from "../ledger.ts";
import {
  type HandRow,
  handColumns,
  type LedgerRow,
  ledgerColumns,
  ledgerTables,
  type TallyRow,
  tallyColumns,
  toLedgerRegister,
  toStoredHand,
} from "../ledger-row.ts";
import { toScannedCode } from "../scanned-code.ts";
import type { Query } from "./database.ts";
import {
  type BindingRow,
  type CountedSerial,
  handKey,
  type TrackedLedger,
  tagKey,
  toSerialKey,
  trackChanges,
} from "./tracked-ledger.ts";

/**
 * Reads all data that decisions about these arrivals may need. `given.bindings` replaces the
 * bindings of the inboxes, and `given.places` are places that somebody has in hand.
 */
export async function readLedger(
  query: Query,
  arrivals: readonly JudgedArrival[],
  given: { bindings?: BindingRow[]; places?: number[] } = {},
): Promise<TrackedLedger> {
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
    `SELECT ${ledgerColumns} FROM ${ledgerTables}
     WHERE registers.id = ANY ($1)
       OR registers.id IN (SELECT people_from FROM registers WHERE id = ANY ($1))`,
    [[...bindings.map(({ register }) => register), ...acts.map(({ register }) => register)]],
    "read-registers",
  );
  const registers = new Map(registerRows.map((row) => [row.id, toLedgerRegister(row)]));
  const bindingByInbox = new Map(bindings.map((binding) => [binding.inbox, binding]));

  const movementIds = acts.flatMap((request) => ("movement" in request ? request.movement : []));
  const movements = new Map<string, EarlierMovement>();
  if (movementIds.length > 0) {
    const rows = await query<EarlierMovementRow & { id: number; register: number }>(
      `SELECT id, register, ${earlierColumns} FROM movements WHERE id = ANY ($1)`,
      [movementIds],
    );
    for (const row of rows) movements.set(`${row.register} ${row.id}`, toEarlierMovement(row));
  }

  const scans = arrivals.flatMap((arrival) => {
    const { request, inbox } = arrival;
    const register = registers.get(bindingByInbox.get(inbox)?.register ?? 0);
    if (request.kind !== "scan" || !register) return [];
    const { kind, list, people } = register;
    const { code, keyRules, reading } = toScannedCode(register, arrival);
    const scan = { content: code.content, tag: code.tag ?? undefined };
    const keys = keysOf(scan, keyRules);
    const lender = registers.get(people ?? 0);
    const theirs = lender ? keysOf(scan, lender.kind.keyRules(lender.rules)) : [];
    const uid = reading?.ok ? reading.uid : undefined;
    return { kind, list, people, keys, uid, peopleKeys: [...new Set([...keys, ...theirs])] };
  });
  const wantedKeys = scans.flatMap(({ list, people, keys, peopleKeys }) => [
    ...keys.map((key) => ({ list, key })),
    ...(people === undefined ? [] : peopleKeys.map((key) => ({ list: people, key }))),
  ]);
  const links = scans.flatMap(({ list, uid }) => (uid === undefined ? [] : { list, uid }));
  const counterRows =
    links.length === 0
      ? []
      : await query<TagCounter & { register: number; tag: string }>(
          `SELECT register, tag, counter, at, door FROM tag_counters
           JOIN unnest($1::bigint[], $2::text[]) AS wanted (list, uid)
             ON register = list AND tag = uid`,
          [links.map(({ list }) => list), links.map(({ uid }) => uid)],
          "read-tag-counters",
        );
  const users = arrivals.flatMap(({ request, inbox, user }) => {
    if (user === null) return [];
    if (request.kind === "answer") return { inbox: request.inbox ?? "", user };
    return request.kind === "scan" ? { inbox, user } : [];
  });
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
    ...handRows.flatMap(({ place, from_place, holder }) =>
      [place ?? [], from_place ?? [], holder ?? []].flat(),
    ),
  ];
  const wantedEntries = acts.flatMap((request) => {
    if (request.kind === "act") {
      const { entry, place = [], from = [], holder = [] } = request;
      return [entry, place, from, holder].flat();
    }
    if ("entry" in request) return request.entry;
    if (!("movement" in request)) return [];
    const movement = movements.get(`${request.register} ${request.movement}`);
    const { entry = [], place = [], from = [], holder = [], before = {} } = movement ?? {};
    const { holder: earlier = [] } = before as { holder?: number };
    return [entry, place, from, holder, earlier].flat();
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
  // People who are only in hand are left out: what they have is told when they are scanned.
  const people = entryRows.filter(
    ({ id, role, key }) => role === "person" && (key !== null || wantedEntries.includes(id)),
  );
  const lending = [...registers.values()].filter(({ kind }) => kind === loans);
  const loanRows =
    lending.length === 0 || people.length === 0
      ? []
      : await query<LoanRow>(
          `${selectLoans} WHERE states.register = ANY ($1) AND states.holder = ANY ($2)`,
          [lending.map(({ id }) => id), people.map(({ id }) => id)],
          "read-loans",
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
  const addable = scans.filter(
    ({ kind, list, keys }) =>
      kind.newKeys !== undefined && !keys.some((key) => entryByKey.has(`${list} ${key}`)),
  );
  const newIds =
    addable.length === 0
      ? []
      : await query<{ id: number }>(
          "SELECT nextval('entries_id_seq') AS id FROM generate_series(1, $1)",
          [addable.length],
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
          `SELECT round, entry, version, ${tallyColumns} FROM tallies
           WHERE round = ANY ($1) AND entry = ANY ($2)`,
          [rounds, entryIds],
          "read-tallies",
        );
  const serials =
    rounds.length === 0
      ? []
      : arrivals.flatMap(({ content }) => readProductFacts(content, 0).serial ?? []);
  const serialRows =
    serials.length === 0
      ? []
      : await query<CountedSerial>(
          `SELECT round, entry, serial FROM movements
           WHERE round = ANY ($1) AND entry = ANY ($2) AND serial = ANY ($3)
             AND counted IS NOT NULL AND undoes IS NULL
             AND NOT EXISTS (SELECT FROM movements AS later WHERE later.undoes = movements.id)`,
          [rounds, entryIds, serials],
          "read-serials",
        );
  return trackChanges({
    loans: Map.groupBy(loanRows, ({ register, holder }) => `${register} ${holder}`),
    tallies: Map.groupBy(tallyRows, ({ round, entry }) => `${round} ${entry}`),
    tagCounters: new Map(
      counterRows.map(({ register, tag, ...counter }) => [tagKey(register, tag), counter]),
    ),
    serials: new Set(serialRows.map(toSerialKey)),
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
