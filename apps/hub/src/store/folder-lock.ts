import { closeSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const fileName = "running.lock";

/**
 * How often the lock is checked. The interval is shorter than the start of a hub, and longer than
 * the removal of the whole folder.
 */
const checkIntervalMs = 250;

/**
 * Locks a data folder for a hub. The lock lasts until the returned function is called or the
 * process ends, in whatever way. Returns undefined if another hub has the lock. SQLite takes the
 * lock, because Node has no lock that the system releases. If somebody deletes or replaces the lock
 * file, it is created and locked again, because a lock belongs to a file and not to its name. If no
 * lock can be taken, as on a full disk, the folder counts as free.
 */
export function lockDataFolder(dir: string): (() => void) | undefined {
  const path = join(dir, fileName);
  // Another hub may be closing at this moment, so wait for it.
  const first = lockFile(path, 2000);
  if (first === "taken") return undefined;
  if (first === "impossible") return () => {};
  let lock = first;
  const lockAgain = () => {
    if (readInode(path) === lock.inode) return;
    const next = lockFile(path, 0);
    if (typeof next === "string") return;
    lock.db.close();
    lock = next;
  };
  const timer = setInterval(lockAgain, checkIntervalMs).unref();
  return () => {
    clearInterval(timer);
    lock.db.close();
  };
}

type Lock = { db: DatabaseSync; inode: bigint | undefined };

function lockFile(path: string, busyMs: number): Lock | "taken" | "impossible" {
  let db: DatabaseSync | undefined;
  try {
    closeSync(openSync(path, "a", 0o600));
    db = new DatabaseSync(path, { timeout: busyMs });
    db.exec("BEGIN EXCLUSIVE");
    return { db, inode: readInode(path) };
  } catch (error) {
    db?.close();
    const { errcode } = error as { errcode?: number };
    const isTaken = errcode === 5 || errcode === 6; // SQLITE_BUSY, SQLITE_LOCKED
    return isTaken ? "taken" : "impossible";
  }
}

/**
 * Returns the inode number of a file; undefined if the file does not exist or cannot be examined.
 */
function readInode(path: string): bigint | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
  } catch {
    // The permissions of the folder may have changed.
    return undefined;
  }
}
