import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const fileName = "running.lock";

/**
 * Locks a data folder for a hub, until the returned function is called or the process ends, however it ends. Returns
 * undefined if another hub has the lock. SQLite takes the lock, because Node itself offers none that the system releases.
 * A folder in which no lock can be taken, as on a full disk, counts as free.
 */
export function lockDataFolder(dir: string): (() => void) | undefined {
  let db: DatabaseSync | undefined;
  try {
    const path = join(dir, fileName);
    closeSync(openSync(path, "a", 0o600));
    // A hub that is just closing gets a moment.
    db = new DatabaseSync(path, { timeout: 2000 });
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db?.close();
    const { errcode } = error as { errcode?: number };
    const isTaken = errcode === 5 || errcode === 6; // SQLITE_BUSY, SQLITE_LOCKED
    return isTaken ? undefined : () => {};
  }
  const lock = db;
  return () => lock.close();
}
