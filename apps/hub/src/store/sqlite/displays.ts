import type { DatabaseSync } from "node:sqlite";
import {
  type DisplayedRow,
  type DisplayRow,
  displayColumns,
  toDisplayRecord,
  toDisplayView,
} from "../display-row.ts";
import { type DisplayRecord, type DisplayView, searchedMovements } from "../displays.ts";
import { ledgerColumns, type MovementRow, movementColumns } from "../register-row.ts";
import { prepared, transaction } from "./database.ts";

export function addDisplay(
  db: DatabaseSync,
  now: number,
  register: number,
  { hash, door, names }: { hash: string; door?: string; names: boolean },
): DisplayRecord | "no-such-register" {
  return transaction(db, () => {
    const row = prepared(
      db,
      `INSERT INTO displays (register, hash, door, names, created_at)
       SELECT id, ?, ?, ?, ? FROM registers WHERE id = ? RETURNING ${displayColumns}`,
    ).get(hash, door ?? null, Number(names), now, register);
    return row ? toDisplayRecord(row as DisplayRow) : "no-such-register";
  });
}

export function displays(db: DatabaseSync, register: number): DisplayRecord[] {
  const rows = prepared(
    db,
    `SELECT ${displayColumns} FROM displays WHERE register = ? ORDER BY id`,
  ).all(register) as DisplayRow[];
  return rows.map(toDisplayRecord);
}

export function removeDisplay(db: DatabaseSync, register: number, id: number): boolean {
  const { changes } = prepared(db, "DELETE FROM displays WHERE register = ? AND id = ?").run(
    register,
    id,
  );
  return changes === 1;
}

export function viewDisplay(db: DatabaseSync, hash: string): DisplayView | undefined {
  const row = prepared(
    db,
    `SELECT door, names, ${ledgerColumns}
     FROM displays JOIN registers ON registers.id = displays.register
     JOIN counters ON counters.register = registers.id WHERE hash = ?`,
  ).get(hash) as DisplayedRow | undefined;
  if (!row) return undefined;
  const last = prepared(
    db,
    `SELECT ${movementColumns}, reply
     FROM movements LEFT JOIN entries ON entries.id = entry
     WHERE movements.register = :id AND door = coalesce(:door, door) AND movements.id >= (
       SELECT min(id) FROM (
         SELECT id FROM movements WHERE register = :id ORDER BY id DESC LIMIT ${searchedMovements}
       )
     )
     ORDER BY movements.id DESC LIMIT 1`,
  ).get({ id: row.id, door: row.door });
  return toDisplayView(row, last as (MovementRow & { reply: string | null }) | undefined);
}
