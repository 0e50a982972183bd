import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@scanhook/hub";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../../../../scripts/testing/free-port.ts";
import { ended, printed } from "../tests/child.ts";
import { scanhook, scanhookHere, startScanhook } from "../tests/command-line.ts";

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "scanhook-data-"));
});
afterEach(() => rm(data, { recursive: true, force: true }));

/** Nobody listens on port 1: no hub of this computer is taken for the one of these tests. */
const env = { SCANHOOK_HTTP_PORT: "1" };
const notRunning = "The hub does not answer now; its address is what the settings say.\n";
const inbox = (...args: string[]) => scanhookHere(["inbox", ...args, "--data", data], { env });

test("an inbox is added with a password shown once, listed, given a second user, and removed", async () => {
  const added = await inbox("add", "door", "--title", "Front door");
  expect(added).toMatchObject({ code: 0, stderr: notRunning });
  expect(added.stdout).toMatch(
    /^Added the inbox door\.\n +Receiver URL +https?:\/\/\S+\/in\/door\n/,
  );
  expect(added.stdout).toMatch(/User name +scanner\n +Password +\S{22} /);
  const second = await inbox("add", "door", "--user", "phone", "--password", "long enough");
  expect(second.stdout).toMatch(/^Added a user to the inbox door\./);
  expect(second.stdout).not.toContain("long enough");
  const list = await inbox("list");
  expect(list.stdout).toMatch(/^NAME .*\ndoor +0 +phone, scanner +all +Front door\n$/);
  const removed = await inbox("remove", "door");
  expect(removed).toMatchObject({
    code: 0,
    stdout: "Removed the inbox door. Its scans are kept.\n",
  });
  expect(JSON.parse((await inbox("list", "--json")).stdout)).toEqual([]);
});

test("what an inbox keeps is said when it is added, changed later, and listed", async () => {
  const added = await inbox("add", "door", "--keep-days", "30", "--keep-scans", "1000");
  expect(added).toMatchObject({ code: 0, stderr: notRunning });
  expect((await inbox("list")).stdout).toMatch(/\ndoor +0 +scanner +30 days, 1000 scans\s*\n$/);
  const changed = await inbox("change", "door", "--keep-days", "0", "--title", "Front door");
  expect(changed).toMatchObject({ code: 0, stdout: "Changed the inbox door.\n" });
  const audited = await inbox("add", "proof", "--audit", "--json");
  expect(JSON.parse(audited.stdout)).toMatchObject({ name: "proof" });
  expect(JSON.parse((await inbox("change", "door", "--audit", "--json")).stdout)).toEqual({
    name: "door",
    audit: true,
  });
  const list = JSON.parse((await inbox("list", "--json")).stdout);
  expect(
    list.map(({ credentials: _, createdAt: __, ...one }: Record<string, unknown>) => one),
  ).toEqual([
    { name: "audit-heads", title: "Audit heads", open: false, audit: false, scans: 0 },
    { name: "door", title: "Front door", open: false, keepScans: 1000, audit: true, scans: 0 },
    { name: "proof", open: false, audit: true, scans: 0 },
  ]);
  expect(await inbox("change", "door", "--keep-days", "9")).toMatchObject({
    code: 0,
    stderr: "It keeps an audit trail: its scans are never deleted, whatever the limit.\n",
  });
  const gone = await inbox("change", "window", "--audit");
  expect(gone).toMatchObject({ code: 1, stderr: expect.stringMatching(/^There is no inbox "win/) });
  const again = await inbox("add", "door", "--user", "b", "--keep-days", "3");
  expect(again).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"scanhook inbox change door"'),
  });
});

test("what is there already or not there is a sentence, exit code 1", async () => {
  await inbox("add", "door");
  const again = await inbox("add", "door");
  expect(again).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is an inbox door already/),
  });
  const user = await inbox("add", "door", "--user", "scanner");
  expect(user).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("has a user scanner already"),
  });
  const gone = await inbox("remove", "window");
  expect(gone).toMatchObject({
    code: 1,
    stderr: 'There is no inbox "window"; there is only door.\n',
  });
  const misspelt = await inbox("change", "dor", "--keep-days", "3");
  expect(misspelt).toMatchObject({ stderr: 'There is no inbox "dor"; did you mean door?\n' });
});

test.each([
  [["add"], "NAME is missing"],
  [["add", "Door"], '"Door" cannot be the name of an inbox: 1 to 64 of a-z'],
  [["add", "door", "--password", "short"], "8 to 256 characters"],
  [["add", "door", "--user", "a:b"], "no colon"],
  [["add", "door", "--open", "--user", "a"], "leave out --open"],
  [["ad", "door"], 'did you mean "inbox add"?'],
  [[], "inbox add, inbox change, inbox list or inbox remove"],
  [["add", "door", "--keep-days", "a week"], "--keep-days is a whole number from 0 (never)"],
  [["change", "door", "--keep-scans=-1"], "--keep-scans is a whole number from 0 (never)"],
  [["change", "door"], "Say what to change: --title, --keep-days, --keep-scans, --audit."],
  [["list", "--open"], "There is no option --open"],
])("inbox %j is wrong use and makes nothing", async (args, sentence) => {
  const run = await scanhookHere(["inbox", ...args], { env: { SCANHOOK_DATA: data } });
  expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(sentence) });
  expect(run.stderr).toContain("Usage: scanhook inbox add");
  expect(await readdir(data)).toEqual([]);
});

test("a folder that is none of a hub is named, and nothing is made in it", async () => {
  for (const command of [["inbox", "list"], ["export"], ["login-link"]]) {
    const run = await scanhookHere([...command, "--data", data]);
    expect(run).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(data) });
  }
  expect(await readdir(data)).toEqual([]);
});

test("more scans than a page come out whole, in order, as JSON Lines and CSV, and by filter", async () => {
  const store = await openStore({ dataDir: data });
  await store.addInbox({ name: "door", open: true });
  const scans = Array.from({ length: 1201 }, (_, i) => ({
    inbox: "door",
    source: "code" as const,
    scan: {
      identifier: `4f3c0b1e-8a57-4c1d-9b52-${String(i).padStart(12, "0")}`,
      date: "2026-05-12T14:23:01Z",
      content: `item-${i}, "x"`,
    },
    body: "{}",
    receivedAt: new Date(Date.UTC(2026, 4, 12, 0, 0, i)),
  }));
  await Promise.all(scans.map((scan) => store.append(scan)));
  await store.close();

  const lines = await scanhookHere(["export", "--data", data]);
  const rows = lines.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(rows.map(({ content }) => content)).toEqual(scans.map(({ scan }) => scan.content));
  const file = join(data, "out.csv");
  const csv = await scanhookHere(["export", "--format", "csv", "--data", data, "--out", file]);
  expect(csv).toEqual({ code: 0, stdout: "", stderr: "" });
  const text = await readFile(file, "utf8");
  expect(text.split("\r\n")).toHaveLength(1201 + 2);
  expect(text).toContain(',"item-1200, ""x""",');
  const filter = ["--from", "2026-05-12T00:00:10Z", "--to", "2026-05-12T02:00:12+02:00"];
  const some = await scanhookHere(["export", "--data", data, "--inbox", "door", ...filter]);
  expect(some.stdout.match(/item-\d+/g)).toEqual(["item-10", "item-11"]);
  const found = await scanhookHere([
    "export",
    "--data",
    data,
    "--text",
    "1199",
    "--source",
    "code",
  ]);
  expect(found.stdout.match(/item-\d+/g)).toEqual(["item-1199"]);
  const nowhere = await scanhookHere(["export", "--data", data, "--out", join(data, "no", "file")]);
  expect(nowhere).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("there is no such file or folder"),
  });
});

test("the scans of an inbox that was removed are exported; one that never was is named, exit code 1", async () => {
  const store = await openStore({ dataDir: data });
  const nothing = await scanhookHere(["export", "--data", data, "--inbox", "door"]);
  expect(nothing).toEqual({
    code: 1,
    stdout: "",
    stderr:
      'There is no inbox "door"; there is none at all yet; "scanhook inbox add NAME" makes one.\n',
  });
  for (const name of ["door", "kitchen"]) await store.addInbox({ name, open: true });
  await store.append({
    inbox: "door",
    scan: { identifier: "a", date: "2026-05-12T14:23:01Z", content: "kept" },
    body: "{}",
    receivedAt: new Date(),
  });
  await store.removeInbox("door", { scans: "keep" });
  await store.close();
  const kept = await scanhookHere(["export", "--data", data, "--inbox", "door"]);
  expect(kept).toMatchObject({ code: 0, stdout: expect.stringContaining("kept"), stderr: "" });
  const empty = await scanhookHere(["export", "--data", data, "--inbox", "kitchen"]);
  expect(empty).toEqual({ code: 0, stdout: "", stderr: "" });
  const file = join(data, "out.jsonl");
  const wrong = await scanhookHere(["export", "--data", data, "--inbox", "kichen", "--out", file]);
  expect(wrong).toEqual({
    code: 1,
    stdout: "",
    stderr: 'There is no inbox "kichen"; did you mean kitchen?\n',
  });
  expect(await readdir(data)).not.toContain("out.jsonl");
});

test.each([
  [["--format", "xml"], "jsonl or csv"],
  [["--source", "qr"], "code or nfc"],
  [["--from", "yesterday"], "--from is a day"],
  [["--to", "2026-13-01"], "--to is a day"],
])("export %j is wrong use", async (args, sentence) => {
  const run = await scanhookHere(["export", ...args]);
  expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(sentence) });
});

test("while the hub runs: an inbox added here takes a scan, export shows it, a log-in link logs in", async () => {
  const ports = ["--host", "127.0.0.1", "--tls", "off", "--http-port", "0"];
  const hub = startScanhook(["serve", "--data", data, ...ports]);
  try {
    const [, base = ""] = /^ready (\S+)/m.exec(await printed(hub, /^ready .*\n/m)) ?? [];
    const login = ["--user", "phone", "--password", "long enough"];
    const added = await inbox("add", "store", ...login, "--json");
    expect(added).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(added.stdout).urls).toEqual([`${base}in/store`]);
    const sent = await scanhookHere([
      "send",
      "--to",
      `${base}in/store`,
      "--content",
      "hello",
      ...login,
    ]);
    expect(sent).toMatchObject({ code: 0, stdout: expect.stringContaining("Accepted with 204") });
    const doctor = await scanhookHere(["doctor", `${base}in/nowhere`]);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain("scanhook inbox add nowhere --data");
    const rows = await scanhook(["export", "--data", data, "--inbox", "store"]);
    expect(JSON.parse(rows.stdout)).toMatchObject({ content: "hello", user: "phone" });
    const screen = await scanhookHere(["open", "nfc", "--print", "--data", data], { env });
    expect(screen).toEqual({ code: 0, stdout: `${base}scan/#/nfc\n`, stderr: "" });
    const link = await scanhookHere(["login-link", "--data", data], { env });
    expect(link.stderr).toBe("");
    expect(link.stdout).toMatch(new RegExp(`^${base}#/login\\?code=\\S+\n$`));
    const code = link.stdout.trim().split("code=")[1];
    const enter = await fetch(`${base}api/session`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: new URL(base).origin },
      body: JSON.stringify({ code, password: "correct horse battery" }),
    });
    expect(enter.status).toBe(200);
    expect((await inbox("remove", "store", "--delete-scans")).code).toBe(0);
    const refused = await scanhookHere([
      "send",
      "--to",
      `${base}in/store`,
      "--content",
      "x",
      ...login,
    ]);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Refused with 404.*"scanhook doctor"/),
    });
  } finally {
    hub.kill("SIGTERM");
  }
  expect(await ended(hub)).toBe(0);
});

test("a hub that was killed is not taken for running, nor is another program on its port", async () => {
  const port = await freePort();
  const ports = ["--host", "127.0.0.1", "--tls", "off", "--http-port", String(port)];
  const hub = startScanhook(["serve", "--data", data, ...ports]);
  await printed(hub, /^ready .*\n/m);
  hub.kill("SIGKILL");
  await ended(hub);
  const said = { code: 0, stdout: "http://localhost:1/scan/#/nfc\n", stderr: notRunning };
  const open = () => scanhookHere(["open", "nfc", "--print", "--data", data], { env });
  expect(await open()).toEqual(said);
  const other = createServer((_request, response) => response.end('{"hello":true}'));
  await new Promise<void>((resolve) => other.listen(port, resolve));
  expect(await open()).toEqual(said);
  await new Promise((resolve) => other.close(resolve));
});
