import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { mountSmallDisk, whyNoSmallDisk } from "../../../../scripts/testing/small-disk.ts";
import { writeRunFile } from "../addresses/run-file.ts";
import { lockDataFolder } from "../store/folder-lock.ts";
import { readReleaseContents, writeReleaseDatabase } from "../store/testing/release-data.ts";
import { openUpdatedStore } from "./open-updated-store.ts";
import { restore } from "./restore.ts";

let root: string;
let dataDir: string;
let printed: string[];
const print = (line: string) => void printed.push(line);
const at = (time: string) => () => new Date(time);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "scanhook-update-"));
  dataDir = join(root, "data");
  printed = [];
  await writeReleaseDatabase(dataDir);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const update = async (now?: () => Date) => {
  const store = await openUpdatedStore({ dataDir }, { print, ...(now && { now }) });
  await store.close();
};
const listBackups = () => readdir(join(dataDir, "backups"));

it("backs up data of release 0.1.0 as it was before this version changes its tables", async () => {
  const before = await readFile(join(dataDir, "scanhook.db"));
  await update(at("2026-11-23T08:00:05Z"));
  expect(await listBackups()).toEqual(["before-update-2026-11-23T08-00-05.tar.gz"]);
  const archive = join(dataDir, "backups", "before-update-2026-11-23T08-00-05.tar.gz");
  expect(printed.at(-1)).toContain(archive);
  execFileSync("tar", ["-xzf", archive, "-C", root]);
  using old = new DatabaseSync(join(root, "scanhook.db"), { readOnly: true });
  await writeFile(join(root, "release.db"), before);
  using release = new DatabaseSync(join(root, "release.db"), { readOnly: true });
  for (const table of ["migrations", "scans", "inboxes", "deliveries"]) {
    const all = `SELECT * FROM ${table} ORDER BY 1`;
    expect(old.prepare(all).all()).toEqual(release.prepare(all).all());
  }
});

it("makes a backup from which the data can be restored", async () => {
  await update();
  const [name] = await listBackups();
  const target = join(root, "restored");
  const outcome = await restore({ archive: join(dataDir, "backups", name!), dir: target });
  expect(outcome).toMatchObject({ ok: true });
  const store = await openUpdatedStore({ dataDir: target });
  const scans = await store.listScans({}, { after: 0, limit: 100 });
  await store.close();
  expect(scans.map(({ id }) => id)).toEqual(
    (await readReleaseContents()).scans.map(({ id }) => id),
  );
});

it("makes no backup of a new folder, and none of one that is up to date", async () => {
  await update(at("2026-11-23T08:00:05Z"));
  await update(at("2026-11-23T09:00:05Z"));
  expect(await listBackups()).toHaveLength(1);
  const fresh = join(root, "fresh");
  const store = await openUpdatedStore({ dataDir: fresh });
  await store.close();
  expect(await readdir(fresh)).not.toContain("backups");
});

it("keeps the backups of the last two updates", async () => {
  await mkdir(join(dataDir, "backups"));
  for (const year of [2023, 2024, 2025]) {
    await writeFile(join(dataDir, "backups", `before-update-${year}-01-01T00-00-00.tar.gz`), "");
  }
  await writeFile(join(dataDir, "backups", "mine.tar.gz"), "");
  await update(at("2026-11-23T08:00:05Z"));
  expect(await listBackups()).toEqual([
    "before-update-2025-01-01T00-00-00.tar.gz",
    "before-update-2026-11-23T08-00-05.tar.gz",
    "mine.tar.gz",
  ]);
});

it("leaves the data of a hub alone that still runs", async () => {
  const release = lockDataFolder(dataDir);
  await expect(update()).rejects.toThrow(/older version is running.*Stop it/);
  release?.();
  expect(await readdir(dataDir)).not.toContain("backups");
});

it("leaves the data of a hub of 0.1.0 alone, which has no lock, until it has stopped", async () => {
  const hub = createServer((_, response) => response.end('{"ok":true}')).listen(0, "127.0.0.1");
  await once(hub, "listening");
  const { port } = hub.address() as AddressInfo;
  writeRunFile(dataDir, { host: "127.0.0.1", tls: "off", ports: { http: port } });
  try {
    await expect(update()).rejects.toThrow(/older version is running.*Stop it/);
    expect(await readdir(dataDir)).not.toContain("backups");
  } finally {
    hub.closeAllConnections();
    hub.close();
  }
  await update();
  expect(await listBackups()).toHaveLength(1);
});

it("changes nothing when the database is damaged", async () => {
  const path = join(dataDir, "scanhook.db");
  const bytes = await readFile(path);
  bytes.fill(0x5a, 4096 * 12, 4096 * 13);
  await writeFile(path, bytes);
  await expect(update()).rejects.toThrow(/nothing was changed.*damaged/);
  expect(await readFile(path)).toEqual(bytes);
  expect(await listBackups()).toEqual([]);
});

if (whyNoSmallDisk) console.log(`Skipped, ${whyNoSmallDisk}: an update on a full disk.`);

it.skipIf(whyNoSmallDisk)("changes nothing when the disk has no room for the backup", async () => {
  await rm(dataDir, { recursive: true });
  await mkdir(dataDir);
  using _disk = mountSmallDisk(dataDir, "300k");
  await writeReleaseDatabase(dataDir);
  await expect(update()).rejects.toThrow(/nothing was changed.*needs up to 2 MB.*link/);
  using db = new DatabaseSync(join(dataDir, "scanhook.db"), { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE name = 'registers'").all();
  expect(tables).toEqual([]);
});

it("names the backup to restore when an older version opens updated data", async () => {
  await update();
  const [name] = await listBackups();
  using db = new DatabaseSync(join(dataDir, "scanhook.db"));
  db.exec("INSERT INTO migrations (number, name, applied_at) VALUES (9999, '9999_later.sql', 0)");
  await expect(update()).rejects.toThrow(
    new RegExp(`9999_later.*restore ${join(dataDir, "backups", name!)}`),
  );
});
