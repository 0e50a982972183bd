import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrate } from "../store/sqlite/migrate.ts";
import { databaseName } from "../store/sqlite/open.ts";
import { toTrouble } from "../store/sqlite/trouble.ts";
import type { Row, Table, Type, Value } from "./tables.ts";

export type Source = {
  /** Tells this hub from every other: when its database was made, to the millisecond. */
  id: string;
  passwordHash: string | null;
  count(table: Table): number;
  /** The greatest number its counter ever gave. */
  lastGiven(table: Table): number;
  /** The rows that come after this key, in the order of the keys. */
  rows(table: Table, after: readonly Value[] | undefined): Iterable<Row>;
  close(): void;
};

/**
 * Opens the store in a data folder and keeps everybody else out of it until it is closed. A sentence when that cannot
 * be. Throws `StoreUnavailable`.
 */
export function openSource(dir: string): Source | { reason: string } {
  const path = join(dir, databaseName);
  if (!existsSync(path)) {
    return { reason: `${dir} is not a hub's data folder; name the right one with --from DIR.` };
  }
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 500 });
    db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
    // What an older program left is brought up to date first, as the hub would do at its start.
    migrate(db, () => new Date());
    return toSource(db);
  } catch (error) {
    db?.close();
    const trouble = toTrouble(error, path);
    if (trouble.trouble !== "busy") throw trouble;
    return { reason: `A hub is running on ${dir}; stop it first, then start this again.` };
  }
}

function toSource(db: DatabaseSync): Source {
  const first = (sql: string) => db.prepare(sql).get() as Record<string, Value>;
  return {
    id: String(first("SELECT applied_at FROM migrations ORDER BY number LIMIT 1").applied_at),
    passwordHash: first("SELECT password_hash FROM owner").password_hash as string | null,
    count: ({ name }) => first(`SELECT count(*) AS count FROM ${name}`).count as number,
    lastGiven(table) {
      const { last } = first(
        `SELECT max((SELECT coalesce(max(id), 0) FROM ${table.name}),
           (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = '${table.name}')) AS last`,
      );
      return last as number;
    },
    *rows({ name, columns, key }, after) {
      const order = key.join(", ");
      const where = after ? `WHERE (${order}) > (${key.map(() => "?").join(", ")})` : "";
      const sql = `SELECT ${Object.keys(columns).join(", ")} FROM ${name} ${where} ORDER BY ${order}`;
      for (const row of db.prepare(sql).iterate(...((after ?? []) as (string | number)[]))) {
        yield toRow(columns, row);
      }
    },
    close: () => db.close(),
  };
}

function toRow(columns: Record<string, Type>, row: Record<string, unknown>): Row {
  return Object.fromEntries(
    Object.entries(columns).map(([name, type]) => [name, toValue(type, row[name])]),
  );
}

function toValue(type: Type, value: unknown): Value {
  if (value instanceof Uint8Array) return Buffer.from(value);
  return type === "boolean" && value !== null ? value === 1 : (value as Value);
}
