import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { toStoreUnavailable } from "./unavailable.ts";

/** `busyMs` is how long a statement waits for the lock of another process, in milliseconds. */
export type Patience = { busyMs: number };

/**
 * Opens the database for writing with a write-ahead log, every commit synced to disk and foreign
 * keys enforced. Creates a missing file so that only this user can read it. Throws
 * `StoreUnavailable`.
 */
export function openForWriting(path: string, { busyMs }: Patience): DatabaseSync {
  return openOrThrowUnavailable(path, () => {
    // SQLite would create a file that everybody can read. The -wal and -shm files get the same
    // mode.
    closeSync(openSync(path, "a", 0o600));
    const db = new DatabaseSync(path, { timeout: busyMs });
    setWal(db, busyMs);
    db.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;");
    // SQLite walks through its whole cache after most commits, so a larger cache costs each scan
    // more than it saves.
    db.exec("PRAGMA cache_size = -8000;");
    // A checkpoint delays the commit that triggers it. With 16 MB of log instead of 4 MB,
    // checkpoints are rarer.
    db.exec("PRAGMA wal_autocheckpoint = 4000;");
    // A reader in another process makes the log grow. The limit is twice the usual size, so that
    // the log is seldom truncated.
    db.exec("PRAGMA journal_size_limit = 32000000;");
    // The journal of a savepoint stays in memory instead of going to a file.
    db.exec("PRAGMA temp_store = MEMORY;");
    // Overwrites deleted data inside a page, which needs no additional writes. See also `erasing`.
    db.exec("PRAGMA secure_delete = FAST;");
    return db;
  });
}

/** Opens an existing database for reading only. Throws `StoreUnavailable`. */
export function openForReading(path: string, { busyMs }: Patience): DatabaseSync {
  return openOrThrowUnavailable(
    path,
    () => new DatabaseSync(path, { readOnly: true, timeout: busyMs }),
  );
}

/**
 * Moves everything from the -wal file to the main file and truncates it, so that no deleted data is
 * left in it. Does nothing while another connection reads; the next call then does it.
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
 * has to wait for it. Inside another transaction, it uses a savepoint. If `work` throws, its
 * changes are undone, and the error is thrown again.
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
    // On a full disk, SQLite has already rolled back.
    if (db.isTransaction) db.exec(rollback);
    throw error;
  }
}

const rollbacksByConnection = new WeakMap<DatabaseSync, number>();

/**
 * Returns how many transactions and savepoints of a connection were rolled back. Caches use it to
 * notice a rollback.
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
  // `prepared` does not work here, because this pragma takes effect when it is prepared, not when
  // it runs.
  db.exec("PRAGMA synchronous = NORMAL");
  try {
    return work();
  } finally {
    db.exec("PRAGMA synchronous = FULL");
  }
}

/**
 * Runs `work` so that all data that it deletes or replaces is overwritten in the file, including
 * whole pages.
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
 * Enables the write-ahead log. SQLite does not wait for the lock here, so this function retries for
 * up to `busyMs` if two processes start at the same time.
 */
function setWal(db: DatabaseSync, busyMs: number): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waitedMs = 0; ; waitedMs += 20) {
    try {
      db.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (toStoreUnavailable(error).problem !== "busy" || waitedMs >= busyMs) throw error;
      Atomics.wait(pause, 0, 0, 20);
    }
  }
}

function openOrThrowUnavailable(path: string, open: () => DatabaseSync): DatabaseSync {
  try {
    return open();
  } catch (error) {
    throw toStoreUnavailable(error, path);
  }
}
