import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import type { NewChange } from "../store/changes.ts";
import { openStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { startDeletingChanges } from "./old-changes.ts";

const dayMs = 86_400_000;

let dir: string;
let store: Store;
let time: number;

beforeEach(async () => {
  dir = await mkdtemp(join(findMemory(), "scanhook-old-changes-"));
  time = Date.parse("2026-05-12T12:00:00Z");
  store = await openStore(dir, { now: () => new Date(time) });
  for (const name of ["first", "second", "third"]) {
    await store.addChange({ ...change, name });
    time += dayMs;
  }
});
afterEach(async () => {
  await store.close();
  await rm(dir, { recursive: true });
});

const change: Omit<NewChange, "name"> = {
  ...{ by: "Ada", via: "page", subject: "inbox", action: "removed" },
  fields: [],
};

const listNames = async () => (await store.changes({}, { limit: 9 })).map(({ name }) => name);

/** Runs the task once. Resolves to what it logged. */
async function runOnce(isRight: boolean, onDeleted = (_changes: number) => {}) {
  const logged: object[] = [];
  const checked = Promise.withResolvers<void>();
  const clock = {
    isRight: async () => {
      checked.resolve();
      return isRight;
    },
  };
  const log = {
    info: (fields: object) => logged.push(fields),
    error: (err: object) => logged.push(err),
  };
  const task = startDeletingChanges({ store, clock, log: log as never, onDeleted }, { firstMs: 0 });
  await checked.promise;
  await task.close();
  return logged;
}

test("entries that are older than the journal is kept are deleted, and counted", async () => {
  await store.setChangesKeepDays(2);
  let deleted = 0;
  const count = (changes: number) => {
    deleted += changes;
  };
  expect(await runOnce(true, count)).toEqual([{ changes: 1 }]);
  expect([await listNames(), deleted]).toEqual([["third", "second"], 1]);
  expect(await runOnce(true, count)).toEqual([]);
  expect(deleted).toBe(1);
});

test("nothing is deleted while the clock is wrong, or while the journal is kept for good", async () => {
  expect(await runOnce(true)).toEqual([]);
  await store.setChangesKeepDays(1);
  expect(await runOnce(false)).toEqual([]);
  expect(await listNames()).toEqual(["third", "second", "first"]);
});
