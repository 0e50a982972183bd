import {
  type DisplayedRow,
  type DisplayRow,
  displayColumns,
  toDisplayRecord,
  toDisplayView,
} from "../display-row.ts";
import { type DisplayRecord, type DisplayView, searchedMovements } from "../displays.ts";
import { ledgerColumns, ledgerTables } from "../ledger-row.ts";
import { type MovementRow, movementColumns, movementTables } from "../movement-row.ts";
import { forKeyShare } from "./locks.ts";
import { rawSql, type Steps, sql } from "./sql.ts";

const columns = rawSql(displayColumns);

export function* addDisplay(
  now: number,
  register: number,
  { hash, door, names }: { hash: string; door?: string; names: boolean },
): Steps<DisplayRecord | "no-such-register"> {
  const [row] = yield* sql<DisplayRow>`
    INSERT INTO displays (register, hash, door, names, created_at)
    SELECT id, ${hash}, ${door}, ${names}, ${now}
    FROM registers WHERE id = ${register} ${forKeyShare} RETURNING ${columns}`;
  return row ? toDisplayRecord(row) : "no-such-register";
}

export function* displays(register: number): Steps<DisplayRecord[]> {
  const rows = yield* sql<DisplayRow>`
    SELECT ${columns} FROM displays WHERE register = ${register} ORDER BY id`;
  return rows.map(toDisplayRecord);
}

export function* removeDisplay(register: number, id: number): Steps<boolean> {
  const rows = yield* sql`
    DELETE FROM displays WHERE register = ${register} AND id = ${id} RETURNING 1`;
  return rows.length === 1;
}

export function* viewDisplay(hash: string): Steps<DisplayView | undefined> {
  const [row] = yield* sql<DisplayedRow>`
    SELECT door, names, ${rawSql(ledgerColumns)}
    FROM ${rawSql(ledgerTables)} JOIN displays ON displays.register = registers.id WHERE hash = ${hash}`.named(
    "view-display",
  );
  if (!row) return undefined;
  const [last] = yield* sql<MovementRow & { reply: string | null }>`
    SELECT ${rawSql(movementColumns)}, reply FROM ${rawSql(movementTables)}
    WHERE movements.register = ${row.id} AND door = coalesce(${row.door}, door)
      AND movements.id >= (
        SELECT min(id) FROM (
          SELECT id FROM movements WHERE register = ${row.id} ORDER BY id DESC
          LIMIT ${searchedMovements}
        ) AS newest
      )
    ORDER BY movements.id DESC LIMIT 1`.named("view-last-movement");
  return toDisplayView(row, last);
}
