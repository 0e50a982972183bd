import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@scanhook/hub";
import { afterEach, beforeEach, expect, test } from "vitest";
import { scanhook, scanhookHere } from "../tests/command-line.ts";

let root: string;
let data: string;
let archive: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "scanhook-backup-"));
  data = join(root, "data");
  archive = join(root, "backup.tar.gz");
});
afterEach(() => rm(root, { recursive: true, force: true }));

const makeInbox = () => scanhookHere(["inbox", "add", "door", "--data", data]);

test("a backup says what is in it, and its restored folder is a hub's", async () => {
  await makeInbox();
  const saved = await scanhook(["backup", archive, "--data", data, "--json"]);
  expect(saved).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(saved.stdout)).toMatchObject({
    file: archive,
    scans: 0,
    bytes: expect.any(Number),
    leftOut: [],
  });
  const target = join(root, "restored");
  const restored = await scanhook(["restore", archive, "--data", target]);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(restored.stdout).toMatch(/^Restored 0 scans into .*, as of 20\d\d-/);
  const list = await scanhookHere(["inbox", "list", "--data", target]);
  expect(list.stdout).toMatch(/^door +0 +scanner +all$/m);
});

test("a restore says what was waiting in the backup, and with --hold lets a person decide", async () => {
  await makeInbox();
  const store = await openStore({ dataDir: data });
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
  await store.append({
    inbox: "door",
    scan: { identifier: "one", date: "2026-05-12T14:23:01Z", content: "one" },
    body: "{}",
    receivedAt: new Date(),
    deliveries: [{ route: route!.id, state: "pending" }],
  });
  await store.close();
  await scanhookHere(["backup", archive, "--data", data]);

  const restored = await scanhookHere(["restore", archive, "--data", join(root, "restored")]);
  expect(restored.stdout).toContain("Sent when the hub starts");
  expect(restored.stdout).toContain("1 delivery to erp. Restored with --hold");
  const held = join(root, "held");
  const decided = await scanhookHere(["restore", archive, "--hold", "--data", held]);
  expect(decided.stdout).toContain("\nHeld, for you to decide: 1 delivery to erp.\n");
  const routes = await scanhookHere(["routes", "--data", held]);
  expect(routes.stdout).toMatch(/erp.*held/);
  const another = ["restore", archive, "--hold", "--json", "--data", join(root, "another")];
  expect(JSON.parse((await scanhookHere(another)).stdout)).toMatchObject({
    scans: 1,
    waiting: [{ destination: "erp", deliveries: 1, held: true }],
  });
});

test("what the hub needs from elsewhere is named", async () => {
  await makeInbox();
  const env = { SCANHOOK_SECRET_KEY: "f".repeat(64) };
  const saved = await scanhookHere(["backup", archive, "--data", data], { env });
  expect(saved.stdout).toContain("Not in it: the key of secrets, which is a setting.\n");
  expect(saved.stdout).not.toContain("ffff");
});

test.each<[string, () => Promise<string[]>, RegExp]>([
  ["a folder that is no hub's", async () => ["backup", archive, "--data", root], /is not a hub's/],
  [
    "a file that is there",
    async () => {
      await makeInbox();
      return ["backup", root, "--data", data];
    },
    /is there already; choose another name/,
  ],
  [
    "a folder that is not there",
    async () => {
      await makeInbox();
      return ["backup", join(root, "nowhere", "b.tar.gz"), "--data", data];
    },
    /^There is no folder \S+nowhere to put the backup in; make it first\.$/m,
  ],
  [
    "a backup that is not there",
    async () => ["restore", archive, "--data", data],
    /^Restoring did not work \(.*\): there is no such file or folder/,
  ],
  [
    "a folder as a backup",
    async () => ["restore", root, "--data", data],
    /^Restoring did not work.*: it is a folder/,
  ],
  [
    "something else as a backup",
    async () => {
      await writeFile(archive, "hello");
      return ["restore", archive, "--data", data];
    },
    /is no backup that "scanhook backup" made, or it is damaged/,
  ],
  [
    "a folder with something in it",
    async () => {
      await mkdir(data);
      await writeFile(join(data, "mine"), "");
      return ["restore", archive, "--data", data];
    },
    /is not empty; a backup is only restored/,
  ],
])(
  "%s is told in one sentence, exit code 1, and nothing is left behind",
  async (_, args, reason) => {
    const words = await args();
    const before = await readdir(root, { recursive: true });
    const run = await scanhookHere(words);
    expect(run).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(reason) });
    expect(run.stderr.trimEnd()).not.toContain("\n");
    expect(await readdir(root, { recursive: true })).toEqual(before);
  },
);

test.each(["backup", "restore"])("with PostgreSQL, %s says what to use instead", async (name) => {
  const url = "postgres://hub@db.example.org/scans";
  const reason = /^The scans of this hub are in PostgreSQL: .*pg_dump.*secret\.key.*\.\n$/;
  const byVariable = { env: { SCANHOOK_DATABASE: url } };
  const byOption = ["--database", url];
  for (const run of [
    await scanhookHere([name, archive, "--data", data], byVariable),
    await scanhookHere([name, archive, "--data", data, ...byOption]),
  ]) {
    expect(run).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(reason) });
  }
});

test.each([["backup"], ["restore"]])("%s without a file is wrong use", async (name) => {
  const run = await scanhookHere([name]);
  expect(run).toMatchObject({ code: 2, stderr: expect.stringMatching(/^FILE is missing\./) });
});
