import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openUpdatedStore } from "@scanhook/hub";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runScanhook } from "../../testing/command-line.ts";

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "scanhook-inbox-"));
});
afterEach(() => rm(data, { recursive: true, force: true }));

/** Nothing listens on port 1, so the commands do not find another hub on this computer. */
const env = { SCANHOOK_HTTP_PORT: "1" };
const notRunningNote = "The hub does not respond; this address comes from the settings.\n";
const runInbox = (...args: string[]) => runScanhook(["inbox", ...args, "--data", data], { env });

test("inbox add creates an inbox with a generated password and adds a second user, list shows both users, and remove keeps the scans", async () => {
  const added = await runInbox("add", "door", "--title", "Front door");
  expect(added).toMatchObject({ code: 0, stderr: notRunningNote });
  expect(added.stdout).toMatch(
    /^Added the inbox door\.\n +Receiver URL +https?:\/\/\S+\/in\/door\n/,
  );
  expect(added.stdout).toMatch(/User name +scanner\n +Password +\S{22} /);
  const secondUser = await runInbox("add", "door", "--user", "phone", "--password", "long enough");
  expect(secondUser.stdout).toMatch(/^Added a user to the inbox door\./);
  expect(secondUser.stdout).not.toContain("long enough");
  const list = await runInbox("list");
  expect(list.stdout).toMatch(/^NAME .*\ndoor +0 +phone, scanner +all +Front door\n$/);
  const removed = await runInbox("remove", "door");
  expect(removed).toMatchObject({
    code: 0,
    stdout: "Removed the inbox door. Its scans are kept.\n",
  });
  expect(JSON.parse((await runInbox("list", "--json")).stdout)).toEqual([]);
});

test("inbox add and change set the limits, title and audit trail of an inbox, and list shows them", async () => {
  const added = await runInbox("add", "door", "--keep-days", "30", "--keep-scans", "1000");
  expect(added).toMatchObject({ code: 0, stderr: notRunningNote });
  expect((await runInbox("list")).stdout).toMatch(/\ndoor +0 +scanner +30 days, 1000 scans\s*\n$/);
  const changed = await runInbox("change", "door", "--keep-days", "0", "--title", "Front door");
  expect(changed).toMatchObject({ code: 0, stdout: "Changed the inbox door.\n" });
  const audited = await runInbox("add", "proof", "--audit", "--json");
  expect(JSON.parse(audited.stdout)).toMatchObject({ name: "proof" });
  expect(JSON.parse((await runInbox("change", "door", "--audit", "--json")).stdout)).toEqual({
    name: "door",
    audit: true,
  });
  const list = JSON.parse((await runInbox("list", "--json")).stdout);
  expect(
    list.map(
      ({ credentials: _, createdAt: __, changedAt: ___, ...settings }: Record<string, unknown>) =>
        settings,
    ),
  ).toEqual([
    {
      name: "audit-heads",
      title: "Audit heads",
      open: false,
      audit: false,
      origin: "dashboard",
      scans: 0,
      received: 0,
      revision: 1,
    },
    {
      ...{ name: "door", title: "Front door", open: false, keepScans: 1000, audit: true },
      ...{ origin: "dashboard", scans: 0, received: 0, revision: 4 },
    },
    {
      ...{ name: "proof", open: false, audit: true, origin: "dashboard" },
      ...{ scans: 0, received: 0, revision: 2 },
    },
  ]);
  expect(await runInbox("change", "door", "--keep-days", "9")).toMatchObject({
    code: 0,
    stderr: "The inbox keeps an audit trail, so its scans are never deleted, whatever the limit.\n",
  });
  const unknown = await runInbox("change", "window", "--audit");
  expect(unknown).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no inbox "win/),
  });
  const limitForExisting = await runInbox("add", "door", "--user", "b", "--keep-days", "3");
  expect(limitForExisting).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"scanhook inbox change door"'),
  });
});

test("inbox change begins the audit trail of acts in registers before the first of them", async () => {
  await runInbox("add", "door");
  expect(await runInbox("change", "register-events", "--audit")).toMatchObject({ code: 0 });
  const { stdout } = await runInbox("list", "--json");
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({ name: "register-events", title: "Acts in registers", audit: true }),
  );
});

test("an inbox of the settings file is changed and removed only there, but not its users", async () => {
  await runInbox("add", "door");
  const store = await openUpdatedStore({ dataDir: data });
  await store.changeInbox("door", { origin: "file" });
  await store.close();
  const kept = { code: 1, stderr: expect.stringContaining("settings file of the hub") };
  expect(await runInbox("change", "door", "--title", "x")).toMatchObject(kept);
  expect(await runInbox("remove", "door")).toMatchObject(kept);
  expect(await runInbox("change", "door", "--supervisor", "scanner")).toMatchObject({ code: 0 });
});

test("inbox change says how many scans its limits delete", async () => {
  await runInbox("add", "door");
  const store = await openUpdatedStore({ dataDir: data });
  for (const content of ["first", "second", "third"]) {
    await store.append({
      inbox: "door",
      scan: { identifier: content, date: "2026-05-12T14:23:01Z", content },
      body: "{}",
      receivedAt: new Date("2026-05-12T14:23:02Z"),
    });
  }
  await store.close();
  expect((await runInbox("change", "door", "--keep-scans", "3")).stderr).toBe("");
  expect(await runInbox("change", "door", "--keep-scans", "1")).toMatchObject({
    code: 0,
    stderr: "2 scans are beyond the limits; the hub deletes them within an hour.\n",
  });
});

test("inbox refuses to add an existing inbox or user and to remove or change an unknown inbox, with exit code 1", async () => {
  await runInbox("add", "door");
  const existingInbox = await runInbox("add", "door");
  expect(existingInbox).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is already an inbox door/),
  });
  const existingUser = await runInbox("add", "door", "--user", "scanner");
  expect(existingUser).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("already has a user scanner"),
  });
  const unknown = await runInbox("remove", "window");
  expect(unknown).toMatchObject({
    code: 1,
    stderr: 'There is no inbox "window"; the only one is door.\n',
  });
  const misspelt = await runInbox("change", "dor", "--keep-days", "3");
  expect(misspelt).toMatchObject({ stderr: 'There is no inbox "dor"; did you mean door?\n' });
});

test.each([
  [["add"], "NAME is missing"],
  [["add", "Door"], '"Door" cannot be the name of an inbox: 1 to 64 of a-z'],
  [["add", "door", "--password", "short"], "8 to 256 characters"],
  [["add", "door", "--user", "a:b"], "no colon"],
  [["add", "door", "--user", "by hand"], "not “by hand” or “everybody out”"],
  [["add", "door", "--open", "--user", "a"], "leave out --open"],
  [["ad", "door"], 'did you mean "inbox add"?'],
  [[], "inbox add, inbox change, inbox list or inbox remove"],
  [["add", "door", "--keep-days", "a week"], "--keep-days is a whole number from 0 (never)"],
  [["change", "door", "--keep-scans=-1"], "--keep-scans is a whole number from 0 (never)"],
  [
    ["change", "door"],
    "Say what to change: --title, --keep-days, --keep-scans, --audit, --supervisor, --no-supervisor.",
  ],
  [["list", "--open"], "There is no option --open"],
])("inbox %j is wrong use and creates no file", async (args, sentence) => {
  const run = await runScanhook(["inbox", ...args], { env: { SCANHOOK_DATA: data } });
  expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(sentence) });
  expect(run.stderr).toContain("Usage: scanhook inbox add");
  expect(await readdir(data)).toEqual([]);
});

test("inbox change makes a user a supervisor and takes it back, and refuses a user that is not there", async () => {
  await runInbox("add", "door", "--user", "boss", "--password", "long enough");
  expect((await runInbox("change", "door", "--supervisor", "boss")).code).toBe(0);
  expect((await runInbox("list")).stdout).toContain("boss (supervisor)");
  expect((await runInbox("change", "door", "--no-supervisor", "boss")).code).toBe(0);
  expect((await runInbox("list")).stdout).not.toContain("supervisor");
  expect(await runInbox("change", "door", "--supervisor", "nobody")).toMatchObject({
    code: 1,
    stderr: 'The inbox door has no user nobody; "scanhook inbox list" shows its users.\n',
  });
});
