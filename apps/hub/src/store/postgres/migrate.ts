import { readdirSync, readFileSync } from "node:fs";
import { StoreUnavailable } from "../store.ts";
import type { Database, Query } from "./database.ts";

/** The folder of numbered SQL files that makes the store. */
export const migrationsFolder = new URL("../../../migrations/postgres/", import.meta.url);

/**
 * Brings the database to what this program needs: every migration that is not recorded yet, in order, each in a
 * transaction of its own. Safe when several nodes start at once. Throws `StoreUnavailable`: `newer` when the database
 * has a migration this program does not know, `broken` when it is no place for a store, or holds none and `create` is
 * false.
 */
export async function migrate(
  database: Database,
  { now, create = true }: { now: () => Date; create?: boolean },
  folder = migrationsFolder,
): Promise<void> {
  const known = readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort();
  await checkPlace(database, create);
  for (const name of known) {
    const number = numberOf(name);
    if ((await greatestApplied(database.query)).number >= number) continue;
    await database.transaction(async (query) => {
      await query("SET LOCAL lock_timeout = '120s'");
      await query(`SELECT pg_advisory_xact_lock(${migrationLock})`);
      await query(record);
      // Asked again inside the lock: another node may have been faster. And after the statement above, which makes this
      // session look anew at the tables there are.
      if ((await greatestApplied(query)).number >= number) return;
      await query(readFileSync(new URL(name, folder), "utf8"));
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
}

// Any number nobody else uses in this database; the appends have one of their own.
const migrationLock = 1_935_892_847;

const record =
  "CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL)";

async function checkPlace({ query, place }: Database, create: boolean): Promise<void> {
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
  const refuse = (trouble: "broken" | "read-only", sentence: string) => {
    throw new StoreUnavailable(trouble, sentence);
  };
  if (version < oldestVersion * 10_000) {
    const sentence = `This is PostgreSQL ${Math.floor(version / 10_000)} (${place}); Scanhook needs ${oldestVersion} or later.`;
    refuse("broken", sentence);
  }
  if (replica) {
    refuse("read-only", `${place} is a replica that may only be read; name the primary.`);
  }
  if (encoding !== "UTF8") {
    const sentence = `The database ${place} keeps text as ${encoding}; make one for Scanhook that keeps it as UTF8: createdb --encoding=UTF8 --template=template0 scanhook`;
    refuse("broken", sentence);
  }
  if (tables.length === 0 && !create) {
    refuse("broken", `There is no Scanhook in the database ${place}; name the right one.`);
  }
  if (
    tables.length > 0 &&
    !["number", "name", "applied_at"].every((one) => columns.includes(one))
  ) {
    const sentence = `The database ${place} holds something else (${tables.slice(0, 3).join(", ")}); make one for Scanhook alone: createdb scanhook`;
    refuse("broken", sentence);
  }
}

const oldestVersion = 14;

async function greatestApplied(query: Query): Promise<{ number: number; name: string }> {
  const none = { number: 0, name: "" };
  const [there] = await query("SELECT to_regclass('migrations') IS NOT NULL AS there");
  if (!there!.there) return none;
  const [row] = await query<typeof none>(
    "SELECT number, name FROM migrations ORDER BY number DESC LIMIT 1",
  );
  return row ?? none;
}

function numberOf(name: string): number {
  return Number(name.slice(0, 4));
}
