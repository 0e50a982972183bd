import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { toTrouble } from "./trouble.ts";

/** `busyMs` is how long a statement waits for another process that holds the write lock. */
export type Patience = { busyMs: number };

/**
 * Opens the database for writing with a write-ahead log, every commit synced to disk and foreign
 * keys enforced. Creates a missing file so that only this user can read it. Throws
 * `StoreUnavailable`.
 */
export function openForWriting(path: string, { busyMs }: Patience): DatabaseSync {
  return openOrThrowTrouble(path, () => {
    // SQLite would create a file that everybody can read. The -wal and -shm files copy the mode of
    // this one.
    closeSync(openSync(path, "a", 0o600));
    const db = new DatabaseSync(path, { timeout: busyMs });
    setWal(db, busyMs);
    db.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;");
    // SQLite walks through its whole cache after most commits, so a larger one costs each scan more
    // than it saves.
    db.exec("PRAGMA cache_size = -8000;");
    // A checkpoint delays the commit that triggers it. At 16 MB of log instead of 4 there are fewer
    // of them.
    db.exec("PRAGMA wal_autocheckpoint = 4000;");
    // A reader from outside makes the log grow. Twice its usual size, so that it is seldom cut off.
    db.exec("PRAGMA journal_size_limit = 32000000;");
    // The journal of a savepoint stays in memory instead of going to a file.
    db.exec("PRAGMA temp_store = MEMORY;");
    // Overwrites what is deleted inside a page, which costs no further write. See also `erasing`.
    db.exec("PRAGMA secure_delete = FAST;");
    return db;
  });
}

/** Opens an existing database for reading only. Throws `StoreUnavailable`. */
export function openForReading(path: string, { busyMs }: Patience): DatabaseSync {
  return openOrThrowTrouble(
    path,
    () => new DatabaseSync(path, { readOnly: true, timeout: busyMs }),
  );
}

/**
 * Moves everything from the -wal file to the main one and cuts it off, so that it no longer holds
 * what was deleted. Leaves that to the next time while somebody reads.
 */
export function truncateLog(path: string, busyMs: number): void {
  const db = new DatabaseSync(path, { timeout: busyMs });
  try {
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    db.close();
  }
}

const statementsByConnection = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** Returns the prepared statement for this SQL, which each connection prepares once. */
export function prepared(db: DatabaseSync, sql: string): StatementSync {
  const statementBySql = statementsByConnection.get(db) ?? new Map<string, StatementSync>();
  statementsByConnection.set(db, statementBySql);
  const statement = statementBySql.get(sql) ?? db.prepare(sql);
  statementBySql.set(sql, statement);
  return statement;
}

/**
 * Runs `work` in one write transaction. It takes the write lock first, so that no later statement
 * can fail for want of it. Inside another transaction it uses a savepoint: when `work` throws, only
 * its own changes are undone.
 */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  const { begin, commit, rollback } = db.isTransaction ? savepoint : outermost;
  prepared(db, begin).run();
  try {
    const result = work();
    prepared(db, commit).run();
    return result;
  } catch (error) {
    rollbacksByConnection.set(db, countRollbacks(db) + 1);
    // On a full disk SQLite has already rolled back.
    if (db.isTransaction) db.exec(rollback);
    throw error;
  }
}

const rollbacksByConnection = new WeakMap<DatabaseSync, number>();

/**
 * Returns how many transactions and savepoints of a connection were undone, so that what is kept in
 * memory can follow.
 */
export function countRollbacks(db: DatabaseSync): number {
  return rollbacksByConnection.get(db) ?? 0;
}

/**
 * Runs `work` without waiting for the disk at its commits. A power cut may undo such a commit, but
 * only as a whole, and the next synced commit makes it durable too. Use it for work that is
 * repeated after a crash anyway.
 */
export function unsynced<T>(db: DatabaseSync, work: () => T): T {
  // Not with `prepared`, because this pragma takes effect when it is prepared, not when it runs.
  db.exec("PRAGMA synchronous = NORMAL");
  try {
    return work();
  } finally {
    db.exec("PRAGMA synchronous = FULL");
  }
}

/**
 * Runs `work` so that everything it deletes or replaces is overwritten in the file, whole pages
 * included.
 */
export function erasing<T>(db: DatabaseSync, work: () => T): T {
  db.exec("PRAGMA secure_delete = ON");
  try {
    return work();
  } finally {
    db.exec("PRAGMA secure_delete = FAST");
  }
}

const outermost = { begin: "BEGIN IMMEDIATE", commit: "COMMIT", rollback: "ROLLBACK" };
const savepoint = {
  begin: "SAVEPOINT part",
  commit: "RELEASE part",
  rollback: "ROLLBACK TO part; RELEASE part",
};

/**
 * Enables the write-ahead log. SQLite does not wait for a lock here, so this retries when two
 * processes start together.
 */
function setWal(db: DatabaseSync, busyMs: number): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; ; waited += 20) {
    try {
      db.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (toTrouble(error).trouble !== "busy" || waited >= busyMs) throw error;
      Atomics.wait(pause, 0, 0, 20);
    }
  }
}

function openOrThrowTrouble(path: string, open: () => DatabaseSync): DatabaseSync {
  try {
    return open();
  } catch (error) {
    throw toTrouble(error, path);
  }
}
