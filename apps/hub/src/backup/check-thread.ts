// Runs as a thread of its own: reading a whole database takes long, and the command must still hear Ctrl+C.
import type { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { checkChain } from "../audit/check-chain.ts";
import { auditedInboxes, chain, head } from "../store/sqlite/audit-trail.ts";
import { openForReading } from "../store/sqlite/database.ts";
import { knownMigrations } from "../store/sqlite/migrate.ts";
import { isFromOutside } from "../store/sqlite/trouble.ts";
import type { CheckedDatabase } from "./check-database.ts";

async function check(path: string): Promise<CheckedDatabase> {
  using db = openForReading(path, { busyMs: 0 });
  db.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;");
  const [first] = db.prepare("PRAGMA integrity_check(1)").all() as { integrity_check: string }[];
  if (first?.integrity_check !== "ok") {
    return { ok: false, reason: `is damaged (${first?.integrity_check}).` };
  }
  const known = knownMigrations();
  const applied = migrationsOf(db);
  const strange = applied.find((name, i) => name !== known[i]);
  if (strange !== undefined) {
    return {
      ok: false,
      reason: `has "${strange}", which this Scanhook does not know; use the one that made it, or a later one.`,
    };
  }
  if (applied.length === 0) return { ok: false, reason: "is not one of a hub." };
  const { scans } = db.prepare("SELECT count(*) AS scans FROM scans").get() as { scans: number };
  const heads = [];
  for (const inbox of hasTable(db, "audits") ? auditedInboxes(db) : []) {
    const noted = head(db, inbox);
    const found = await checkChain(
      (after, limit) => chain(db, inbox, after, limit),
      noted ? [noted] : [],
    );
    if (!found.ok) {
      return { ok: false, reason: `has an audit trail that does not hold: ${found.reason}` };
    }
    if (found.head) heads.push({ inbox, ...found.head });
  }
  return { ok: true, scans, migration: applied.at(-1)!, heads };
}

function migrationsOf(db: DatabaseSync): string[] {
  if (!hasTable(db, "migrations")) return [];
  const rows = db.prepare("SELECT name FROM migrations ORDER BY number").all();
  return rows.map(({ name }) => String(name));
}

function hasTable(db: DatabaseSync, name: string): boolean {
  const sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?";
  return db.prepare(sql).get(name) !== undefined;
}

check(workerData as string)
  .catch((error: unknown): CheckedDatabase => {
    if (!isFromOutside(error)) throw error;
    return { ok: false, reason: `cannot be read (${(error as Error).message})` };
  })
  .then((checked) => parentPort!.postMessage(checked));
