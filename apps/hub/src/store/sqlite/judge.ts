import type { DatabaseSync } from "node:sqlite";
import type { Action, Tally } from "../../registers/register.ts";
import type { Verdict } from "../../registers/verdict.ts";
import {
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
  toLoan,
  toPlacedState,
  toStateColumns,
} from "../entry-row.ts";
import { type JudgedArrival, judge } from "../judge.ts";
import type { Judgement } from "../judgement.ts";
import { toHandRow, toMovementRows, toNewEntryRow, toTagRow } from "../judgement-rows.ts";
import type { Ledger, TagCounter } from "../ledger.ts";
import {
  type HandRow,
  handColumns,
  type LedgerRow,
  ledgerColumns,
  ledgerTables,
  tallyColumns,
  toLedgerRegister,
  toStoredHand,
} from "../ledger-row.ts";
import { type StoredReplyRow, selectReplies, toStoredVerdict } from "../movement-row.ts";
import type { TriedScan, TriedVerdict } from "../movements.ts";
import { foldKey } from "../typed-search.ts";
import { toTriedVerdict, toVerdict } from "../verdicts.ts";
import { erasing, prepared } from "./database.ts";

/**
 * Decides about a new scan and stores the decision, inside the transaction that stores the scan.
 * Returns the verdict, or undefined if no register has to decide.
 */
export function judgeScan(
  db: DatabaseSync,
  scan: number,
  arrival: JudgedArrival,
  now: number,
): Verdict | undefined {
  const judgement = judge(openLedger(db), arrival, now);
  return judgement && toVerdict(judgement.reply, writeJudgement(db, scan, judgement), now);
}

/** Returns the verdict that a stored scan was told, if any. */
export function storedVerdict(
  db: DatabaseSync,
  scan: number,
  language: string | undefined,
): Verdict | undefined {
  const row = prepared(db, `${selectReplies} WHERE scan = ?`).get(scan);
  return row && toStoredVerdict(row as StoredReplyRow, language);
}

/** Creates a ledger that reads from the database at each call. */
export function openLedger(db: DatabaseSync): Ledger {
  return {
    binding(inbox) {
      const row = prepared(db, "SELECT register, action FROM bindings WHERE inbox = ?").get(inbox);
      return row as { register: number; action: Action } | undefined;
    },
    register(id) {
      const row = prepared(
        db,
        `SELECT ${ledgerColumns} FROM ${ledgerTables} WHERE registers.id = ?`,
      ).get(id);
      return row && toLedgerRegister(row as LedgerRow);
    },
    entriesWith(list, keys) {
      const rows = keys.flatMap((key) =>
        prepared(
          db,
          `SELECT ${entryColumns} FROM entry_keys JOIN entries ON entries.id = entry
           WHERE entry_keys.register = ? AND key = ?`,
        ).all(list, key),
      ) as EntryRow[];
      return [...new Map(rows.map((row) => [row.id, toEntry(row)])).values()];
    },
    entry(list, id) {
      const row = prepared(
        db,
        `SELECT ${entryColumns} FROM entries WHERE register = ? AND id = ?`,
      ).get(list, id);
      return row && toEntry(row as EntryRow);
    },
    states(register, entry) {
      const rows = prepared(
        db,
        `${selectStates} WHERE states.register = ? AND states.entry = ?`,
      ).all(register, entry) as StateRow[];
      return rows.map(toPlacedState);
    },
    hand(inbox, user, register) {
      const row = prepared(
        db,
        `SELECT ${handColumns} FROM hands WHERE inbox = ? AND user = ? AND register = ?`,
      ).get(inbox, user, register);
      return row && toStoredHand(row as HandRow);
    },
    movement(register, id) {
      const row = prepared(
        db,
        `SELECT ${earlierColumns} FROM movements WHERE register = ? AND id = ?`,
      ).get(register, id);
      return row && toEarlierMovement(row as EarlierMovementRow);
    },
    guestsInside(register, before) {
      const rows = prepared(
        db,
        `${selectStates}
         WHERE states.register = ? AND states.status = 'inside' AND states.since < ?`,
      ).all(register, before) as StateRow[];
      return rows.map((row) => ({ entry: row.entry, state: toPlacedState(row) }));
    },
    loans(register, holder) {
      const rows = prepared(
        db,
        `${selectLoans} WHERE states.register = ? AND states.holder = ? ORDER BY entry`,
      ).all(register, holder);
      return (rows as LoanRow[]).map(toLoan);
    },
    tallies(round, entry) {
      const rows = prepared(
        db,
        `SELECT ${tallyColumns} FROM tallies WHERE round = ? AND entry = ?`,
      ).all(round, entry);
      return rows as Tally[];
    },
    isSerialCounted(round, entry, serial) {
      const row = prepared(db, `SELECT 1 FROM ${countedSerials} AND serial = ?`);
      return row.get(round, entry, serial) !== undefined;
    },
    tagCounter(list, tag) {
      const row = prepared(
        db,
        "SELECT counter, at, door FROM tag_counters WHERE register = ? AND tag = ?",
      ).get(list, tag);
      return row as TagCounter | undefined;
    },
    nextEntry() {
      const row = prepared(db, "SELECT seq FROM sqlite_sequence WHERE name = 'entries'").get();
      return ((row?.seq as number | undefined) ?? 0) + 1;
    },
  };
}

/** Stores a judgement with all its changes. Returns the id of the movement. */
function writeJudgement(db: DatabaseSync, scan: number, judgement: Judgement): number {
  const { register, inside, admitted, refused, states } = judgement;
  addNewEntry(db, judgement);
  editEntry(db, judgement);
  const ids = toMovementRows(judgement, scan).map((row) => insertMovement(db, row));
  for (const { entry, state } of states) {
    prepared(
      db,
      `INSERT INTO states (
         register, entry, place, status, quantity, since, door, uses, holder, due_at, told, version,
         effective
       ) VALUES (
         :register, :entry, :place, :status, :quantity, :since, :door, :uses, :holder, :due_at,
         :told, :version, :effective
       )
       ON CONFLICT (register, entry, place) DO UPDATE SET status = excluded.status,
         quantity = excluded.quantity, since = excluded.since, door = excluded.door,
         uses = excluded.uses, holder = excluded.holder, due_at = excluded.due_at,
         told = excluded.told, version = excluded.version, effective = excluded.effective`,
    ).run({ register: register.id, entry, ...toStateColumns(state) });
  }
  writeCounts(db, judgement, ids[0]!);
  const tag = toTagRow(judgement);
  if (tag) {
    prepared(
      db,
      `INSERT INTO tag_counters (register, tag, counter, at, door)
       VALUES (:register, :tag, :counter, :at, :door)
       ON CONFLICT (register, tag) DO UPDATE SET counter = excluded.counter, at = excluded.at,
         door = excluded.door`,
    ).run(tag);
  }
  const hand = toHandRow(judgement);
  if (hand) {
    prepared(
      db,
      `INSERT INTO hands (${handColumns})
       VALUES (
         :inbox, :user, :register, :place, :from_place, :quantity, :holder, :due_at, :since,
         :touched_at, :version
       )
       ON CONFLICT (inbox, user) DO UPDATE SET register = excluded.register, place = excluded.place,
         from_place = excluded.from_place, quantity = excluded.quantity, holder = excluded.holder,
         due_at = excluded.due_at, since = excluded.since, touched_at = excluded.touched_at,
         version = excluded.version`,
    ).run(hand);
  }
  if (inside !== 0 || admitted !== 0 || refused !== 0) {
    prepared(
      db,
      "UPDATE counters SET inside = inside + ?, admitted = admitted + ?, refused = refused + ? WHERE register = ?",
    ).run(inside, admitted, refused, register.id);
  }
  return ids.at(-1)!;
}

/**
 * The counts of a round, up to the number of the round and the entry, that were not undone. The
 * sign keeps SQLite from reading all movements that undo nothing.
 */
const countedSerials = `movements WHERE round = ? AND entry = ? AND counted IS NOT NULL AND +undoes IS NULL
  AND NOT EXISTS (SELECT 1 FROM movements AS later WHERE later.undoes = movements.id)`;

/** Stores what a judgement adds to the round that is going on. `movement` is its first movement. */
function writeCounts(
  db: DatabaseSync,
  { visit, tallies, entry }: Judgement,
  movement: number,
): void {
  if (visit) {
    prepared(
      db,
      `INSERT INTO round_places (round, place, door, movement)
       VALUES (:round, :place, :door, :movement)
       ON CONFLICT (round, place, door) DO UPDATE SET movement = excluded.movement`,
    ).run({ ...visit, movement });
  }
  for (const tally of tallies) {
    prepared(
      db,
      `INSERT INTO tallies
         (round, entry, place, door, counts, quantity, booked, first_booked, counted_at, version)
       VALUES (:round, :entry, :place, :door, :counts, :quantity, :booked, :booked, :countedAt, 1)
       ON CONFLICT (round, entry, place, door) DO UPDATE SET
         counts = tallies.counts + excluded.counts,
         quantity = tallies.quantity + excluded.quantity, booked = excluded.booked,
         counted_at = excluded.counted_at, version = tallies.version + 1`,
    ).run({ ...tally, entry: entry!.id });
  }
}

type MovementColumns = ReturnType<typeof toMovementRows>[number];

function insertMovement(db: DatabaseSync, row: MovementColumns): number {
  const inserted = prepared(
    db,
    `INSERT INTO movements (
       scan, register, entry, undoes, at, door, action, result, code, inside, admitted, was, version,
       prior, place, from_place, from_version, from_prior, delta, lot, serial, expires, round,
       counted, holder, due_at, answers, answered, forced, reply
     ) VALUES (
       :scan, :register, :entry, :undoes, :at, :door, :action, :result, :code, :inside, :admitted,
       :was, :version, :prior, :place, :from_place, :from_version, :from_prior, :delta, :lot, :serial,
       :expires, :round, :counted, :holder, :due_at, :answers, :answered, :forced, :reply
     )`,
  ).run({ ...row, forced: Number(row.forced) });
  return Number(inserted.lastInsertRowid);
}

/** Adds the entry that a decision makes of a scan. */
function addNewEntry(db: DatabaseSync, { register, entry, newKeys }: Judgement): void {
  if (!newKeys || !entry) return;
  prepared(
    db,
    `INSERT INTO entries (id, register, label, folded, category, attention, fields, unnamed)
     VALUES (:id, :list, :label, :folded, :category, :attention, :fields, :unnamed)`,
  ).run({ ...toNewEntryRow(entry), list: register.list, unnamed: Number(entry.unnamed ?? false) });
  for (const key of newKeys)
    prepared(db, "INSERT INTO entry_keys (register, key, folded, entry) VALUES (?, ?, ?, ?)").run(
      register.list,
      key,
      foldKey(key),
      entry.id,
    );
}

/** Stores the new fields that a decision gives an entry. */
function editEntry(db: DatabaseSync, { entry, isEdited }: Judgement): void {
  if (!isEdited || !entry) return;
  const { id, fields, version } = entry;
  const update = prepared(db, "UPDATE entries SET fields = ?, version = ? WHERE id = ?");
  erasing(db, () => update.run(JSON.stringify(fields), version, id));
}

/** Returns what a register would decide about a scan, without storing anything. */
export function tryScan(
  db: DatabaseSync,
  now: number,
  id: number,
  { content, tag, action, place, holder, sun, language }: TriedScan,
): TriedVerdict {
  const ledger = {
    ...openLedger(db),
    binding: () => ({ register: id, action }),
    hand: () => ({ place, holder, since: now, touchedAt: now, version: 0 }),
  };
  const scan = {
    inbox: "",
    user: "",
    date: new Date(now).toISOString(),
    content,
    source: tag === undefined ? null : ("nfc" as const),
    tag: tag ?? null,
  };
  const judgement = judge(ledger, { ...scan, request: { kind: "scan", sun, language } }, now);
  if (!judgement) throw new RangeError(`There is no register ${id}.`);
  return toTriedVerdict(judgement);
}
