import type { DatabaseSync } from "node:sqlite";
import type { Action, Verdict } from "../../registers/register.ts";
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
  type LedgerRow,
  ledgerColumns,
  type MovementToUndoRow,
  type StateRow,
  type StoredReplyRow,
  selectReplies,
  toEntry,
  toLedgerRegister,
  toMovementToUndo,
  toStoredVerdict,
} from "../register-row.ts";
import type { TriedVerdict } from "../registers.ts";
import { prepared } from "./database.ts";

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
export function storedVerdict(db: DatabaseSync, scan: number): Verdict | undefined {
  const row = prepared(db, `${selectReplies} WHERE scan = ?`).get(scan);
  return row && toStoredVerdict(row as StoredReplyRow);
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
        `SELECT ${ledgerColumns} FROM registers JOIN counters ON counters.register = id WHERE id = ?`,
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
    state(register, entry) {
      const row = prepared(
        db,
        "SELECT status, since, door, uses, version FROM states WHERE register = ? AND entry = ?",
      ).get(register, entry);
      return row as StateRow | undefined;
    },
    movement(register, id) {
      const row = prepared(
        db,
        `SELECT entry, inside, admitted, was, version,
           EXISTS (SELECT 1 FROM movements AS later WHERE later.undoes = movements.id) AS is_undone
         FROM movements WHERE register = ? AND id = ?`,
      ).get(register, id);
      return row && toMovementToUndo(row as MovementToUndoRow);
    },
    guestsInside(register, before) {
      const rows = prepared(
        db,
        `SELECT entry, status, since, door, uses, version FROM states
         WHERE register = ? AND status = 'inside' AND since < ?`,
      ).all(register, before) as StateRow[];
      return rows.map(({ entry, ...state }) => ({ entry, state }));
    },
  };
}

/** Stores a judgement with its changes of states and counters. Returns the id of the movement. */
function writeJudgement(db: DatabaseSync, scan: number, judgement: Judgement): number {
  const { register, inside, admitted, refused } = judgement;
  const movement = toMovementRow(judgement, scan);
  const inserted = prepared(
    db,
    `INSERT INTO movements
       (scan, register, entry, undoes, at, door, action, result, code, inside, admitted, was, version, forced, reply)
     VALUES (:scan, :register, :entry, :undoes, :at, :door, :action, :result, :code, :inside,
       :admitted, :was, :version, :forced, :reply)`,
  ).run({ ...movement, forced: Number(movement.forced) });
  for (const { entry, state } of listChangedStates(judgement)) {
    const { status, since, door, uses, version } = state;
    prepared(
      db,
      `INSERT INTO states (register, entry, status, since, door, uses, version)
       VALUES (:register, :entry, :status, :since, :door, :uses, :version)
       ON CONFLICT (register, entry) DO UPDATE SET status = excluded.status, since = excluded.since,
         door = excluded.door, uses = excluded.uses, version = excluded.version`,
    ).run({ register: register.id, entry, status, since, door, uses, version });
  }
  if (inside !== 0 || admitted !== 0 || refused !== 0) {
    prepared(
      db,
      "UPDATE counters SET inside = inside + ?, admitted = admitted + ?, refused = refused + ? WHERE register = ?",
    ).run(inside, admitted, refused, register.id);
  }
  return Number(inserted.lastInsertRowid);
}

/** Returns what a register would decide about a scan, without storing anything. */
export function tryScan(
  db: DatabaseSync,
  now: number,
  id: number,
  { content, tag, action }: { content: string; tag?: string; action: Action },
): TriedVerdict {
  const ledger = { ...openLedger(db), binding: () => ({ register: id, action }) };
  const scan = {
    inbox: "",
    user: "",
    date: new Date(now).toISOString(),
    content,
    tag: tag ?? null,
  };
  const judgement = judge(ledger, { ...scan, request: { kind: "scan" } }, now);
  if (!judgement) throw new RangeError(`There is no register ${id}.`);
  return toTriedVerdict(judgement);
}
