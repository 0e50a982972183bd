import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mountSmallDisk, whyNoSmallDisk } from "../../../../../scripts/testing/small-disk.ts";
import type { Store } from "../store.ts";
import type { Cell } from "../stored-scan.ts";
import { arrival } from "../testing/arrival.ts";
import { problemOf } from "../testing/rejections.ts";
import { appendGroup } from "./append.ts";
import { pushCells } from "./arrival-cells.ts";
import { openForReading, openForWriting } from "./database.ts";
import { migrate } from "./migrate.ts";
import { databaseName, openStore } from "./open.ts";
import { toStoreUnavailable } from "./unavailable.ts";

let dir: string;
const stores: Store[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "scanhook-open-"));
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  await rm(dir, { recursive: true });
});

async function open(folder = dir, options?: Parameters<typeof openStore>[1]): Promise<Store> {
  const store = await openStore(folder, options);
  stores.push(store);
  return store;
}

describe("opening", () => {
  it("creates the folder, even when several processes open it at the same time", async () => {
    const missing = join(dir, "not", "there", "yet");
    const opened = await Promise.all(Array.from({ length: 4 }, () => open(missing)));
    await Promise.all(opened.map((store, n) => store.append(arrival(`${n}`))));
    expect(await opened[0]!.countScans({})).toBe(4);
  });

  it("creates files that other users cannot read, even in a folder that is open to all", async () => {
    await chmod(dir, 0o755);
    const store = await open();
    await store.append(arrival("secret"));
    const names = (await readdir(dir)).sort();
    expect(names).toEqual([databaseName, `${databaseName}-shm`, `${databaseName}-wal`]);
    for (const name of names) expect((await stat(join(dir, name))).mode & 0o077, name).toBe(0);
  });

  it("opens the database with WAL, synchronous FULL and foreign keys, so that commits are on disk", async () => {
    const db = openForWriting(join(dir, databaseName), { busyMs: 100 });
    expect(db.prepare("PRAGMA journal_mode").get()).toMatchObject({ journal_mode: "wal" });
    expect(db.prepare("PRAGMA synchronous").get()).toMatchObject({ synchronous: 2 });
    expect(db.prepare("PRAGMA foreign_keys").get()).toMatchObject({ foreign_keys: 1 });
    db.close();
  });

  it("refuses data of a newer release", async () => {
    await (await open()).close();
    const db = new DatabaseSync(join(dir, databaseName));
    db.exec("INSERT INTO migrations VALUES (9999, '9999_future.sql', 0)");
    db.close();
    expect(await problemOf(open())).toBe("newer");
    await expect(open()).rejects.toThrow(/newer Scanhook/);
  });

  it("refuses a file that is not a database, and a data folder that is a file", async () => {
    await writeFile(join(dir, databaseName), "This is a letter to my grandmother. ".repeat(100));
    expect(await problemOf(open())).toBe("broken");
    expect(await problemOf(open(join(dir, databaseName)))).toBe("broken");
  });

  const onLinux = process.platform === "linux";
  if (!onLinux) console.log("Skipped, not on Linux: a data folder below /proc.");
  it.skipIf(!onLinux)("refuses a data folder that cannot be created", async () => {
    expect(await problemOf(open("/proc/scanhook/data"))).toBe("broken");
  });
});

describe("a lock of another process", () => {
  it("delays writes, which fail as busy when it takes too long and work again afterwards", async () => {
    const store = await open(dir, { busyMs: 300 });
    const patient = await open(dir, { busyMs: 30_000 });
    await store.append(arrival("before"));
    const lockHolder = new DatabaseSync(join(dir, databaseName));
    lockHolder.exec("BEGIN IMMEDIATE");
    const inTime = patient.append(arrival("in time"));
    // Once this store has given up, the patient store is waiting for the lock, too.
    expect(await problemOf(store.append(arrival("too long")))).toBe("busy");
    lockHolder.exec("ROLLBACK");
    await inTime;
    lockHolder.close();
    await store.append(arrival("well again"));
    const contents = (await store.listScans({}, { limit: 9 })).map(({ content }) => content);
    expect(contents).toStrictEqual(["well again", "in time", "before"]);
  });

  it("does not prevent reading lists and inboxes", async () => {
    const store = await open(dir, { busyMs: 300 });
    await store.addInbox({ name: "scans", open: true });
    await store.append(arrival("before"));
    const lockHolder = new DatabaseSync(join(dir, databaseName));
    lockHolder.exec("BEGIN IMMEDIATE; DELETE FROM scans; DELETE FROM inboxes;");
    expect(await store.inbox("scans")).toBeDefined();
    expect(await store.countScans({})).toBe(1);
    lockHolder.close();
  });
});

it("cuts the log off again that grew while another process was reading", async () => {
  const path = join(dir, databaseName);
  const db = openForWriting(path, { busyMs: 100 });
  db.exec("CREATE TABLE notes (content BLOB); INSERT INTO notes VALUES (x'00')");
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec("BEGIN; SELECT count(*) FROM notes");
  const insert = db.prepare("INSERT INTO notes VALUES (randomblob(1000000))");
  for (let count = 0; count < 60; count++) insert.run();
  const logSize = async () => (await stat(`${path}-wal`)).size;
  expect(await logSize()).toBeGreaterThan(60_000_000);
  reader.close();
  // The first commit moves the log to the database, and the next one starts it again.
  for (let count = 0; count < 2; count++) insert.run();
  expect(await logSize()).toBeLessThanOrEqual(32_000_000);
  db.close();
});

describe("a full disk", () => {
  it("stores nothing of a group that does not fit, and all of it once there is room", () => {
    const db = openForWriting(join(dir, databaseName), { busyMs: 100 });
    migrate(db, () => new Date());
    db.exec("PRAGMA max_page_count = 60");
    const cells: Cell[] = [];
    for (let index = 0; index < 50; index++)
      pushCells(cells, arrival(`${index} ${"x".repeat(10_000)}`));
    const problem = errorOf(() => appendGroup(db, cells, 0));
    expect(toStoreUnavailable(problem).problem).toBe("full");
    expect(db.prepare("SELECT count(*) AS n FROM scans").get()).toMatchObject({ n: 0 });
    db.exec("PRAGMA max_page_count = 100000");
    expect(appendGroup(db, cells, 0).results).toStrictEqual(
      Array.from({ length: 50 }, (_, n) => n + 1),
    );
    db.close();
  });

  if (whyNoSmallDisk) console.log(`Skipped, ${whyNoSmallDisk}: filling up the disk of SQLite.`);
  it.skipIf(whyNoSmallDisk)(
    "makes appends fail as full, and accepts them again once there is room (needs root)",
    async () => {
      const disk = mountSmallDisk(dir, "1500k");
      try {
        const store = await open();
        await store.addInbox({ name: "scans", open: true });
        const acknowledged: string[] = [];
        let isFull = false;
        for (let index = 0; !isFull && index < 1000; index++) {
          const content = `${index} ${"x".repeat(20_000)}`;
          const error = await store.append(arrival(content)).then(
            () => void acknowledged.push(content),
            (reason) => reason,
          );
          if (error) expect(error).toMatchObject({ problem: "full" });
          isFull = error !== undefined;
        }
        expect(isFull).toBe(true);
        expect(await store.inbox("scans")).toBeDefined();
        expect(await store.countScans({})).toBe(acknowledged.length);
        disk.grow("20m");
        acknowledged.push("after");
        await store.append(arrival("after"));
        const stored = await store.listScans({}, { after: 0, limit: 1000 });
        expect(stored.map(({ content }) => content)).toStrictEqual(acknowledged);
        await store.close();
      } finally {
        disk[Symbol.dispose]();
      }
    },
  );
});

it("does not count an arrival as waiting that could not be sent to the writer", async () => {
  const store = await open();
  const { scan, ...rest } = { ...arrival("broken"), body: "x".repeat(40 * 1024 * 1024) };
  const oversizedArrival = { ...rest, scan: { ...scan, structured: { big: 1n } } };
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(store.append(oversizedArrival)).rejects.toThrow(TypeError);
  await store.append(arrival("whole"));
  expect(await store.countScans({})).toBe(1);
});

it("converts an error of SQLite to a StoreUnavailable that names the file", () => {
  const path = join(dir, databaseName);
  const db = openForWriting(path, { busyMs: 100 });
  migrate(db, () => new Date());
  const reading = openForReading(path, { busyMs: 100 });
  const refused = errorOf(() => reading.exec("DELETE FROM scans"));
  expect(toStoreUnavailable(refused)).toMatchObject({ problem: "read-only", cause: refused });
  expect(toStoreUnavailable(refused, path).message).toContain(path);
  reading.close();
  db.close();
});

function errorOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

it("runs all writes that wait together, and only the refused ones fail", async () => {
  const store = await open();
  const impatient = await open(dir, { busyMs: 100 });
  await store.addInbox({ name: "scans", open: true });
  const lockHolder = new DatabaseSync(join(dir, databaseName));
  lockHolder.exec("BEGIN IMMEDIATE");
  const invalidArrival = { ...arrival("wrong"), source: "neither" as never };
  const outcomes = Promise.allSettled([
    store.changeInbox("scans", { title: "1" }),
    store.append(arrival("1")),
    store.changeInbox("scans", { title: "2" }),
    store.append(invalidArrival),
    store.addToken({ name: "one", hash: "h", person: 1, scopes: ["all"] }),
    store.addToken({ name: "two", hash: "h", person: 1, scopes: ["all"] }),
    store.append(arrival("2")),
  ]);
  // Once this store has given up, all of the above are waiting for the lock.
  expect(await problemOf(impatient.append(arrival("too long")))).toBe("busy");
  lockHolder.exec("ROLLBACK");
  lockHolder.close();
  const states = (await outcomes).map(({ status }) => (status === "fulfilled" ? "done" : "failed"));
  expect(states).toStrictEqual(["done", "done", "done", "failed", "done", "failed", "done"]);
  expect((await store.inboxes())[0]).toMatchObject({ title: "2", scans: 2 });
  expect((await store.tokens()).map(({ name }) => name)).toStrictEqual(["one"]);
});

it("does not report a repeat as a new scan, although SQLite used up an id for it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const store = await open();
    const notifiedIds: number[] = [];
    store.onAppend((id) => notifiedIds.push(id));
    const { id } = await store.append(arrival("one"));
    expect(await store.append(arrival("one"))).toMatchObject({ id, repeat: true });
    vi.advanceTimersByTime(60_000);
    expect(notifiedIds).toStrictEqual([id]);
  } finally {
    vi.useRealTimers();
  }
});

it("waits for pending writes when it closes", async () => {
  const store = await open();
  await store.append(arrival("before"));
  const lockHolder = new DatabaseSync(join(dir, databaseName));
  lockHolder.exec("BEGIN IMMEDIATE");
  const waiting = [
    store.append(arrival("1")),
    store.addToken({ name: "one", hash: "h", person: 1, scopes: ["all"] }),
  ];
  const end = store.close();
  lockHolder.exec("ROLLBACK");
  lockHolder.close();
  await Promise.all([...waiting, end]);
  const reopened = await open();
  expect(await reopened.countScans({})).toBe(2);
  expect(await reopened.tokens()).toHaveLength(1);
});

it.each([
  ["alone", false],
  ["while another process has the data open", true],
])("leaves every scan in the main file when it closes %s", async (_, isOpenElsewhere) => {
  const store = await open();
  if (isOpenElsewhere) await (await open()).listScans({}, { limit: 1 });
  await Promise.all(Array.from({ length: 30 }, (_, n) => store.append(arrival(`${n}`))));
  // These calls start both readers.
  await store.scan(1);
  expect(await store.countScans({})).toBe(30);
  await store.close();
  const copy = join(dir, "copy");
  await mkdir(copy);
  await copyFile(join(dir, databaseName), join(copy, databaseName));
  expect(await (await open(copy)).countScans({})).toBe(30);
  const names = (await readdir(dir)).filter((name) => name.startsWith(databaseName));
  if (!isOpenElsewhere) expect(names).toStrictEqual([databaseName]);
});
