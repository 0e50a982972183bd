// Runs in its own thread, because reading a whole database takes long and the command must react to
// Ctrl+C meanwhile.
import type { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { checkChain } from "../audit/check-chain.ts";
import { auditedInboxes, head, listChainRows } from "../store/sqlite/audit-trail.ts";
import { openForReading } from "../store/sqlite/database.ts";
import { knownMigrations } from "../store/sqlite/migrate.ts";
import { isFromOutside } from "../store/sqlite/unavailable.ts";
import type { CheckedDatabase } from "./check-database.ts";

async function checkFile(path: string): Promise<CheckedDatabase> {
  using db = openForReading(path, { busyMs: 0 });
  db.exec("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;");
  const [integrity] = db.prepare("PRAGMA integrity_check(1)").all() as {
    integrity_check: string;
  }[];
  if (integrity?.integrity_check !== "ok") {
    return { ok: false, reason: `is damaged (${integrity?.integrity_check}).` };
  }
  const knownNames = knownMigrations();
  const applied = appliedMigrations(db);
  const unknownMigration = applied.find((name, index) => name !== knownNames[index]);
  if (unknownMigration !== undefined) {
    return {
      ok: false,
      reason: `has "${unknownMigration}", which this Scanhook does not know. Use the version that made it, or a later one.`,
    };
  }
  if (applied.length === 0) return { ok: false, reason: "is not the database of a hub." };
  const { scans } = db.prepare("SELECT count(*) AS scans FROM scans").get() as { scans: number };
  const heads = [];
  for (const inbox of hasTable(db, "audits") ? auditedInboxes(db) : []) {
    const recordedHead = head(db, inbox);
    const chainCheck = await checkChain(
      (after, limit) => listChainRows(db, inbox, after, limit),
      recordedHead ? [recordedHead] : [],
    );
    if (!chainCheck.ok) {
      return { ok: false, reason: `has an invalid audit trail: ${chainCheck.reason}` };
    }
    if (chainCheck.head) heads.push({ inbox, ...chainCheck.head });
  }
  return { ok: true, scans, migration: applied.at(-1)!, heads };
}

function appliedMigrations(db: DatabaseSync): string[] {
  if (!hasTable(db, "migrations")) return [];
  const rows = db.prepare("SELECT name FROM migrations ORDER BY number").all();
  return rows.map(({ name }) => String(name));
}

function hasTable(db: DatabaseSync, name: string): boolean {
  const sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?";
  return db.prepare(sql).get(name) !== undefined;
}

checkFile(workerData as string)
  .catch((error: unknown): CheckedDatabase => {
    if (!isFromOutside(error)) throw error;
    return { ok: false, reason: `cannot be read (${(error as Error).message})` };
  })
  .then((result) => parentPort!.postMessage(result));
