import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mountSmallDisk, whyNoSmallDisk } from "../../../../../scripts/testing/small-disk.ts";
import { type Arrival, type Store, StoreUnavailable } from "../store.ts";
import { appendGroup, type Cell, pushCells } from "./append.ts";
import { openForReading, openForWriting } from "./database.ts";
import { migrate } from "./migrate.ts";
import { databaseName, openStore } from "./open.ts";
import { toTrouble } from "./trouble.ts";

let dir: string;
const stores: Store[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "scanhook-open-"));
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  await rm(dir, { recursive: true });
});

async function open(at = dir, options?: Parameters<typeof openStore>[1]): Promise<Store> {
  const store = await openStore(at, options);
  stores.push(store);
  return store;
}

function arrival(content: string): Arrival {
  const scan = { identifier: "04:A2", date: "2026-05-12T14:23:01Z", content };
  return { inbox: "scans", scan, body: JSON.stringify(scan), receivedAt: new Date() };
}

async function troubleOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(StoreUnavailable);
  return (error as StoreUnavailable).trouble;
}

describe("opening", () => {
  it("makes the folder, and works when many start at once on nothing", async () => {
    const place = join(dir, "not", "there", "yet");
    const opened = await Promise.all(Array.from({ length: 4 }, () => open(place)));
    await Promise.all(opened.map((store, n) => store.append(arrival(`${n}`))));
    expect(await opened[0]!.countScans({})).toBe(4);
  });

  it("lets nobody else on the machine read what is in it, also in a folder that is open to all", async () => {
    await chmod(dir, 0o755);
    const store = await open();
    await store.append(arrival("secret"));
    const names = (await readdir(dir)).sort();
    expect(names).toEqual([databaseName, `${databaseName}-shm`, `${databaseName}-wal`]);
    for (const name of names) expect((await stat(join(dir, name))).mode & 0o077, name).toBe(0);
  });

  it("keeps every commit on disk before it answers: WAL, synchronous FULL", async () => {
    const db = openForWriting(join(dir, databaseName), { busyMs: 100 });
    expect(db.prepare("PRAGMA journal_mode").get()).toMatchObject({ journal_mode: "wal" });
    expect(db.prepare("PRAGMA synchronous").get()).toMatchObject({ synchronous: 2 });
    expect(db.prepare("PRAGMA foreign_keys").get()).toMatchObject({ foreign_keys: 1 });
    db.close();
  });

  it("refuses the data of a newer program", async () => {
    await (await open()).close();
    const db = new DatabaseSync(join(dir, databaseName));
    db.exec("INSERT INTO migrations VALUES (9999, '9999_future.sql', 0)");
    db.close();
    expect(await troubleOf(open())).toBe("newer");
    await expect(open()).rejects.toThrow(/newer Scanhook/);
  });

  it("refuses a file that is no database, and a folder that is a file", async () => {
    await writeFile(join(dir, databaseName), "This is a letter to my grandmother. ".repeat(100));
    expect(await troubleOf(open())).toBe("broken");
    expect(await troubleOf(open(join(dir, databaseName)))).toBe("broken");
  });

  const onLinux = process.platform === "linux";
  if (!onLinux) console.log("Skipped, not on Linux: a data folder below /proc.");
  it.skipIf(!onLinux)("refuses a place that takes no folders", async () => {
    expect(await troubleOf(open("/proc/scanhook/data"))).toBe("broken");
  });
});

describe("another process that keeps the database locked", () => {
  it("is waited for, and refused as busy when it takes too long; then all is well again", async () => {
    const store = await open(dir, { busyMs: 300 });
    const patient = await open(dir, { busyMs: 30_000 });
    await store.append(arrival("before"));
    const other = new DatabaseSync(join(dir, databaseName));
    other.exec("BEGIN IMMEDIATE");
    const tooLong = store.append(arrival("too long"));
    expect(await troubleOf(tooLong)).toBe("busy");
    const inTime = patient.append(arrival("in time"));
    await sleep(50);
    other.exec("ROLLBACK");
    await inTime;
    other.close();
    await store.append(arrival("well again"));
    const contents = (await store.listScans({}, { limit: 9 })).map(({ content }) => content);
    expect(contents).toStrictEqual(["well again", "in time", "before"]);
  });

  it("does not keep lists and inboxes from being read", async () => {
    const store = await open(dir, { busyMs: 300 });
    await store.addInbox({ name: "scans", open: true });
    await store.append(arrival("before"));
    const other = new DatabaseSync(join(dir, databaseName));
    other.exec("BEGIN IMMEDIATE; DELETE FROM scans; DELETE FROM inboxes;");
    expect(await store.inbox("scans")).toBeDefined();
    expect(await store.countScans({})).toBe(1);
    other.close();
  });
});

describe("a disk without room", () => {
  it("stores nothing of the group that did not fit, and everything once there is room", () => {
    const db = openForWriting(join(dir, databaseName), { busyMs: 100 });
    migrate(db, () => new Date());
    db.exec("PRAGMA max_page_count = 60");
    const cells: Cell[] = [];
    for (let n = 0; n < 50; n++) pushCells(cells, arrival(`${n} ${"x".repeat(10_000)}`));
    const trouble = catching(() => appendGroup(db, cells, 0));
    expect(toTrouble(trouble).trouble).toBe("full");
    expect(db.prepare("SELECT count(*) AS n FROM scans").get()).toMatchObject({ n: 0 });
    db.exec("PRAGMA max_page_count = 100000");
    expect(appendGroup(db, cells, 0).results).toStrictEqual(
      Array.from({ length: 50 }, (_, n) => n + 1),
    );
    db.close();
  });

  if (whyNoSmallDisk) console.log(`Skipped, ${whyNoSmallDisk}: filling up the disk of SQLite.`);
  it.skipIf(whyNoSmallDisk)(
    "is full for the whole store, and then takes scans again (needs root)",
    async () => {
      const disk = mountSmallDisk(dir, "1500k");
      try {
        const store = await open();
        await store.addInbox({ name: "scans", open: true });
        const kept: string[] = [];
        let full = false;
        for (let n = 0; !full && n < 1000; n++) {
          const content = `${n} ${"x".repeat(20_000)}`;
          const error = await store.append(arrival(content)).then(
            () => void kept.push(content),
            (reason) => reason,
          );
          if (error) expect(error).toMatchObject({ trouble: "full" });
          full = error !== undefined;
        }
        expect(full).toBe(true);
        expect(await store.inbox("scans")).toBeDefined();
        expect(await store.countScans({})).toBe(kept.length);
        disk.grow("20m");
        kept.push("after");
        await store.append(arrival("after"));
        const stored = await store.listScans({}, { after: 0, limit: 1000 });
        expect(stored.map(({ content }) => content)).toStrictEqual(kept);
        await store.close();
      } finally {
        disk[Symbol.dispose]();
      }
    },
  );
});

it("what could not even be handed to the writer does not count as waiting for the disk", async () => {
  const store = await open();
  const { scan, ...rest } = { ...arrival("broken"), body: "x".repeat(40 * 1024 * 1024) };
  const broken = { ...rest, scan: { ...scan, structured: { big: 1n } } };
  for (let i = 0; i < 2; i++) await expect(store.append(broken)).rejects.toThrow(TypeError);
  await store.append(arrival("whole"));
  expect(await store.countScans({})).toBe(1);
});

it("what SQLite says is told apart: read-only, constraint, bug", () => {
  const path = join(dir, databaseName);
  const db = openForWriting(path, { busyMs: 100 });
  migrate(db, () => new Date());
  const reading = openForReading(path, { busyMs: 100 });
  const refused = catching(() => reading.exec("DELETE FROM scans"));
  expect(toTrouble(refused)).toMatchObject({ trouble: "read-only", cause: refused });
  expect(toTrouble(refused, path).message).toContain(path);
  reading.close();
  db.close();
});

function catching(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

it("scans, claims and changes that wait together are all done, and a scan that is refused fails alone", async () => {
  const store = await open();
  await store.addInbox({ name: "scans", open: true });
  const other = new DatabaseSync(join(dir, databaseName));
  other.exec("BEGIN IMMEDIATE");
  const wrong = { ...arrival("wrong"), source: "neither" as never };
  const done = Promise.allSettled([
    store.changeInbox("scans", { title: "1" }),
    store.append(arrival("1")),
    store.changeInbox("scans", { title: "2" }),
    store.append(wrong),
    store.addToken({ name: "one", hash: "h" }),
    store.addToken({ name: "two", hash: "h" }),
    store.append(arrival("2")),
  ]);
  await sleep(50);
  other.exec("ROLLBACK");
  other.close();
  const states = (await done).map(({ status }) => (status === "fulfilled" ? "done" : "failed"));
  expect(states).toStrictEqual(["done", "done", "done", "failed", "done", "failed", "done"]);
  expect((await store.inboxes())[0]).toMatchObject({ title: "2", scans: 2 });
  expect((await store.tokens()).map(({ name }) => name)).toStrictEqual(["one"]);
});

it("takes a scan that came again for none when it looks for new ones, though SQLite gave it an id", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const store = await open();
    const told: number[] = [];
    store.onAppend((id) => told.push(id));
    const { id } = await store.append(arrival("one"));
    expect(await store.append(arrival("one"))).toMatchObject({ id, repeat: true });
    vi.advanceTimersByTime(60_000);
    expect(told).toStrictEqual([id]);
  } finally {
    vi.useRealTimers();
  }
});

it("closing waits for what waits for another process", async () => {
  const store = await open();
  await store.append(arrival("before"));
  const other = new DatabaseSync(join(dir, databaseName));
  other.exec("BEGIN IMMEDIATE");
  const waiting = [store.append(arrival("1")), store.addToken({ name: "one", hash: "h" })];
  const end = store.close();
  other.exec("ROLLBACK");
  other.close();
  await Promise.all([...waiting, end]);
  const again = await open();
  expect(await again.countScans({})).toBe(2);
  expect(await again.tokens()).toHaveLength(1);
});
