import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mountSmallDisk, whyNoSmallDisk } from "../../../../scripts/testing/small-disk.ts";
import { knownMigrations } from "../store/sqlite/migrate.ts";
import { openStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { toDestination, toRoute } from "../store/testing/routed-destinations.ts";
import { backUp } from "./back-up.ts";
import { restore } from "./restore.ts";
import { manifestOf, pack } from "./testing/archives.ts";

let root: string;
let data: string;
let archive: string;
let target: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "scanhook-backup-"));
  data = join(root, "data");
  archive = join(root, "backup.tar.gz");
  target = join(root, "restored");
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function withStore<T>(dir: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(dir);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const append = (store: Store, n: number, inbox = "door", routes: number[] = []) =>
  store.append({
    deliveries: routes.map((route) => ({ route, state: "pending" })),
    inbox,
    scan: { identifier: `scan-${n}`, date: "2026-05-12T14:23:01Z", content: `content ${n}` },
    body: `{"n":${n}}`,
    receivedAt: new Date("2026-05-12T14:23:01.500Z"),
  });

async function fill(count: number, inbox = "door"): Promise<void> {
  await withStore(data, async (store) => {
    await Promise.all(Array.from({ length: count }, (_, n) => append(store, n, inbox)));
  });
}

const readAll = (dir: string) =>
  withStore(dir, (store) => store.listScans({}, { after: 0, limit: 100_000 }));

/** Changes a database without the hub. */
function tamper(dir: string, sql: string): void {
  using db = new DatabaseSync(join(dir, "scanhook.db"));
  db.exec(sql);
}

test("restores every scan, the certificates, the keys and the written files, and nothing else", async () => {
  await fill(300);
  await mkdir(join(data, "tls"));
  await mkdir(join(data, "files", "2026"), { recursive: true });
  const files = {
    "ca.pem": "certificate",
    "tls/ca-key.pem": "key",
    "secret.key": "secret",
    "scanhook.yaml": "http-port: 8081\n",
    "files/2026/scans.csv": "a,b\n",
  };
  for (const [path, text] of Object.entries(files)) await writeFile(join(data, path), text);
  await writeFile(join(data, "tls", "server.pem.1234.tmp"), "half");
  await writeFile(join(data, "older-backup.tar.gz"), "not of the hub");

  expect(await backUp({ dir: data, archive })).toMatchObject({ ok: true, scans: 300, files: 6 });
  expect(await readdir(root)).toEqual(["backup.tar.gz", "data"]);
  expect((await stat(archive)).mode & 0o777).toBe(0o600);

  expect(await restore({ archive, dir: target })).toMatchObject({ ok: true, scans: 300, files: 6 });
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1));
  expect(paths.sort()).toEqual([...Object.keys(files), "last-backup.txt", "scanhook.db"].sort());
  for (const [path, text] of Object.entries(files)) {
    expect(await readFile(join(target, path), "utf8")).toBe(text);
    const { mode } = await stat(join(target, path));
    expect(mode & 0o777).toBe(path === "ca.pem" ? 0o644 : 0o600);
  }
  expect(await readAll(target)).toEqual(await readAll(data));
});

test("backs up every scan that was acknowledged before it began while more scans arrive", async () => {
  await fill(5000);
  await withStore(data, async (store) => {
    const begun = Promise.withResolvers<void>();
    let isStopped = false;
    const arriving = (async () => {
      for (let n = 5000; !isStopped; n += 20) {
        await Promise.all(Array.from({ length: 20 }, (_, i) => append(store, n + i)));
        if (n === 5100) begun.resolve();
      }
    })();
    await begun.promise;
    const acknowledged = (await store.size()).scans;
    const backup = await backUp({ dir: data, archive });
    isStopped = true;
    await arriving;
    expect(backup).toMatchObject({ ok: true });
    expect(await restore({ archive, dir: target })).toMatchObject({ ok: true });
    const all = await store.listScans({}, { after: 0, limit: 100_000 });
    const restored = await readAll(target);
    expect(restored.length).toBeGreaterThanOrEqual(acknowledged);
    expect(restored).toEqual(all.slice(0, restored.length));
  });
});

test("leaves nothing behind when a backup is interrupted", async () => {
  await fill(3000);
  const stopping = new AbortController();
  const progress = () => stopping.abort(new Error("stopped"));
  await expect(backUp({ dir: data, archive, progress, signal: stopping.signal })).rejects.toThrow(
    "stopped",
  );
  expect(await readdir(root)).toEqual(["data"]);
});

if (whyNoSmallDisk) console.log(`Skipped, ${whyNoSmallDisk}: a backup and a restore without room.`);

test.skipIf(whyNoSmallDisk)(
  "leaves nothing behind on a full disk, and names the folder of the archive",
  async () => {
    await fill(3000);
    expect(await backUp({ dir: data, archive })).toMatchObject({ ok: true });
    const smallDisk = join(root, "small");
    await mkdir(smallDisk);
    using _disk = mountSmallDisk(smallDisk, "256k");
    const small = join(smallDisk, "backup.tar.gz");
    await expect(backUp({ dir: data, archive: small })).rejects.toThrow(
      `There is not enough disk space for the backup in ${smallDisk}. Free some, or choose another folder.`,
    );
    const restoring = restore({ archive, dir: join(smallDisk, "restored"), hold: true });
    await expect(restoring).rejects.toMatchObject({ code: "ENOSPC" });
    expect(await readdir(smallDisk)).toEqual([]);
  },
);

test("refuses to restore from a pipe without waiting for it", async () => {
  execFileSync("mkfifo", [archive]);
  expect(await restore({ archive, dir: target })).toEqual({
    ok: false,
    reason: `${archive} is not a regular file. Name a backup file.`,
  });
  expect(await readdir(root)).toEqual(["backup.tar.gz"]);
});

test("does not overwrite an existing file", async () => {
  await fill(1);
  await writeFile(archive, "dear to me");
  expect(await backUp({ dir: data, archive })).toEqual({
    ok: false,
    reason: `${archive} already exists. Choose another name.`,
  });
  expect(await readFile(archive, "utf8")).toBe("dear to me");
});

test("refuses to back up a damaged database", async () => {
  await fill(2000);
  tamper(data, "PRAGMA wal_checkpoint(TRUNCATE)");
  {
    await using file = await open(join(data, "scanhook.db"), "r+");
    const { size } = await file.stat();
    for (let offset = 100 * 4096; offset < size; offset += 8 * 4096)
      await file.write(Buffer.alloc(2048, 7), 0, 2048, offset);
  }
  const outcome = await backUp({ dir: data, archive }).catch((error: Error) => ({
    ok: false,
    reason: error.message,
  }));
  expect(outcome).toEqual({ ok: false, reason: expect.stringMatching(/damaged/) });
  expect(await readdir(root)).toEqual(["data"]);
});

test("restores to an empty folder or one with only lost+found, and to no other", async () => {
  await fill(1);
  await backUp({ dir: data, archive });
  await mkdir(target);
  await writeFile(join(target, "notes.txt"), "mine");
  expect(await restore({ archive, dir: target })).toEqual({
    ok: false,
    reason: expect.stringMatching(/is not empty\. A backup can only be restored/),
  });
  expect(await readdir(target)).toEqual(["notes.txt"]);
  await rm(join(target, "notes.txt"));
  await mkdir(join(target, "lost+found"));
  expect(await restore({ archive, dir: target })).toMatchObject({ ok: true, scans: 1 });
});

test("recognizes an interrupted restore", async () => {
  await fill(1);
  await backUp({ dir: data, archive });
  await mkdir(join(target, ".restoring-abc"), { recursive: true });
  expect(await restore({ archive, dir: target })).toEqual({
    ok: false,
    reason: `${target} contains an interrupted restore. Delete that folder and start again.`,
  });
});

test("leaves the folder as it was when a restore is interrupted", async () => {
  await fill(3000);
  await backUp({ dir: data, archive });
  const stopping = new AbortController();
  await expect(
    restore({
      archive,
      dir: target,
      progress: (step) => step === "checking" && stopping.abort(new Error("stopped")),
      signal: stopping.signal,
    }),
  ).rejects.toThrow("stopped");
  expect(await readdir(root)).toEqual(["backup.tar.gz", "data"]);
});

test("refuses a database with an unknown migration, and writes nothing", async () => {
  await fill(1);
  tamper(data, "INSERT INTO migrations VALUES (9999, '9999_future.sql', 0)");
  expect(await backUp({ dir: data, archive })).toEqual({
    ok: false,
    reason: expect.stringMatching(/has "9999_future\.sql", which this Scanhook does not know/),
  });
  // The archive that a newer Scanhook would make.
  const content = await readFile(join(data, "scanhook.db"));
  const files = [{ path: "scanhook.db", content }];
  await writeFile(
    archive,
    pack([manifestOf(files, { scans: 1, migration: "9999_future.sql" }), ...files]),
  );
  expect(await restore({ archive, dir: target })).toEqual({
    ok: false,
    reason: expect.stringMatching(/its database has "9999_future\.sql"/),
  });
  expect(await readdir(root)).not.toContain("restored");
});

test.each([
  ["is not a database", Buffer.from("something else"), /cannot be read|is damaged/],
  ["is empty", Buffer.alloc(0), /is not the database of a hub/],
])("refuses a backup whose database %s, and writes nothing", async (_, content, reason) => {
  const files = [{ path: "scanhook.db", content }];
  await writeFile(archive, pack([manifestOf(files), ...files]));
  expect(await restore({ archive, dir: target })).toEqual({
    ok: false,
    reason: expect.stringMatching(reason),
  });
  expect(await readdir(root)).toEqual(["backup.tar.gz"]);
});

test("refuses a backup whose database does not match its list of contents", async () => {
  await fill(2);
  tamper(data, "PRAGMA wal_checkpoint(TRUNCATE)");
  const content = await readFile(join(data, "scanhook.db"));
  const files = [{ path: "scanhook.db", content }];
  const migration = knownMigrations().at(-1);
  await writeFile(archive, pack([manifestOf(files, { scans: 3, migration }), ...files]));
  expect(await restore({ archive, dir: target })).toEqual({
    ok: false,
    reason: expect.stringMatching(/does not match the list of contents/),
  });
});

test("neither backs up nor restores a database whose audit trail was tampered with", async () => {
  await withStore(data, async (store) => {
    await store.addInbox({ name: "door", open: true });
    await store.changeInbox("door", { audit: true });
  });
  await fill(20);
  expect(await backUp({ dir: data, archive })).toMatchObject({ ok: true });
  tamper(data, "UPDATE scans SET content = 'forged' WHERE id = 7; PRAGMA wal_checkpoint(TRUNCATE)");
  const reason = expect.stringMatching(/an invalid audit trail: Scan 7, number 7/);
  expect(await backUp({ dir: data, archive: `${archive}.2` })).toEqual({ ok: false, reason });
  // An archive that was made without `backUp`.
  const files = [{ path: "scanhook.db", content: await readFile(join(data, "scanhook.db")) }];
  const migration = knownMigrations().at(-1);
  await writeFile(archive, pack([manifestOf(files, { scans: 20, migration }), ...files]));
  expect(await restore({ archive, dir: target })).toEqual({ ok: false, reason });
  expect(await readdir(root)).not.toContain("restored");
});

test("refuses a backup whose audit trail is shorter than its list of contents says", async () => {
  await withStore(data, async (store) => {
    await store.addInbox({ name: "door", open: true });
    await store.changeInbox("door", { audit: true });
  });
  await fill(3);
  tamper(data, "PRAGMA wal_checkpoint(TRUNCATE)");
  const files = [{ path: "scanhook.db", content: await readFile(join(data, "scanhook.db")) }];
  const about = {
    scans: 3,
    migration: knownMigrations().at(-1),
    heads: [{ inbox: "door", count: 4, hash: "a".repeat(64) }],
  };
  await writeFile(archive, pack([manifestOf(files, about), ...files]));
  expect(await restore({ archive, dir: target })).toEqual({
    ok: false,
    reason: expect.stringMatching(/has an audit trail of door that does not match/),
  });
});

test("names pending deliveries, and with hold pauses their destinations and no others", async () => {
  await withStore(data, async (store) => {
    for (const name of ["erp", "log", "old"]) {
      await store.addDestination(toDestination(name));
      await store.addRoute(toRoute(name, { destination: name }));
    }
    const [erp, , old] = (await store.routing()).routes.map(({ id }) => id);
    for (const n of [1, 2]) await append(store, n, "door", [erp!]);
    await append(store, 3, "door", [old!]);
    await store.removeDestination("old");
  });
  await backUp({ dir: data, archive });
  const restored = await restore({ archive, dir: target });
  const waiting = { destination: "erp", deliveries: 2 };
  expect(restored).toMatchObject({ ok: true, waiting: [{ ...waiting, held: false }] });

  const held = join(root, "held");
  const heldRestore = await restore({ archive, dir: held, hold: true });
  expect(heldRestore).toMatchObject({ ok: true, scans: 3, waiting: [{ ...waiting, held: true }] });
  expect((await readdir(held)).sort()).toEqual(["last-backup.txt", "scanhook.db"]);
  await withStore(held, async (store) => {
    const { destinations } = await store.routing();
    expect(destinations).toMatchObject([
      { name: "erp", state: "held", notice: expect.stringMatching(/^It was restored from .* 20/) },
      { name: "log", state: "on" },
    ]);
    const limits = destinations.map(({ id }) => ({ destination: id, limit: 9 }));
    expect((await store.claim("node", limits)).claimed).toEqual([]);
    await store.changeDestination("erp", { state: "on" });
    expect((await store.claim("node", limits)).claimed).toHaveLength(2);
    expect((await store.routing()).destinations[0]!.notice).toBeUndefined();
  });
  await withStore(target, async (store) => {
    const limits = (await store.routing()).destinations.map(({ id }) => ({
      destination: id,
      limit: 9,
    }));
    expect((await store.claim("node", limits)).claimed).toHaveLength(2);
  });
});
