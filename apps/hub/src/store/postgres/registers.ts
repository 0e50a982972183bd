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
import type { Query } from "./database.ts";
import { readLedger } from "./judge.ts";

export async function registers(query: Query): Promise<RegisterRecord[]> {
  const bindings = await query<BindingRow>(
    "SELECT inbox, register, action, answer FROM bindings ORDER BY inbox",
  );
  const rows = await query<RegisterRow>(selectRegisters);
  return rows.map((row) => toRegisterRecord(row, bindings));
}

/** Call inside a transaction. */
export async function addRegister(
  query: Query,
  now: number,
  { name, title = "", kind, rules, entriesFrom, keepDays = 0, origin = "dashboard" }: NewRegister,
): Promise<"added" | "name-taken" | "no-such-register"> {
  // Returns the register that really has the entries.
  const [list] = await query<{ id: number }>(
    "SELECT coalesce(entries_from, id) AS id FROM registers WHERE name = $1",
    [entriesFrom ?? null],
  );
  if (entriesFrom !== undefined && !list) return "no-such-register";
  const [added] = await query<{ id: number }>(
    `INSERT INTO registers (name, title, kind, rules, entries_from, keep_days, origin, created_at)
     VALUES ($1, nullif($2, ''), $3, $4, $5, nullif($6::bigint, 0), $7, $8) ON CONFLICT (name) DO NOTHING RETURNING id`,
    [name, title, kind, JSON.stringify(rules), list?.id ?? null, keepDays, origin, now],
  );
  if (!added) return "name-taken";
  await query("INSERT INTO counters (register) VALUES ($1)", [added.id]);
  return "added";
}

/** Call inside a transaction. */
export async function changeRegister(
  query: Query,
  now: number,
  name: string,
  { title, rules, keepDays, origin, revision }: RegisterChange,
): Promise<"changed" | "no-such-register" | "changed-meanwhile"> {
  const [found] = await query<{ revision: number }>(
    "SELECT revision FROM registers WHERE name = $1 FOR NO KEY UPDATE",
    [name],
  );
  if (!found) return "no-such-register";
  if (revision !== undefined && revision !== found.revision) return "changed-meanwhile";
  await query(
    `UPDATE registers SET
       title = CASE WHEN $2::text IS NULL THEN title ELSE nullif($2, '') END,
       rules = coalesce($3, rules),
       keep_days = CASE WHEN $4::bigint IS NULL THEN keep_days ELSE nullif($4, 0) END,
       origin = coalesce($6, origin),
       revision = revision + 1,
       changed_at = $5
     WHERE name = $1`,
    [
      name,
      title ?? null,
      rules === undefined ? null : JSON.stringify(rules),
      keepDays ?? null,
      now,
      origin ?? null,
    ],
  );
  return "changed";
}

/** Call inside a transaction, after `emptyBatch` has deleted the entries. */
export async function removeRegister(
  query: Query,
  name: string,
): Promise<"removed" | "no-such-register" | "borrowed"> {
  await query("SELECT lock_scans()");
  if (await isBorrowed(query, name)) return "borrowed";
  const rows = await query("DELETE FROM registers WHERE name = $1 RETURNING 1", [name]);
  return rows.length === 1 ? "removed" : "no-such-register";
}

export async function isBorrowed(query: Query, name: string): Promise<boolean> {
  const rows = await query(
    "SELECT FROM registers WHERE entries_from = (SELECT id FROM registers WHERE name = $1) LIMIT 1",
    [name],
  );
  return rows.length > 0;
}

/** Call inside a transaction. */
export async function bindInbox(
  query: Query,
  inbox: string,
  binding: (Omit<Binding, "inbox"> & { register: string }) | undefined,
): Promise<"bound" | "no-such-inbox" | "no-such-register"> {
  const found = await query("SELECT FROM inboxes WHERE name = $1 FOR KEY SHARE", [inbox]);
  if (found.length === 0) return "no-such-inbox";
  if (!binding) {
    await query("DELETE FROM bindings WHERE inbox = $1", [inbox]);
    return "bound";
  }
  const bound = await query(
    `INSERT INTO bindings (inbox, register, action, answer)
     SELECT $1, id, $3, $4 FROM registers WHERE name = $2 FOR KEY SHARE
     ON CONFLICT (inbox) DO UPDATE SET register = excluded.register, action = excluded.action, answer = excluded.answer
     RETURNING 1`,
    [inbox, binding.register, binding.action, binding.answer],
  );
  return bound.length === 1 ? "bound" : "no-such-register";
}

export async function countRefused(
  query: Query,
  id: number,
): Promise<Partial<Record<Code, number>>> {
  const rows = await query<{ code: Code; movements: number }>(
    `SELECT code, count(*) AS movements FROM movements
     WHERE register = $1 AND result = 'no' AND action <> 'undo' GROUP BY code ORDER BY code COLLATE "C"`,
    [id],
  );
  return Object.fromEntries(rows.map(({ code, movements }) => [code, movements]));
}

export async function movements(
  query: Query,
  id: number,
  { entry, before, limit }: { entry?: number; before?: number; limit: number },
): Promise<MovementRecord[]> {
  const rows = await query<MovementRow>(
    `SELECT ${movementColumns}
     FROM movements LEFT JOIN entries ON entries.id = entry
     WHERE movements.register = $1 AND ($2::bigint IS NULL OR entry = $2)
       AND ($3::bigint IS NULL OR movements.id < $3)
     ORDER BY movements.id DESC LIMIT $4`,
    [id, entry ?? null, before ?? null, limit],
  );
  return rows.map(toMovementRecord);
}

export async function toldMovements(
  query: Query,
  id: number,
  { after, limit }: { after: number; limit: number },
): Promise<ToldMovement[]> {
  const [register] = await query<LedgerRow>(
    `SELECT ${ledgerColumns} FROM registers JOIN counters ON counters.register = id WHERE id = $1`,
    [id],
  );
  if (!register) return [];
  const rows = await query<MovementRow & { reply: string | null }>(
    `SELECT ${movementColumns}, reply FROM movements LEFT JOIN entries ON entries.id = entry
     WHERE movements.register = $1 AND movements.id > $2 ORDER BY movements.id LIMIT $3`,
    [id, after, limit],
  );
  return rows.map((row) => toToldMovement(row, register));
}

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
