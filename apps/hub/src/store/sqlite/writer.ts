// Runs as a thread of its own: the one place in this process that writes to the database.

import type { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { appendGroup } from "./append.ts";
import type { Group, GroupDone } from "./appender.ts";
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
import { toFailure } from "./trouble.ts";

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

const { path, patience } = workerData as { path: string; patience: Patience };

runThread(parentPort, open, (message, db) => {
  if (isGroup(message)) parentPort!.postMessage(append(db, message));
  else answer(parentPort!, api, db, message as Call);
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

function append(db: DatabaseSync, group: Group): GroupDone {
  try {
    return { results: appendGroup(db, group.cells) };
  } catch (error) {
    return { failed: toFailure(error) };
  }
}

function isGroup(message: unknown): message is Group {
  return typeof message === "object" && message !== null && "cells" in message;
}
