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
import { fromFailure, toFailure } from "./unavailable.ts";

/**
 * The calls whose writes are not synced. If a power cut undoes them, deliveries are claimed and
 * sent again, and scans are indexed again, as after any crash. Syncing each of them would delay
 * arriving scans.
 */
const unsyncedCalls: ReadonlySet<string> = new Set<keyof Queries>([
  "claim",
  "claimOne",
  "dropExpiredBatch",
  "settle",
  "recordHeartbeat",
  "releaseNode",
  "indexRecentScans",
]);

const { path, patience } = workerData as { path: string; patience: Patience };

const port = parentPort!;

/**
 * Scans are indexed this long after they arrived, or earlier if a whole batch of them has arrived.
 */
const indexingDelayMs = 500;
let indexingTimer: NodeJS.Timeout | undefined;

runThread(port, openDatabase, (message, db, finish) => {
  // Everything that arrived during the last commit goes into one synced and at most one unsynced
  // transaction.
  let group: Group | undefined;
  const calls: Call[] = [];
  const unsyncedQueue: Call[] = [];
  let hasStored = false;
  const runQueued = () => {
    // Unsynced calls go first, because they do not wait for the disk.
    if (unsyncedQueue.length > 0) unsynced(db, () => runBatch(db, undefined, unsyncedQueue));
    if (group || calls.length > 0) runBatch(db, group, calls);
    hasStored ||= group !== undefined;
  };
  for (let next = message; next !== undefined; next = receiveMessageOnPort(port)?.message) {
    if (next === "close") {
      runQueued();
      clearTimeout(indexingTimer);
      index(db);
      checkpoint(db);
      return finish();
    }
    if (!isGroup(next) && (next as Call).name === "moveExpiries") {
      // Earlier arrivals have times of the clock as it was until then.
      runQueued();
      [group, calls.length, unsyncedQueue.length] = [undefined, 0, 0];
      runBatch(db, undefined, [next as Call]);
    } else if (!isGroup(next))
      (unsyncedCalls.has((next as Call).name) ? unsyncedQueue : calls).push(next as Call);
    else if (group === undefined) group = next;
    else {
      for (const cell of next.cells) group.cells.push(cell);
      group.now = next.now;
    }
  }
  runQueued();
  if (!hasStored) return;
  if (isIndexingDue(db)) index(db);
  indexingTimer ??= setTimeout(() => {
    indexingTimer = undefined;
    index(db);
  }, indexingDelayMs);
});

/** Indexes the scans that are not indexed yet. */
function index(db: DatabaseSync): void {
  try {
    unsynced(db, () => indexRecentScans(db));
  } catch {
    // The disk may be full, for example. A search that needs the index tries again and reports the
    // error.
  }
}

/**
 * Moves as much as possible from the -wal file to the main file. Closing does that only if no other
 * process has the file open.
 */
function checkpoint(db: DatabaseSync): void {
  try {
    db.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } catch {
    // The disk may be full, for example. The -wal file stays, and the next start reads it.
  }
}

/**
 * Stores the group and runs the calls in one transaction, and sends the outcome of each to the main
 * thread.
 */
function runBatch(db: DatabaseSync, group: Group | undefined, calls: readonly Call[]): void {
  const isAlone = (group ? 1 : 0) + calls.length === 1;
  // The group and each call have a transaction of their own, which is a savepoint inside another
  // transaction. If one fails, only that one is undone.
  const runAll = () => [
    ...(group ? [appendGroup(db, group.cells, group.now)] : []),
    ...calls.map((call) => {
      const answer = runInTransaction(db, call);
      // On a full disk, SQLite has rolled back the whole transaction, so the group and all calls
      // fail.
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

/**
 * Runs a call in a transaction of its own. Calls that are not synced begin their transactions
 * themselves.
 */
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
