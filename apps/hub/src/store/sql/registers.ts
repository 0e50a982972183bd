import type { Code } from "../../registers/verdict.ts";
import { type LedgerRow, ledgerColumns, ledgerTables } from "../ledger-row.ts";
import {
  type MovementRow,
  movementColumns,
  movementTables,
  toMovementRecord,
  toToldMovement,
} from "../movement-row.ts";
import type { MovementRecord, ToldMovement } from "../movements.ts";
import {
  type BindingRow,
  type RegisterRow,
  selectRegisters,
  toRegisterRecord,
} from "../register-row.ts";
import type {
  Binding,
  CountedRegister,
  NewRegister,
  RegisterChange,
  RegisterRecord,
} from "../registers.ts";
import type { SealedSecrets } from "../routing.ts";
import { orNull, toJson } from "./edits.ts";
import { forKeyShare, forNoKeyUpdate, lockScans } from "./locks.ts";
import { assignments, perDatabase, rawSql, type Steps, sql } from "./sql.ts";

export function* registers(): Steps<RegisterRecord[]> {
  const bindings = yield* sql<BindingRow>`
    SELECT inbox, register, action, answer FROM bindings ORDER BY inbox`;
  const rows = yield* sql<RegisterRow>`${rawSql(selectRegisters)}`;
  return rows.map((row) => toRegisterRecord(row, bindings));
}

export function* inboxesOfRegister(name: string): Steps<string[] | undefined> {
  const rows = yield* sql<{ inbox: string | null }>`
    SELECT bindings.inbox FROM registers LEFT JOIN bindings ON bindings.register = registers.id
    WHERE registers.name = ${name} ORDER BY bindings.inbox`;
  return rows.length === 0 ? undefined : rows.flatMap(({ inbox }) => inbox ?? []);
}

export function* registerSecrets(name: string): Steps<SealedSecrets> {
  const [row] = yield* sql<{ secrets: string | null }>`
    SELECT secrets FROM registers WHERE name = ${name}`;
  return JSON.parse(row?.secrets ?? "{}");
}

export function* countedRegisters(): Steps<CountedRegister[]> {
  const counts = yield* sql<{ id: number; count: number }>`
    SELECT registers.id, (
      SELECT count(*) FROM entries
      WHERE entries.register = coalesce(registers.entries_from, registers.id)
    ) AS count FROM registers`;
  const countOf = new Map(counts.map(({ id, count }) => [id, count]));
  const found = yield* registers();
  return found.map((register) => ({ ...register, entries: countOf.get(register.id) ?? 0 }));
}

export function* addRegister(
  now: number,
  {
    name,
    title,
    kind,
    rules,
    entriesFrom,
    peopleFrom,
    keepDays,
    secrets,
    origin = "dashboard",
  }: NewRegister,
): Steps<"added" | "name-taken" | "no-such-register"> {
  // If the named register borrows its entries, the new one borrows them from the same register.
  const [list] = yield* sql<{ id: number }>`
    SELECT coalesce(entries_from, id) AS id FROM registers WHERE name = ${entriesFrom}`;
  const [people] = yield* sql<{ id: number }>`
    SELECT coalesce(entries_from, id) AS id FROM registers WHERE name = ${peopleFrom}`;
  if ((entriesFrom !== undefined && !list) || (peopleFrom !== undefined && !people))
    return "no-such-register";
  const [added] = yield* sql<{ id: number }>`
    INSERT INTO registers (name, title, kind, rules, entries_from, people_from, keep_days, secrets,
      origin, created_at)
    VALUES (${name}, ${orNull(title, "")}, ${kind}, ${toJson(rules)}, ${list?.id}, ${people?.id},
      ${orNull(keepDays, 0)}, ${toJson(secrets)}, ${origin}, ${now})
    ON CONFLICT (name) DO NOTHING RETURNING id`;
  if (!added) return "name-taken";
  yield* sql`INSERT INTO counters (register) VALUES (${added.id})`;
  return "added";
}

export function* changeRegister(
  now: number,
  name: string,
  { title, rules, keepDays, secrets, origin, revision }: RegisterChange,
): Steps<"changed" | "no-such-register" | "changed-meanwhile"> {
  const [found] = yield* sql<{ revision: number; secrets: string | null }>`
    SELECT revision, secrets FROM registers WHERE name = ${name} ${forNoKeyUpdate}`;
  if (!found) return "no-such-register";
  if (revision !== undefined && revision !== found.revision) return "changed-meanwhile";
  const columns = assignments({
    title: orNull(title, ""),
    rules: toJson(rules),
    keep_days: orNull(keepDays, 0),
    secrets: secrets && mergeSecrets(found.secrets, secrets),
    origin,
    revision: rawSql("revision + 1"),
    changed_at: now,
  });
  yield* sql`UPDATE registers SET ${columns} WHERE name = ${name}`;
  return "changed";
}

/** Returns stored secrets with a change of some of them, as JSON; null without any. */
function mergeSecrets(stored: string | null, change: Record<string, string | null>) {
  const merged = { ...JSON.parse(stored ?? "{}"), ...change };
  const kept = Object.entries(merged).filter(([, sealed]) => sealed !== null);
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept));
}

/** Removes a register. Call it after `deleteEntriesBatch` has deleted the entries. */
export function* removeRegister(name: string): Steps<"removed" | "no-such-register" | "borrowed"> {
  yield* lockScans;
  if (yield* isBorrowed(name)) return "borrowed";
  const rows = yield* sql`DELETE FROM registers WHERE name = ${name} RETURNING 1`;
  return rows.length === 1 ? "removed" : "no-such-register";
}

/** Returns whether another register borrows entries or people from the one with this name. */
export function* isBorrowed(name: string): Steps<boolean> {
  const rows = yield* sql`
    SELECT 1 FROM registers AS borrowing
    JOIN registers AS lender ON lender.id IN (borrowing.entries_from, borrowing.people_from)
    WHERE lender.name = ${name} LIMIT 1`;
  return rows.length > 0;
}

export function* bindInbox(
  inbox: string,
  binding: (Omit<Binding, "inbox"> & { register: string }) | undefined,
): Steps<"bound" | "no-such-inbox" | "no-such-register"> {
  const [found] = yield* sql`SELECT 1 FROM inboxes WHERE name = ${inbox} ${forKeyShare}`;
  if (!found) return "no-such-inbox";
  if (!binding) {
    yield* sql`DELETE FROM bindings WHERE inbox = ${inbox}`;
    return "bound";
  }
  const bound = yield* sql`
    INSERT INTO bindings (inbox, register, action, answer)
    SELECT ${inbox}, id, ${binding.action}, ${binding.answer} FROM registers
    WHERE name = ${binding.register} ${forKeyShare}
    ON CONFLICT (inbox) DO UPDATE SET register = excluded.register, action = excluded.action,
      answer = excluded.answer
    RETURNING 1`;
  return bound.length === 1 ? "bound" : "no-such-register";
}

const byBytes = perDatabase({ postgres: rawSql('COLLATE "C"') });

export function* countRefused(id: number): Steps<Partial<Record<Code, number>>> {
  const rows = yield* sql<{ code: Code; movements: number }>`
    SELECT code, count(*) AS movements FROM movements
    WHERE register = ${id} AND result = 'no' AND action <> 'undo'
    GROUP BY code ORDER BY code ${byBytes}`;
  return Object.fromEntries(rows.map(({ code, movements }) => [code, movements]));
}

export function* movements(
  id: number,
  { entry, before, limit }: { entry?: number; before?: number; limit: number },
): Steps<MovementRecord[]> {
  const ofEntry = entry === undefined ? rawSql("") : sql`AND movements.entry = ${entry}`;
  const older = before === undefined ? rawSql("") : sql`AND movements.id < ${before}`;
  const rows = yield* sql<MovementRow>`
    SELECT ${rawSql(movementColumns)} FROM ${rawSql(movementTables)}
    WHERE movements.register = ${id} ${ofEntry} ${older}
    ORDER BY movements.id DESC LIMIT ${limit}`;
  return rows.map(toMovementRecord);
}

export function* putDown(inbox: string, user: string): Steps<void> {
  yield* sql`DELETE FROM hands WHERE inbox = ${inbox} AND ${userColumn} = ${user}`;
}

/** A word of PostgreSQL. */
const userColumn = rawSql('"user"');

export function* toldMovements(
  id: number,
  { after, limit }: { after: number; limit: number },
): Steps<ToldMovement[]> {
  const [register] = yield* sql<LedgerRow>`
    SELECT ${rawSql(ledgerColumns)}
    FROM ${rawSql(ledgerTables)} WHERE registers.id = ${id}`;
  if (!register) return [];
  const rows = yield* sql<MovementRow & { reply: string | null }>`
    SELECT ${rawSql(movementColumns)}, reply FROM ${rawSql(movementTables)}
    WHERE movements.register = ${id} AND movements.id > ${after}
    ORDER BY movements.id LIMIT ${limit}`;
  return rows.map((row) => toToldMovement(row, register));
}
