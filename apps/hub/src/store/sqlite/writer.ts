// Runs as a thread of its own: the one place in this process that writes to the database.

import type { DatabaseSync } from "node:sqlite";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { appendGroup, countRows } from "./append.ts";
import type { Group, GroupDone } from "./appender.ts";
import { claim, claimOne, settle } from "./claims.ts";
import { openForWriting, type Patience } from "./database.ts";
import { addDestination, changeDestination, removeDestination } from "./destinations.ts";
import {
  addInbox,
  changeInbox,
  deleteSomeScans,
  removeCredential,
  removeInbox,
  setCredential,
} from "./inboxes.ts";
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
import { answer, type Call, runThread } from "./thread.ts";
import { toFailure } from "./trouble.ts";

const api = {
  nameTag,
  unnameTag,
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

const { path, patience } = workerData as { path: string; patience: Patience };

const port = parentPort!;

runThread(port, open, (message, db, finish) => {
  // Everything that came while the last commit was being synced goes into one transaction.
  for (let next: unknown = message; next !== undefined; ) {
    if (next === "close") return finish();
    if (!isGroup(next)) {
      answer(port, api, db, next as Call);
      next = receiveMessageOnPort(port)?.message;
      continue;
    }
    const group = next;
    for (next = receiveMessageOnPort(port)?.message; isGroup(next); ) {
      for (const cell of next.cells) group.cells.push(cell);
      group.now = next.now;
      next = receiveMessageOnPort(port)?.message;
    }
    port.postMessage(append(db, group));
    next ??= receiveMessageOnPort(port)?.message;
  }
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
