// Runs as a thread of its own: the one place in this process that writes to the database.

import type { DatabaseSync } from "node:sqlite";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { appendGroup, appendRows, countRows } from "./append.ts";
import type { Group, GroupDone } from "./appender.ts";
import { chainSome } from "./audit-trail.ts";
import { claim, claimOne, settle } from "./claims.ts";
import { openForWriting, type Patience, transaction, unsynced } from "./database.ts";
import { addDestination, changeDestination, removeDestination } from "./destinations.ts";
import { deleteExpired, deleteScan, deleteSomeScans } from "./expire.ts";
import { addInbox, changeInbox, removeCredential, removeInbox, setCredential } from "./inboxes.ts";
import { migrate } from "./migrate.ts";
import { beat, leave } from "./nodes.ts";
import {
  addCode,
  addSession,
  addToken,
  noteTokenUse,
  removeCodes,
  removeSession,
  removeToken,
  renewSession,
  setOwnerPassword,
  useCode,
} from "./owner.ts";
import { dropSome, dropSomeOf, replaySome } from "./replay.ts";
import { addRoute, changeRoute, removeRoute } from "./routes.ts";
import { nameTag, unnameTag } from "./tags.ts";
import { type Answer, answer, type Call, runThread } from "./thread.ts";
import { fromFailure, isAboutTheRow, toFailure } from "./trouble.ts";

const api = {
  nameTag,
  unnameTag,
  addInbox,
  changeInbox,
  removeInbox,
  chainSome,
  deleteScan,
  deleteSomeScans,
  deleteExpired,
  setCredential,
  removeCredential,
  setOwnerPassword,
  addToken,
  noteTokenUse,
  removeToken,
  addSession,
  renewSession,
  removeSession,
  addCode,
  useCode,
  removeCodes,
  addDestination,
  changeDestination,
  removeDestination,
  addRoute,
  changeRoute,
  removeRoute,
  replaySome,
  dropSome,
  dropSomeOf,
  claim,
  claimOne,
  settle,
  beat,
  leave,
};

export type Writes = typeof api;

/**
 * What a power cut may undo: the deliveries are then claimed and sent once more, as after any crash. Were each of these
 * synced, forwarding would keep the disk from those who post.
 */
const repeatable: ReadonlySet<string> = new Set<keyof Writes>([
  "claim",
  "claimOne",
  "settle",
  "beat",
  "leave",
]);

const { path, patience } = workerData as { path: string; patience: Patience };

const port = parentPort!;

runThread(port, open, (message, db, finish) => {
  // Everything that came while the last commit was being synced goes into one transaction, or two.
  let group: Group | undefined;
  const calls: Call[] = [];
  const quick: Call[] = [];
  const workAll = () => {
    // First of all, as they wait for no disk.
    if (quick.length > 0) unsynced(db, () => work(db, undefined, quick));
    work(db, group, calls);
  };
  for (let next = message; next !== undefined; next = receiveMessageOnPort(port)?.message) {
    if (next === "close") {
      workAll();
      return finish();
    }
    if (!isGroup(next)) (repeatable.has((next as Call).name) ? quick : calls).push(next as Call);
    else if (group === undefined) group = next;
    else {
      for (const cell of next.cells) group.cells.push(cell);
      group.now = next.now;
    }
  }
  workAll();
});

function work(db: DatabaseSync, group: Group | undefined, calls: readonly Call[]): void {
  if (group === undefined || calls.length === 0) {
    if (group) port.postMessage(append(db, group));
    if (calls.length > 0) for (const one of answerAll(db, calls)) port.postMessage(one);
    return;
  }
  try {
    const [done, answers] = transaction(
      db,
      () => [appendRows(db, group.cells, group.now), answerInside(db, calls)] as const,
    );
    port.postMessage(done);
    for (const one of answers) port.postMessage(one);
  } catch (error) {
    if (isAboutTheRow(error)) {
      // One of the scans, which then fails alone.
      work(db, group, []);
      work(db, undefined, calls);
      return;
    }
    const failure = toFailure(error);
    port.postMessage({ failed: failure, rows: countRows(group.cells) } satisfies GroupDone);
    for (const { call } of calls) port.postMessage({ call, failure } satisfies Answer);
  }
}

function answerAll(db: DatabaseSync, calls: readonly Call[]): Answer[] {
  if (calls.length === 1) return [answer(api, db, calls[0]!)];
  try {
    return transaction(db, () => answerInside(db, calls));
  } catch (error) {
    return calls.map(({ call }) => ({ call, failure: toFailure(error) }));
  }
}

/** One that fails leaves nothing behind, and the others are done all the same. */
function answerInside(db: DatabaseSync, calls: readonly Call[]): Answer[] {
  return calls.map((call) => {
    const one = answer(api, db, call);
    // Of a full disk nothing is left to go on with.
    if ("failure" in one && !db.isTransaction) throw fromFailure(one.failure);
    return one;
  });
}

function open(): DatabaseSync {
  const db = openForWriting(path, patience);
  try {
    migrate(db, () => new Date());
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function append(db: DatabaseSync, { cells, now }: Group): GroupDone {
  try {
    return appendGroup(db, cells, now);
  } catch (error) {
    return { failed: toFailure(error), rows: countRows(cells) };
  }
}

function isGroup(message: unknown): message is Group {
  return typeof message === "object" && message !== null && "cells" in message;
}
