import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { StoreUnavailable } from "../unavailable.ts";
import { transaction } from "./database.ts";
import { foldDatabase } from "./fold-database.ts";
import { indexScans, indexTags } from "./search.ts";

/** The folder of the numbered SQL files that create the tables of the store. */
export const migrationsFolder = new URL("../../../migrations/", import.meta.url);

/**
 * Applies every migration that is not recorded yet, in order, each in its own transaction. Several
 * processes may do so at the same time. Throws `StoreUnavailable` (`newer`) if the database has a
 * migration that this program does not know.
 */
export function migrate(db: DatabaseSync, now: () => Date, folder = migrationsFolder): void {
  const known = knownMigrations(folder);
  for (const name of known) {
    const number = numberOf(name);
    if (lastApplied(db).number >= number) continue;
    transaction(db, () => {
      // Check again under the lock, because another process may have applied the migration
      // meanwhile.
      if (lastApplied(db).number >= number) return;
      db.exec(`${createTableSql}; ${readFileSync(new URL(name, folder), "utf8")}`);
      stepsInCode[name]?.(db);
      db.prepare("INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, ?)").run(
        number,
        name,
        now().getTime(),
      );
    });
  }
  const applied = lastApplied(db);
  if (applied.number > numberOf(known.at(-1)!)) throw newerError(applied.name);
}

/** Steps that SQL cannot express, by migration. Each runs in the transaction of its migration. */
const stepsInCode: Readonly<Record<string, (db: DatabaseSync) => void>> = {
  "0007_ends_of_words.sql": (db) => {
    indexScans(db, "");
    indexTags(db, "");
  },
  "0018_folded.sql": foldDatabase,
};

/**
 * Lists the migrations that opening a database would apply to its data. Returns an empty list for a
 * file that is missing, empty or unreadable; opening it reports the problem.
 */
export function listDueMigrations(path: string): string[] {
  try {
    using db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    const { number } = lastApplied(db);
    return number === 0 ? [] : knownMigrations().filter((name) => numberOf(name) > number);
  } catch {
    return [];
  }
}

/** Lists the names of all migrations of this program in order. */
export function knownMigrations(folder = migrationsFolder): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort();
}

const createTableSql =
  "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT";

function lastApplied(db: DatabaseSync): { number: number; name: string } {
  const none = { number: 0, name: "" };
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get()) return none;
  const row = db.prepare("SELECT number, name FROM migrations ORDER BY number DESC LIMIT 1").get();
  return (row as typeof none | undefined) ?? none;
}

function numberOf(name: string): number {
  return Number(name.slice(0, 4));
}

function newerError(name: string): StoreUnavailable {
  return new StoreUnavailable(
    "newer",
    `This data folder was last used by a newer Scanhook (it has "${name}"). Start that version or a later one, or point --data at another folder.`,
  );
}
