import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { toTrouble } from "./trouble.ts";

/** How long a statement waits for another process that holds the write lock. */
export type Patience = { busyMs: number };

/**
 * Opens the database for writing: WAL, every commit synced to disk, foreign keys on.
 * Creates the file when there is none, for this user's eyes only. Throws `StoreUnavailable`.
 */
export function openForWriting(path: string, { busyMs }: Patience): DatabaseSync {
  return opening(path, () => {
    // SQLite would make it readable for all; its -wal and -shm files take their mode from it.
    closeSync(openSync(path, "a", 0o600));
    const db = new DatabaseSync(path, { timeout: busyMs });
    setWal(db, busyMs);
    db.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -32000;");
    // A checkpoint makes the commit it falls into wait: at 16 MB of log instead of 4 there are fewer of them.
    db.exec("PRAGMA wal_autocheckpoint = 4000;");
    // What a part of a transaction would undo stays in memory, instead of in a file of its own.
    db.exec("PRAGMA temp_store = MEMORY;");
    return db;
  });
}

/** Opens an existing database for reading only. Throws `StoreUnavailable`. */
export function openForReading(path: string, { busyMs }: Patience): DatabaseSync {
  return opening(path, () => new DatabaseSync(path, { readOnly: true, timeout: busyMs }));
}

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** The prepared statement for this SQL, made once a connection. */
export function prepared(db: DatabaseSync, sql: string): StatementSync {
  const known = statements.get(db) ?? new Map<string, StatementSync>();
  statements.set(db, known);
  const statement = known.get(sql) ?? db.prepare(sql);
  known.set(sql, statement);
  return statement;
}

/**
 * Runs `work` in one write transaction. The lock is taken first, so nothing fails half-way for want of it. Inside of
 * another transaction it is a part of that: what throws leaves nothing behind, and the rest can still be committed.
 */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  const [begin, end, undo] = db.isTransaction ? inside : outside;
  prepared(db, begin).run();
  try {
    const result = work();
    prepared(db, end).run();
    return result;
  } catch (error) {
    // A full disk has already rolled back by itself.
    if (db.isTransaction) db.exec(undo);
    throw error;
  }
}

/**
 * Runs `work` without waiting for the disk at its commits: a power cut may undo them, never half of one, and a later
 * synced commit keeps them too. For what is only done again then.
 */
export function unsynced<T>(db: DatabaseSync, work: () => T): T {
  // Each time anew: SQLite obeys this pragma when it is prepared, not when it is run.
  db.exec("PRAGMA synchronous = NORMAL");
  try {
    return work();
  } finally {
    db.exec("PRAGMA synchronous = FULL");
  }
}

const outside = ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"] as const;
const inside = ["SAVEPOINT part", "RELEASE part", "ROLLBACK TO part; RELEASE part"] as const;

/** Turning WAL on does not wait for a lock, so two processes that start together need their own patience. */
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

function opening(path: string, open: () => DatabaseSync): DatabaseSync {
  try {
    return open();
  } catch (error) {
    throw toTrouble(error, path);
  }
}
