import { closeSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const fileName = "running.lock";

/** Shorter than a hub takes to start, and longer than it takes to remove the folder as a whole. */
const checkEveryMs = 250;

/**
 * Locks a data folder for a hub, until the returned function is called or the process ends, however
 * it ends. Returns undefined if another hub has the lock. SQLite takes the lock, because Node
 * itself offers none that the system releases. The lock is on the file and not on its name, so a
 * file that somebody deletes or replaces is made and locked again. A folder in which no lock can be
 * taken, as on a full disk, counts as free.
 */
export function lockDataFolder(dir: string): (() => void) | undefined {
  const path = join(dir, fileName);
  // A hub that is just closing gets a moment.
  const first = lockFile(path, 2000);
  if (first === "taken") return undefined;
  if (first === "impossible") return () => {};
  let lock = first;
  const lockAgain = () => {
    if (readFileNumber(path) === lock.fileNumber) return;
    const next = lockFile(path, 0);
    if (typeof next === "string") return;
    lock.db.close();
    lock = next;
  };
  const timer = setInterval(lockAgain, checkEveryMs).unref();
  return () => {
    clearInterval(timer);
    lock.db.close();
  };
}

type Lock = { db: DatabaseSync; fileNumber: bigint | undefined };

function lockFile(path: string, busyMs: number): Lock | "taken" | "impossible" {
  let db: DatabaseSync | undefined;
  try {
    closeSync(openSync(path, "a", 0o600));
    db = new DatabaseSync(path, { timeout: busyMs });
    db.exec("BEGIN EXCLUSIVE");
    return { db, fileNumber: readFileNumber(path) };
  } catch (error) {
    db?.close();
    const { errcode } = error as { errcode?: number };
    const isTaken = errcode === 5 || errcode === 6; // SQLITE_BUSY, SQLITE_LOCKED
    return isTaken ? "taken" : "impossible";
  }
}

/** Returns the number that the file system has for a file; undefined if there is none. */
function readFileNumber(path: string): bigint | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
  } catch {
    // Somebody took the right to look into the folder.
    return undefined;
  }
}
