import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { openStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { startRetention } from "./retention.ts";

let dir: string;
let store: Store;

beforeEach(async () => {
  dir = await mkdtemp(join(findMemory(), "scanhook-retention-"));
  store = await openStore(dir);
  for (const name of ["door", "dock"]) await store.addInbox({ name, open: true });
});
afterEach(async () => {
  await store.close();
  await rm(dir, { recursive: true, force: true });
});

const dayMs = 86_400_000;

const append = (inbox: string, n: number, receivedAt = new Date()) =>
  store.append({
    inbox,
    scan: { identifier: `scan-${n}`, date: "2026-05-12T14:23:01Z", content: `${n}` },
    body: "{}",
    receivedAt,
  });

/** Creates a log that records its lines, and a promise for the first one. */
function createLog() {
  const lines: { fields: object; message: string }[] = [];
  const written = Promise.withResolvers<void>();
  const write = (fields: object, message: string) => {
    lines.push({ fields, message });
    written.resolve();
  };
  return { lines, written: written.promise, log: { info: write, error: write } as never };
}

const listContents = async (inbox: string) =>
  (await store.listScans({ inbox }, { after: 0, limit: 10_000 })).map(({ content }) => content);

const clock = { isRight: async () => true };

test("scans that an inbox no longer keeps are deleted in batches soon after the start", async () => {
  await Promise.all(
    Array.from({ length: 700 }, (_, n) =>
      append("door", n, new Date(Date.now() - (n < 500 ? 3 : 1) * dayMs)),
    ),
  );
  await Promise.all(Array.from({ length: 30 }, (_, n) => append("dock", n)));
  await store.changeInbox("door", { keepDays: 2 });
  const { lines, written, log } = createLog();
  const batches: number[] = [];
  const onExpired = (scans: number) => batches.push(scans);
  const retention = startRetention({ store, clock, log, onExpired }, { firstMs: 0 });
  await written;
  await retention.close();
  expect(lines).toEqual([{ fields: { scans: 500 }, message: expect.stringContaining("deleted") }]);
  expect(batches.reduce((sum, n) => sum + n)).toBe(500);
  expect(batches.length).toBeGreaterThan(1);
  expect(await listContents("door")).toHaveLength(200);
  expect(await listContents("dock")).toHaveLength(30);
});

test("two nodes that delete at the same time delete each scan once", async () => {
  await Promise.all(Array.from({ length: 900 }, (_, n) => append("door", n)));
  await store.changeInbox("door", { keepScans: 100 });
  const otherStore = await openStore(dir);
  const nodes = [store, otherStore].map((nodeStore) => ({ nodeStore, ...createLog() }));
  let deleted = 0;
  const running = nodes.map(({ nodeStore, log }) =>
    startRetention(
      {
        store: nodeStore,
        clock,
        log,
        onExpired: (scans) => {
          deleted += scans;
        },
      },
      { firstMs: 0, everyMs: 10 },
    ),
  );
  await expect.poll(() => listContents("door")).toHaveLength(100);
  for (const retention of running) await retention.close();
  await otherStore.close();
  expect(deleted).toBe(800);
  const messages = nodes.flatMap(({ lines }) => lines.map(({ message }) => message));
  expect(messages.filter((message) => message.includes("failed"))).toEqual([]);
});

test("an audit trail keeps every scan, even if its inbox had limits before", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => append("door", n)));
  await store.changeInbox("door", { keepScans: 5 });
  await store.changeInbox("door", { audit: true });
  expect(await store.expire(100)).toBe(0);
  expect(await listContents("door")).toHaveLength(20);
});

test("an error of the store is logged, and the next run tries again", async () => {
  let calls = 0;
  const { lines, written, log } = createLog();
  const secondCall = Promise.withResolvers<void>();
  const retention = startRetention(
    {
      store: {
        async expire() {
          calls += 1;
          if (calls > 1) secondCall.resolve();
          throw new StoreUnavailable("full", "The disk is full.");
        },
      },
      clock,
      log,
    },
    { firstMs: 0, everyMs: 5 },
  );
  await written;
  await secondCall.promise;
  await retention.close();
  expect(lines[0]).toMatchObject({ message: expect.stringContaining("continues in an hour") });
  const callsAtClose = calls;
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toBe(callsAtClose);
});

test("close waits for the current batch and starts no other", async () => {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<number>();
  let calls = 0;
  const { log } = createLog();
  const expire = () => {
    calls += 1;
    started.resolve();
    return finish.promise;
  };
  const retention = startRetention({ store: { expire }, clock, log }, { firstMs: 0 });
  await started.promise;
  let isClosed = false;
  const closing = retention.close().then(() => {
    isClosed = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  finish.resolve(200);
  await closing;
  expect(calls).toBe(1);
});

test("nothing is deleted while the clock is wrong", async () => {
  let isRight = false;
  let calls = 0;
  const expire = async () => {
    expect(isRight).toBe(true);
    calls += 1;
    return 0;
  };
  let checks = 0;
  const wrongClock = {
    async isRight() {
      checks += 1;
      isRight = checks > 3;
      return isRight;
    },
  };
  const { log } = createLog();
  const retention = startRetention(
    { store: { expire }, clock: wrongClock, log },
    { firstMs: 0, everyMs: 1 },
  );
  await expect.poll(() => calls).toBeGreaterThan(0);
  await retention.close();
});
