import type { DatabaseSync } from "node:sqlite";
import type { Action, Code } from "../../registers/register.ts";
import { judge, toTriedVerdict } from "../judge.ts";
import {
  type BindingRow,
  type LedgerRow,
  ledgerColumns,
  type MovementRow,
  movementColumns,
  type RegisterRow,
  selectRegisters,
  toMovementRecord,
  toRegisterRecord,
  toToldMovement,
} from "../register-row.ts";
import type {
  Binding,
  MovementRecord,
  NewRegister,
  RegisterChange,
  RegisterRecord,
  ToldMovement,
  TriedVerdict,
} from "../registers.ts";
import { prepared, transaction } from "./database.ts";
import { openLedger } from "./judge.ts";

export function registers(db: DatabaseSync): RegisterRecord[] {
  const bindings = prepared(
    db,
    "SELECT inbox, register, action, answer FROM bindings ORDER BY inbox",
  ).all() as BindingRow[];
  const rows = prepared(db, selectRegisters).all() as RegisterRow[];
  return rows.map((row) => toRegisterRecord(row, bindings));
}

export function addRegister(
  db: DatabaseSync,
  now: number,
  { name, title = "", kind, rules, entriesFrom, keepDays = 0, origin = "dashboard" }: NewRegister,
): "added" | "name-taken" | "no-such-register" {
  return transaction(db, () => {
    const list = entriesFrom === undefined ? null : findList(db, entriesFrom);
    if (list === undefined) return "no-such-register";
    const { changes, lastInsertRowid } = prepared(
      db,
      `INSERT INTO registers (name, title, kind, rules, entries_from, keep_days, origin, created_at)
       VALUES (?, nullif(?, ''), ?, ?, ?, nullif(?, 0), ?, ?) ON CONFLICT (name) DO NOTHING`,
    ).run(name, title, kind, JSON.stringify(rules), list, keepDays, origin, now);
    if (changes === 0) return "name-taken";
    prepared(db, "INSERT INTO counters (register) VALUES (?)").run(lastInsertRowid);
    return "added";
  });
}

/** Returns the id of the register that really has the entries. */
function findList(db: DatabaseSync, name: string): number | undefined {
  const row = prepared(
    db,
    "SELECT coalesce(entries_from, id) AS id FROM registers WHERE name = ?",
  ).get(name);
  return row?.id as number | undefined;
}

export function changeRegister(
  db: DatabaseSync,
  now: number,
  name: string,
  { title, rules, keepDays, origin, revision }: RegisterChange,
): "changed" | "no-such-register" | "changed-meanwhile" {
  return transaction(db, () => {
    const found = prepared(db, "SELECT revision FROM registers WHERE name = ?").get(name);
    if (!found) return "no-such-register";
    if (revision !== undefined && revision !== found.revision) return "changed-meanwhile";
    prepared(
      db,
      `UPDATE registers SET
         title = iif(:title IS NULL, title, nullif(:title, '')),
         rules = coalesce(:rules, rules),
         keep_days = iif(:keepDays IS NULL, keep_days, nullif(:keepDays, 0)),
         origin = coalesce(:origin, origin),
         revision = revision + 1,
         changed_at = :now
       WHERE name = :name`,
    ).run({
      name,
      title: title ?? null,
      rules: rules === undefined ? null : JSON.stringify(rules),
      keepDays: keepDays ?? null,
      origin: origin ?? null,
      now,
    });
    return "changed";
  });
}

/** Call after `emptyBatch` has deleted the entries. */
export function removeRegister(
  db: DatabaseSync,
  name: string,
): "removed" | "no-such-register" | "borrowed" {
  return transaction(db, () => {
    const found = prepared(db, "SELECT id FROM registers WHERE name = ?").get(name);
    if (!found) return "no-such-register";
    if (isBorrowed(db, name)) return "borrowed";
    prepared(db, "DELETE FROM registers WHERE id = ?").run(found.id as number);
    return "removed";
  });
}

export function isBorrowed(db: DatabaseSync, name: string): boolean {
  return (
    prepared(
      db,
      "SELECT 1 FROM registers WHERE entries_from = (SELECT id FROM registers WHERE name = ?)",
    ).get(name) !== undefined
  );
}

export function bindInbox(
  db: DatabaseSync,
  inbox: string,
  binding: (Omit<Binding, "inbox"> & { register: string }) | undefined,
): "bound" | "no-such-inbox" | "no-such-register" {
  return transaction(db, () => {
    if (!prepared(db, "SELECT 1 FROM inboxes WHERE name = ?").get(inbox)) return "no-such-inbox";
    if (!binding) {
      prepared(db, "DELETE FROM bindings WHERE inbox = ?").run(inbox);
      return "bound";
    }
    const register = prepared(db, "SELECT id FROM registers WHERE name = ?").get(binding.register);
    if (!register) return "no-such-register";
    prepared(
      db,
      `INSERT INTO bindings (inbox, register, action, answer) VALUES (?, ?, ?, ?)
       ON CONFLICT (inbox) DO UPDATE SET register = excluded.register, action = excluded.action, answer = excluded.answer`,
    ).run(inbox, register.id as number, binding.action, binding.answer);
    return "bound";
  });
}

export function countRefused(db: DatabaseSync, id: number): Partial<Record<Code, number>> {
  const rows = prepared(
    db,
    `SELECT code, count(*) AS movements FROM movements
     WHERE register = ? AND result = 'no' AND action <> 'undo' GROUP BY code ORDER BY code`,
  ).all(id);
  return Object.fromEntries(rows.map(({ code, movements }) => [code, movements]));
}

export function movements(
  db: DatabaseSync,
  id: number,
  { entry, before, limit }: { entry?: number; before?: number; limit: number },
): MovementRecord[] {
  const rows = prepared(
    db,
    `SELECT ${movementColumns}
     FROM movements LEFT JOIN entries ON entries.id = entry
     WHERE movements.register = :id AND (:entry IS NULL OR entry = :entry)
       AND (:before IS NULL OR movements.id < :before)
     ORDER BY movements.id DESC LIMIT :limit`,
  ).all({ id, entry: entry ?? null, before: before ?? null, limit });
  return (rows as MovementRow[]).map(toMovementRecord);
}

export function toldMovements(
  db: DatabaseSync,
  id: number,
  { after, limit }: { after: number; limit: number },
): ToldMovement[] {
  const register = prepared(
    db,
    `SELECT ${ledgerColumns} FROM registers JOIN counters ON counters.register = id WHERE id = ?`,
  ).get(id);
  const rows = prepared(
    db,
    `SELECT ${movementColumns}, reply FROM movements LEFT JOIN entries ON entries.id = entry
     WHERE movements.register = ? AND movements.id > ? ORDER BY movements.id LIMIT ?`,
  ).all(id, after, limit) as (MovementRow & { reply: string | null })[];
  return rows.map((row) => toToldMovement(row, register as LedgerRow));
}

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
