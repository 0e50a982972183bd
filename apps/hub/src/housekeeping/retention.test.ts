import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startRetention } from "../retention.ts";
import { openStore } from "../store/sqlite/open.ts";
import { type Store, StoreUnavailable } from "../store/store.ts";

let dir: string;
let store: Store;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "scanhook-retention-"));
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

/** A log that keeps its lines, and a way to wait for one. */
function createLog() {
  const lines: { fields: object; message: string }[] = [];
  const written = Promise.withResolvers<void>();
  const write = (fields: object, message: string) => {
    lines.push({ fields, message });
    written.resolve();
  };
  return { lines, written: written.promise, log: { info: write, error: write } as never };
}

const contents = async (inbox: string) =>
  (await store.listScans({ inbox }, { after: 0, limit: 10_000 })).map(({ content }) => content);

test("what an inbox keeps no longer goes soon after the start, in slices, and is told and counted", async () => {
  await Promise.all(
    Array.from({ length: 700 }, (_, n) =>
      append("door", n, new Date(Date.now() - (n < 500 ? 3 : 1) * dayMs)),
    ),
  );
  await Promise.all(Array.from({ length: 30 }, (_, n) => append("dock", n)));
  await store.changeInbox("door", { keepDays: 2 });
  const { lines, written, log } = createLog();
  const slices: number[] = [];
  const retention = startRetention({ store, log, expired: (n) => slices.push(n) }, { firstMs: 0 });
  await written;
  await retention.close();
  expect(lines).toEqual([{ fields: { scans: 500 }, message: expect.stringContaining("deleted") }]);
  expect(slices.reduce((sum, n) => sum + n)).toBe(500);
  expect(slices.length).toBeGreaterThan(1);
  expect(await contents("door")).toHaveLength(200);
  expect(await contents("dock")).toHaveLength(30);
});

test("two nodes that delete at once delete each scan once", async () => {
  await Promise.all(Array.from({ length: 900 }, (_, n) => append("door", n)));
  await store.changeInbox("door", { keepScans: 100 });
  const other = await openStore(dir);
  const nodes = [store, other].map((one) => ({ one, ...createLog() }));
  let gone = 0;
  const running = nodes.map(({ one, log }) =>
    startRetention(
      {
        store: one,
        log,
        expired: (n) => {
          gone += n;
        },
      },
      { firstMs: 0, everyMs: 10 },
    ),
  );
  await expect.poll(() => contents("door")).toHaveLength(100);
  for (const one of running) await one.close();
  await other.close();
  expect(gone).toBe(800);
  expect(nodes.flatMap(({ lines }) => lines).some(({ message }) => /hour/.test(message))).toBe(
    false,
  );
});

test("an audit trail keeps every scan, whatever its inbox was told before", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => append("door", n)));
  await store.changeInbox("door", { keepScans: 5 });
  await store.changeInbox("door", { audit: true });
  expect(await store.expire(100)).toBe(0);
  expect(await contents("door")).toHaveLength(20);
});

test("a store that fails is told, and it is tried again", async () => {
  let calls = 0;
  const { lines, written, log } = createLog();
  const again = Promise.withResolvers<void>();
  const retention = startRetention(
    {
      store: {
        async expire() {
          calls += 1;
          if (calls > 1) again.resolve();
          throw new StoreUnavailable("full", "The disk is full.");
        },
      },
      log,
    },
    { firstMs: 0, everyMs: 5 },
  );
  await written;
  await again.promise;
  await retention.close();
  expect(lines[0]).toMatchObject({ message: expect.stringContaining("goes on in an hour") });
  const after = calls;
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toBe(after);
});

test("a hub that stops waits for the slice under way, and begins no other", async () => {
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<number>();
  let calls = 0;
  const { log } = createLog();
  const expire = () => {
    calls += 1;
    begun.resolve();
    return finish.promise;
  };
  const retention = startRetention({ store: { expire }, log }, { firstMs: 0 });
  await begun.promise;
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
