import {
  type DisplayedRow,
  type DisplayRow,
  displayColumns,
  toDisplayRecord,
  toDisplayView,
} from "../display-row.ts";
import { type DisplayRecord, type DisplayView, searchedMovements } from "../displays.ts";
import { ledgerColumns, type MovementRow, movementColumns } from "../register-row.ts";
import type { Query } from "./database.ts";

export async function addDisplay(
  query: Query,
  now: number,
  register: number,
  { hash, door, names }: { hash: string; door?: string; names: boolean },
): Promise<DisplayRecord | "no-such-register"> {
  const [row] = await query<DisplayRow>(
    `INSERT INTO displays (register, hash, door, names, created_at)
     SELECT id, $2, $3, $4, $5 FROM registers WHERE id = $1 FOR KEY SHARE RETURNING ${displayColumns}`,
    [register, hash, door ?? null, names, now],
  );
  return row ? toDisplayRecord(row) : "no-such-register";
}

export async function displays(query: Query, register: number): Promise<DisplayRecord[]> {
  const rows = await query<DisplayRow>(
    `SELECT ${displayColumns} FROM displays WHERE register = $1 ORDER BY id`,
    [register],
  );
  return rows.map(toDisplayRecord);
}

export async function removeDisplay(query: Query, register: number, id: number): Promise<boolean> {
  const rows = await query("DELETE FROM displays WHERE register = $1 AND id = $2 RETURNING 1", [
    register,
    id,
  ]);
  return rows.length === 1;
}

export async function viewDisplay(query: Query, hash: string): Promise<DisplayView | undefined> {
  const [row] = await query<DisplayedRow>(
    `SELECT door, names, ${ledgerColumns}
     FROM displays JOIN registers ON registers.id = displays.register
     JOIN counters ON counters.register = registers.id WHERE hash = $1`,
    [hash],
    "view-display",
  );
  if (!row) return undefined;
  const [last] = await query<MovementRow & { reply: string | null }>(
    `SELECT ${movementColumns}, reply
     FROM movements LEFT JOIN entries ON entries.id = entry
     WHERE movements.register = $1 AND door = coalesce($2, door) AND movements.id >= (
       SELECT min(id) FROM (SELECT id FROM movements WHERE register = $1 ORDER BY id DESC LIMIT $3) AS newest
     )
     ORDER BY movements.id DESC LIMIT 1`,
    [row.id, row.door, searchedMovements],
    "view-last-movement",
  );
  return toDisplayView(row, last);
}
