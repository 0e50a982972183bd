import { readdirSync, readFileSync } from "node:fs";
import { StoreUnavailable } from "../unavailable.ts";
import type { Database, Query } from "./database.ts";
import { foldDatabase, foldLateRows } from "./fold-database.ts";

/** The folder of the numbered SQL files that create the tables and functions of the store. */
export const migrationsFolder = new URL("../../../migrations/postgres/", import.meta.url);

/**
 * Applies every migration that is not recorded yet, in order, each in its own transaction. Several
 * nodes may do so at the same time. Rejects with `StoreUnavailable`: `newer` if the database has a
 * migration that this program does not know, `broken` if it cannot hold a store, or has no store
 * and `create` is false.
 */
export async function migrate(
  database: Database,
  { now, create = true }: { now: () => Date; create?: boolean },
  folder = migrationsFolder,
): Promise<void> {
  const known = readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort();
  await checkDatabase(database, create);
  for (const name of known) {
    const number = numberOf(name);
    if ((await greatestApplied(database.query)).number >= number) continue;
    await database.transaction(async (query) => {
      await query("SET LOCAL lock_timeout = '120s'");
      await query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
      await query(createTableSql);
      // Check again under the lock, because another node may have applied the migration meanwhile.
      // The statement above makes this session see tables that were created since.
      if ((await greatestApplied(query)).number >= number) return;
      await query(readFileSync(new URL(name, folder), "utf8"));
      await stepsInCode[name]?.(query);
      await query("INSERT INTO migrations (number, name, applied_at) VALUES ($1, $2, $3)", [
        number,
        name,
        now().getTime(),
      ]);
    });
  }
  const applied = await greatestApplied(database.query);
  if (applied.number > numberOf(known.at(-1)!)) {
    throw new StoreUnavailable(
      "newer",
      `This database was last used by a newer Scanhook (it has "${applied.name}"). Start that version or a later one, or name another database with --database.`,
    );
  }
  await foldLateRows(database.query, now());
}

/** Steps that SQL cannot express, by migration. Each runs in the transaction of its migration. */
const stepsInCode: Readonly<Record<string, (query: Query) => Promise<void>>> = {
  "0017_folded.sql": foldDatabase,
};

// An arbitrary number. `lock_scans()` and `fold_delivery_changes()` use the two next to it.
const migrationLock = 1_935_892_847;

const createTableSql =
  "CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL)";

async function checkDatabase({ query, location }: Database, create: boolean): Promise<void> {
  const [found] = await query(
    `SELECT pg_is_in_recovery() AS replica, current_setting('server_version_num')::integer AS version,
       current_setting('server_encoding') AS encoding,
       ARRAY(SELECT relname::text FROM pg_class
             WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v')) AS tables,
       ARRAY(SELECT attname::text FROM pg_attribute
             WHERE attrelid = to_regclass('migrations') AND attnum > 0) AS columns`,
  );
  const { replica, version, encoding, tables, columns } = found as {
    replica: boolean;
    version: number;
    encoding: string;
    tables: string[];
    columns: string[];
  };
  const refuse = (problem: "broken" | "read-only", message: string) => {
    throw new StoreUnavailable(problem, message);
  };
  if (version < oldestVersion * 10_000) {
    const message = `This is PostgreSQL ${Math.floor(version / 10_000)} (${location}); Scanhook needs ${oldestVersion} or later.`;
    refuse("broken", message);
  }
  if (replica) {
    refuse("read-only", `${location} is a replica that may only be read; name the primary.`);
  }
  if (encoding !== "UTF8") {
    const message = `The database ${location} keeps text as ${encoding}; make one for Scanhook that keeps it as UTF8: createdb --encoding=UTF8 --template=template0 scanhook`;
    refuse("broken", message);
  }
  if (tables.length === 0 && !create) {
    refuse("broken", `There is no Scanhook in the database ${location}; name the right one.`);
  }
  if (
    tables.length > 0 &&
    !["number", "name", "applied_at"].every((column) => columns.includes(column))
  ) {
    const message = `The database ${location} holds something else (${tables.slice(0, 3).join(", ")}); make one for Scanhook alone: createdb scanhook`;
    refuse("broken", message);
  }
}

const oldestVersion = 14;

async function greatestApplied(query: Query): Promise<{ number: number; name: string }> {
  const none = { number: 0, name: "" };
  const [table] = await query("SELECT to_regclass('migrations') IS NOT NULL AS exists");
  if (!table!.exists) return none;
  const [row] = await query<typeof none>(
    "SELECT number, name FROM migrations ORDER BY number DESC LIMIT 1",
  );
  return row ?? none;
}

function numberOf(name: string): number {
  return Number(name.slice(0, 4));
}
