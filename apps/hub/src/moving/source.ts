import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Origin } from "../store/routing.ts";
import { migrate } from "../store/sqlite/migrate.ts";
import { databaseName } from "../store/sqlite/open.ts";
import { toStoreUnavailable } from "../store/sqlite/unavailable.ts";
import type { Row, Table, Type, Value } from "./table.ts";

export type Source = {
  /** Identifies the hub: the time at which its database was created, in milliseconds since 1970. */
  id: string;
  /** How many days the journal of changes is kept, or null for good, and who keeps that. */
  changes: { keepDays: number | null; origin: Origin };
  count(table: Table): number;
  /** Returns the greatest id that the table has ever assigned. */
  lastAssignedId(table: Table): number;
  /** Returns the rows whose key follows `after`, or all rows, sorted by key. */
  rows(table: Table, after: readonly Value[] | undefined): Iterable<Row>;
  close(): void;
};

/**
 * Opens the store in a data folder, and locks out all other processes until it is closed. Returns a
 * reason for the user if there is no store or a hub is using it. Throws `StoreUnavailable`.
 */
export function openSource(dir: string): Source | { reason: string } {
  const path = join(dir, databaseName);
  if (!existsSync(path)) {
    return {
      reason: `${dir} is not the data folder of a hub. Name the right one with --from DIR.`,
    };
  }
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 500 });
    db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
    // Data of an older release is migrated first, as by a hub at its start.
    migrate(db, () => new Date());
    return toSource(db);
  } catch (error) {
    db?.close();
    const unavailable = toStoreUnavailable(error, path);
    if (unavailable.problem !== "busy") throw unavailable;
    return { reason: `A hub is running on ${dir}. Stop it first, and then start this again.` };
  }
}

function toSource(db: DatabaseSync): Source {
  const queryRow = (sql: string) => db.prepare(sql).get() as Record<string, Value>;
  return {
    id: String(queryRow("SELECT applied_at FROM migrations ORDER BY number LIMIT 1").applied_at),
    changes: queryRow(
      "SELECT changes_keep_days AS keepDays, changes_origin AS origin FROM owner",
    ) as Source["changes"],
    count: ({ name }) => queryRow(`SELECT count(*) AS count FROM ${name}`).count as number,
    lastAssignedId(table) {
      const { last } = queryRow(
        `SELECT max((SELECT coalesce(max(id), 0) FROM ${table.name}),
           (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = '${table.name}')) AS last`,
      );
      return last as number;
    },
    *rows({ name, columns, key }, after) {
      const order = key.join(", ");
      const where = after ? `WHERE (${order}) > (${key.map(() => "?").join(", ")})` : "";
      const sql = `SELECT ${Object.keys(columns).join(", ")} FROM ${name} ${where} ORDER BY ${order}`;
      for (const row of db.prepare(sql).iterate(...((after ?? []) as Exclude<Value, boolean>[]))) {
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
