import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBackupDownloads } from "../../backup/downloads.ts";
import { restore } from "../../backup/restore.ts";
import { writeBackupNote } from "../../store/backup-note.ts";
import { openStore } from "../../store/sqlite/open.ts";
import {
  asOwner,
  ownerPassword,
  postScan,
  startTestHub,
  type TestHub,
} from "../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "../testing/api-description.ts";

let hub: TestHub;
let owner: Awaited<ReturnType<typeof asOwner>>;
let call: DescribedApi["call"];
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "scanhook-download-"));
  hub = await startTestHub("--tls", "off");
  owner = await asOwner(hub);
  call = (await createDescribedApi(owner)).call;
  await call("POST", "/api/inboxes", { body: { name: "door", open: true } });
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

type Made = { download: string; madeAt: string; scans: number; bytes: number };
type Status = { lastMadeAt?: string; instead?: string };

const make = (password = ownerPassword) =>
  call<Made & { error: { code: string } }>("POST", "/api/backup", { body: { password } });
const status = async () => (await call<Status>("GET", "/api/backup")).body;

test("the owner downloads a backup that restores every scan, and the hub knows when it was made", async () => {
  for (const content of ["one", "two", "three"]) await postScan(hub, { content });
  expect(await status()).toEqual({});
  const { body: made } = await make();
  expect(made).toMatchObject({ scans: 3, bytes: expect.any(Number) });
  // A backup that nobody has downloaded does not count as the last backup.
  expect(await status()).toEqual({});

  const response = await owner("GET", made.download);
  expect(response.headers.get("content-type")).toBe("application/gzip");
  expect(response.headers.get("content-length")).toBe(String(made.bytes));
  expect(response.headers.get("content-disposition")).toBe(
    `attachment; filename="scanhook-${made.madeAt.slice(0, 10)}.tar.gz"`,
  );
  const archive = join(root, "backup.tar.gz");
  await writeFile(archive, Buffer.from(await response.arrayBuffer()));
  const restored = join(root, "restored");
  expect(await restore({ archive, dir: restored })).toMatchObject({ ok: true, scans: 3 });
  const store = await openStore(restored);
  const scans = await store.listScans({}, { after: 0, limit: 9 });
  await store.close();
  expect(scans.map(({ content }) => content)).toEqual(["one", "two", "three"]);

  await expect.poll(status).toEqual({ lastMadeAt: made.madeAt });
  expect((await call("GET", made.download)).status).toBe(404);
  expect(existsSync(join(hub.settings.data, "backup-download"))).toBe(false);
});

test("the alert that the backup is old ends with a download", async () => {
  await writeBackupNote(hub.settings.data, "2026-01-01T00:00:00.000Z");
  const events = async () =>
    (await call<{ current: { event: string }[] }>("GET", "/api/alerts")).body.current.map(
      ({ event }) => event,
    );
  await call("PATCH", "/api/alerts", { body: { backupDays: 7 } });
  await expect.poll(events).toEqual(["backup-old"]);
  const { body: made } = await make();
  await (await owner("GET", made.download)).arrayBuffer();
  await expect.poll(events).toEqual([]);
});

test("only the owner's password makes a backup", async () => {
  expect((await make("wrong")).status).toBe(401);
  expect((await call("POST", "/api/backup", { body: {} })).status).toBe(400);
  expect((await call("GET", "/api/backup/unknown")).status).toBe(404);
});

test("a second backup at the same time is refused", async () => {
  const results = await Promise.all([make(), make()]);
  expect(results.map((result) => result.status).toSorted()).toEqual([200, 409]);
  const refused = results.find((result) => result.status === 409);
  expect(refused?.body.error.code).toBe("backup-running");
});

test("a disk without room for the copy is left alone", async () => {
  const downloads = createBackupDownloads({
    dataDir: hub.settings.data,
    measureDisk: async () => ({ free: 50 * 2 ** 20, total: 2 ** 30 }),
  });
  expect(await downloads.make()).toEqual({
    kind: "failed",
    reason: expect.stringMatching(
      /^While it is made, the backup needs \d+ MiB .* only 50 MiB are free/,
    ),
  });
  await downloads.close();
});

test("a backup that was not downloaded goes when the hub stops", async () => {
  const dataDir = join(root, "stopping");
  await (await openStore(dataDir)).close();
  const downloads = createBackupDownloads({ dataDir });
  const made = await downloads.make();
  if (made.kind !== "made") throw new Error(made.kind);
  expect((await readFile(join(dataDir, "backup-download/backup.tar.gz"))).length).toBe(
    made.backup.bytes,
  );
  await downloads.close();
  expect(existsSync(join(dataDir, "backup-download"))).toBe(false);
});
