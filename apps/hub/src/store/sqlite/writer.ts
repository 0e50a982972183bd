// Runs as a thread of its own: the one place in this process that writes to the database.

import type { DatabaseSync } from "node:sqlite";
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from "node:worker_threads";
import { appendGroup, type Cell } from "./append.ts";
import { openForWriting, type Patience } from "./database.ts";
import {
  addInbox,
  changeInbox,
  deleteSomeScans,
  removeCredential,
  removeInbox,
  setCredential,
} from "./inboxes.ts";
import { migrate } from "./migrate.ts";
import {
  addCode,
  addSession,
  addToken,
  noteTokenUse,
  removeCodes,
  removeSession,
  removeToken,
  setOwnerPassword,
  useCode,
} from "./owner.ts";
import { answer, type Call, runThread } from "./thread.ts";
import { type Failure, toFailure } from "./trouble.ts";

const api = {
  addInbox,
  changeInbox,
  removeInbox,
  deleteSomeScans,
  setCredential,
  removeCredential,
  setOwnerPassword,
  addToken,
  noteTokenUse,
  removeToken,
  addSession,
  removeSession,
  addCode,
  useCode,
  removeCodes,
};

export type Writes = typeof api;

/** Arrivals, as `pushCells` lays them out. */
export type Group = { cells: Cell[]; rows: number };

/** What became of the oldest rows that were sent: ids (negative: a repeat), or why all of them failed. */
export type GroupDone = { results: (number | Failure)[] } | { failed: Failure; rows: number };

const { path, patience } = workerData as { path: string; patience: Patience };

runThread(parentPort, open, (message, db) => {
  const port = parentPort!;
  // Everything that came in while the last commit was being synced goes into one transaction.
  const cells: Cell[] = [];
  let rows = 0;
  const calls: Call[] = [];
  let next: { message: unknown } | undefined = { message };
  let closing = false;
  for (; next && !closing; next = receiveMessageOnPort(port)) {
    if (next.message === "close") closing = true;
    else if (isGroup(next.message)) {
      for (const cell of next.message.cells) cells.push(cell);
      rows += next.message.rows;
    } else calls.push(next.message as Call);
  }
  if (rows > 0) port.postMessage(append(db, cells, rows));
  for (const call of calls) answer(port, api, db, call);
  if (closing) close(db, port);
});

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

function append(db: DatabaseSync, cells: Cell[], rows: number): GroupDone {
  try {
    return { results: appendGroup(db, cells) };
  } catch (error) {
    return { failed: toFailure(error), rows };
  }
}

function close(db: DatabaseSync, port: MessagePort): void {
  db.close();
  port.close();
}

function isGroup(message: unknown): message is Group {
  return typeof message === "object" && message !== null && "cells" in message;
}
