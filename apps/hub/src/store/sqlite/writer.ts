// Runs in its own thread and is the only code of this process that writes to the database.

import type { DatabaseSync } from "node:sqlite";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { type AppendedGroup, appendGroup, failGroup } from "./append.ts";
import type { Group } from "./appender.ts";
import { openForWriting, type Patience, transaction, unsynced } from "./database.ts";
import { indexRecentScans, isIndexingDue } from "./indexing.ts";
import { migrate } from "./migrate.ts";
import type { Queries } from "./queries.ts";
import { type Answer, type Call, runCall, runThread } from "./thread.ts";
import { fromFailure, toFailure } from "./trouble.ts";

/**
 * Writes that a power cut may undo, because deliveries are then claimed and sent once more, and
 * scans indexed once more, as after any crash. Syncing each of them would take the disk away from
 * arriving scans.
 */
const unsyncedCalls: ReadonlySet<string> = new Set<keyof Queries>([
  "claim",
  "claimOne",
  "settle",
  "recordHeartbeat",
  "releaseNode",
  "indexRecentScans",
]);

const { path, patience } = workerData as { path: string; patience: Patience };

const port = parentPort!;

/**
 * Scans are indexed this long after they arrived, unless more of them arrive than are indexed at
 * once.
 */
const indexingMs = 500;
let whenIdle: NodeJS.Timeout | undefined;

runThread(port, openDatabase, (message, db, finish) => {
  // Everything that arrived during the last commit goes into one synced and at most one unsynced
  // transaction.
  let group: Group | undefined;
  const calls: Call[] = [];
  const unsyncedQueue: Call[] = [];
  const runQueued = () => {
    // These go first, because they do not wait for the disk.
    if (unsyncedQueue.length > 0) unsynced(db, () => runBatch(db, undefined, unsyncedQueue));
    if (group || calls.length > 0) runBatch(db, group, calls);
  };
  for (let next = message; next !== undefined; next = receiveMessageOnPort(port)?.message) {
    if (next === "close") {
      runQueued();
      clearTimeout(whenIdle);
      index(db);
      checkpoint(db);
      return finish();
    }
    if (!isGroup(next))
      (unsyncedCalls.has((next as Call).name) ? unsyncedQueue : calls).push(next as Call);
    else if (group === undefined) group = next;
    else {
      for (const cell of next.cells) group.cells.push(cell);
      group.now = next.now;
    }
  }
  runQueued();
  if (group === undefined) return;
  if (isIndexingDue(db)) index(db);
  whenIdle ??= setTimeout(() => {
    whenIdle = undefined;
    index(db);
  }, indexingMs);
});

/** Indexes the scans that are not indexed yet. */
function index(db: DatabaseSync): void {
  try {
    unsynced(db, () => indexRecentScans(db));
  } catch {
    // The disk is full, for example. What needs the index tries again, and then says what is wrong.
  }
}

/**
 * Moves what it can from the -wal file to the main one. Closing does that only when no other
 * process has the file open.
 */
function checkpoint(db: DatabaseSync): void {
  try {
    db.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } catch {
    // The disk is full, for example. The -wal file stays, and the next start reads it.
  }
}

/** Stores the group and runs the calls in one transaction, and sends the outcome of each. */
function runBatch(db: DatabaseSync, group: Group | undefined, calls: readonly Call[]): void {
  const isAlone = (group ? 1 : 0) + calls.length === 1;
  // Each has its own transaction, which inside of another is a savepoint: one that fails is undone,
  // and the others still succeed.
  const runAll = () => [
    ...(group ? [appendGroup(db, group.cells, group.now)] : []),
    ...calls.map((call) => {
      const answer = runInTransaction(db, call);
      // On a full disk SQLite has rolled back the whole transaction, so all of them fail.
      if (!isAlone && "failure" in answer && !db.isTransaction) throw fromFailure(answer.failure);
      return answer;
    }),
  ];
  let outcomes: (AppendedGroup | Answer)[];
  try {
    outcomes = isAlone ? runAll() : transaction(db, runAll);
  } catch (error) {
    const failure = toFailure(error);
    outcomes = [
      ...(group ? [failGroup(group.cells, failure)] : []),
      ...calls.map(({ call }) => ({ call, failure })),
    ];
  }
  for (const outcome of outcomes) port.postMessage(outcome);
}

/** Runs a call in a transaction of its own. Those that are not synced bring theirs. */
function runInTransaction(db: DatabaseSync, call: Call): Answer {
  const hasOwn = unsyncedCalls.has(call.name);
  return runCall(db, call, hasOwn ? undefined : (query) => transaction(db, query));
}

function openDatabase(): DatabaseSync {
  const db = openForWriting(path, patience);
  try {
    migrate(db, () => new Date());
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function isGroup(message: unknown): message is Group {
  return typeof message === "object" && message !== null && "cells" in message;
}
