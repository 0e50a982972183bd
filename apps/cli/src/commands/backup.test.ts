import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openUpdatedStore } from "@scanhook/hub";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runScanhook, runScanhookProcess } from "../testing/command-line.ts";

let root: string;
let data: string;
let archive: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "scanhook-backup-"));
  data = join(root, "data");
  archive = join(root, "backup.tar.gz");
});
afterEach(() => rm(root, { recursive: true, force: true }));

const addInbox = () => runScanhook(["inbox", "add", "door", "--data", data]);

test("backup reports its contents, and restore makes a working data folder from the backup", async () => {
  await addInbox();
  const backup = await runScanhookProcess(["backup", archive, "--data", data, "--json"]);
  expect(backup).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(backup.stdout)).toMatchObject({
    file: archive,
    scans: 0,
    bytes: expect.any(Number),
    leftOut: [],
  });
  const target = join(root, "restored");
  const restored = await runScanhookProcess(["restore", archive, "--data", target]);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(restored.stdout).toMatch(/^Restored 0 scans into .*, as of 20\d\d-/);
  const list = await runScanhook(["inbox", "list", "--data", target]);
  expect(list.stdout).toMatch(/^door +0 +scanner +all$/m);
});

test("restore reports pending deliveries, and restore --hold holds these deliveries", async () => {
  await addInbox();
  const store = await openUpdatedStore({ dataDir: data });
  await store.addDestination({
    name: "erp",
    kind: "http",
    settings: { url: "https://erp.example.org/" },
    secrets: {},
    concurrency: 1,
    ordered: false,
    allowPrivate: false,
    origin: "dashboard",
  });
  await store.addRoute({
    name: "all",
    destination: "erp",
    filter: {},
    shape: { format: "scan" },
    mode: "stored",
    on: true,
    origin: "dashboard",
  });
  const [route] = (await store.routing()).routes;
  if (!route) throw new Error("The store has no route.");
  await store.append({
    inbox: "door",
    scan: { identifier: "one", date: "2026-05-12T14:23:01Z", content: "one" },
    body: "{}",
    receivedAt: new Date(),
    deliveries: [{ route: route.id, state: "pending" }],
  });
  await store.close();
  await runScanhook(["backup", archive, "--data", data]);

  const restored = await runScanhook(["restore", archive, "--data", join(root, "restored")]);
  expect(restored.stdout).toContain("Sent when the hub starts");
  expect(restored.stdout).toContain("1 delivery to erp. Restore with --hold");
  const heldData = join(root, "held");
  const restoredAndHeld = await runScanhook(["restore", archive, "--hold", "--data", heldData]);
  expect(restoredAndHeld.stdout).toContain("\nHeld until you decide: 1 delivery to erp.\n");
  const routes = await runScanhook(["routes", "--data", heldData]);
  expect(routes.stdout).toMatch(/erp.*held/);
  const toJson = ["restore", archive, "--hold", "--json", "--data", join(root, "json")];
  expect(JSON.parse((await runScanhook(toJson)).stdout)).toMatchObject({
    scans: 1,
    waiting: [{ destination: "erp", deliveries: 1, held: true }],
  });
});

test("backup reports that a secret key from the settings is not part of the backup, and does not print the key", async () => {
  await addInbox();
  const env = { SCANHOOK_SECRET_KEY: "f".repeat(64) };
  const backup = await runScanhook(["backup", archive, "--data", data], { env });
  expect(backup.stdout).toContain("Not in it: the key of secrets, which is a setting.\n");
  expect(backup.stdout).not.toContain("ffff");
});

test.each<[string, () => Promise<string[]>, RegExp]>([
  [
    "backup of a folder that is not a data folder",
    async () => ["backup", archive, "--data", root],
    /is not a hub's/,
  ],
  [
    "backup to an existing path",
    async () => {
      await addInbox();
      return ["backup", root, "--data", data];
    },
    /already exists\. Choose another name/,
  ],
  [
    "backup into a missing folder",
    async () => {
      await addInbox();
      return ["backup", join(root, "nowhere", "b.tar.gz"), "--data", data];
    },
    /^There is no folder \S+nowhere to put the backup in; create it first\.$/m,
  ],
  [
    "restore of a missing backup",
    async () => ["restore", archive, "--data", data],
    /^Restoring failed \(.*\): there is no such file or folder/,
  ],
  [
    "restore of a folder",
    async () => ["restore", root, "--data", data],
    /^Restoring failed.*: it is a folder/,
  ],
  [
    "restore of a file that is not a backup",
    async () => {
      await writeFile(archive, "hello");
      return ["restore", archive, "--data", data];
    },
    /is not a backup made by "scanhook backup", or it is damaged/,
  ],
  [
    "restore into a folder that is not empty",
    async () => {
      await mkdir(data);
      await writeFile(join(data, "mine"), "");
      return ["restore", archive, "--data", data];
    },
    /is not empty\. A backup can only be restored/,
  ],
])(
  "%s fails with one sentence and exit code 1, and leaves no file behind",
  async (_, prepareArgs, reason) => {
    const args = await prepareArgs();
    const filesBefore = await readdir(root, { recursive: true });
    const run = await runScanhook(args);
    expect(run).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(reason) });
    expect(run.stderr.trimEnd()).not.toContain("\n");
    expect(await readdir(root, { recursive: true })).toEqual(filesBefore);
  },
);

test.each(["backup", "restore"])(
  "with PostgreSQL, %s fails with exit code 1 and names pg_dump",
  async (name) => {
    const url = "postgres://hub@db.example.org/scans";
    const reason = /^The scans of this hub are in PostgreSQL: .*pg_dump.*secret\.key.*\.\n$/;
    const variable = { env: { SCANHOOK_DATABASE: url } };
    const option = ["--database", url];
    for (const run of [
      await runScanhook([name, archive, "--data", data], variable),
      await runScanhook([name, archive, "--data", data, ...option]),
    ]) {
      expect(run).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(reason) });
    }
  },
);

test.each([["backup"], ["restore"]])("%s without a file is wrong use", async (name) => {
  const run = await runScanhook([name]);
  expect(run).toMatchObject({ code: 2, stderr: expect.stringMatching(/^FILE is missing\./) });
});
