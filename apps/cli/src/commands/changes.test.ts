import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { openUpdatedStore } from "@scanhook/hub";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runScanhook } from "../testing/command-line.ts";

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "scanhook-changes-"));
});
afterEach(() => rm(data, { recursive: true, force: true }));

/** Nothing listens on port 1, so the commands do not find another hub on this computer. */
const env = { SCANHOOK_HTTP_PORT: "1" };
const run = (...args: string[]) => runScanhook([...args, "--data", data], { env });
const runChanges = (...args: string[]) => run("changes", ...args);
const user = userInfo().username;

const parseLines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("changes lists what commands changed with the user of the machine, newest first, without passwords", async () => {
  await run(
    "inbox",
    "add",
    "door",
    "--title",
    "Front door",
    "--password",
    "never in a journal",
    "--keep-scans",
    "9",
  );
  await run("inbox", "change", "door", "--keep-days", "30", "--supervisor", "scanner");
  await run("register", "add", "gala", "--kind", "check-in", "--inbox", "door");
  await run("people", "add", "Ben", "--role", "desk", "--inbox", "door");
  await run("people", "link", "Ben");
  const { code, stdout, stderr } = await runChanges();
  expect([code, stderr]).toEqual([0, ""]);
  const [header, ...lines] = stdout.trimEnd().split("\n");
  expect(header).toMatch(/^TIME \(UTC\) +BY +VIA +CHANGE +FIELDS$/);
  const rows = lines.map((line) => line.split(/ {2,}/));
  expect(rows.map(([, by, via]) => [by, via])).toEqual(lines.map(() => [user, "command"]));
  expect(rows.map(([, , , change, fields]) => [change, fields])).toEqual([
    ["changed person Ben", "loginLink"],
    ["added person Ben", "role: desk; inboxes: door"],
    ["changed inbox door", "register: – → gala; action: – → in; answer: – → negotiated"],
    ["added register gala", "kind: check-in"],
    ["changed user door/scanner", "supervisor: false → true"],
    ["changed inbox door", "keepDays: – → 30"],
    ["added user door/scanner", "password"],
    ["added inbox door", "title: Front door; keepScans: 9"],
  ]);
  expect(stdout).not.toContain("never in a journal");
});

test("changes are filtered, and exported to stdout or a file", async () => {
  await run("inbox", "add", "door", "--open");
  await run("inbox", "add", "gate", "--open");
  await run("inbox", "change", "gate", "--title", "=1+1");
  const all = parseLines((await runChanges("--export", "jsonl")).stdout);
  expect(all).toMatchObject([
    { by: user, via: "command", subject: "inbox", name: "gate", action: "changed" },
    { name: "gate", action: "added", fields: [{ field: "open", to: true }] },
    { name: "door", action: "added" },
  ]);
  const [newest, , oldest] = all;
  for (const [filter, expected] of [
    [["--name", "gate"], all.slice(0, 2)],
    [["--by", user, "--subject", "inbox"], all],
    [["--from", newest.at, "--name", "gate"], [newest]],
    [["--to", all[1].at], [oldest]],
  ] as const) {
    const { stdout } = await runChanges("--export", "jsonl", ...filter);
    expect(parseLines(stdout)).toEqual(expected);
  }
  const nobody = await runChanges("--by", "Ada");
  expect(nobody.stdout).toBe("There are no such changes of settings.\n");

  const file = join(data, "changes.csv");
  const csv = await runChanges("--export", "csv", "--out", file);
  expect(csv).toEqual({ code: 0, stdout: "", stderr: "" });
  const [header, first] = (await readFile(file, "utf8")).split("\r\n");
  expect(header).toBe("\ufeffid,at,by,via,subject,name,action,fields");
  expect(first).toMatch(/,command,inbox,gate,changed,title: – → =1\+1$/);
  const missing = await runChanges("--export", "csv", "--out", join(data, "no", "file"));
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("no such file") });
});

test("the list shows the newest 100 and says how to get the rest", async () => {
  const store = await openUpdatedStore({ dataDir: data });
  const change = { by: "Ada", via: "page", subject: "inbox", action: "changed" } as const;
  for (let number = 1; number <= 101; number++)
    await store.addChange({ ...change, name: `inbox-${number}`, fields: [] });
  await store.close();
  const { stdout, stderr } = await runChanges();
  expect(stdout.match(/inbox-\d+/g)).toHaveLength(100);
  expect(stdout).not.toMatch(/inbox-1\b/);
  expect(stderr).toBe("There are more than 100; --export writes all, --to lists older ones.\n");
  expect(parseLines((await runChanges("--export", "jsonl")).stdout)).toHaveLength(101);
});

test("changes --keep-days says how long the journal is kept, which is an entry of it", async () => {
  await (await openUpdatedStore({ dataDir: data })).close();
  expect(await runChanges("--keep-days", "30")).toEqual({
    ...{ code: 0, stderr: "" },
    stdout: "The journal of changes is kept for 30 days.\n",
  });
  const forever = await runChanges("--keep-days", "forever");
  expect(forever.stdout).toBe("The journal of changes is kept for good.\n");
  expect((await runChanges()).stdout.match(/keepDays: .*/g)).toEqual([
    "keepDays: 30 → –",
    "keepDays: – → 30",
  ]);
});

test("changes of a folder without a hub fails with exit code 1 and makes nothing", async () => {
  expect(await runChanges()).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("is not the data folder of a hub"),
  });
  expect(await readdir(data)).toEqual([]);
});

test.each([
  [["--subject", "scan"], '--subject is one of hub, person, .*, not "scan"'],
  [["--export", "xml"], '--export is csv or jsonl, not "xml"'],
  [["--out", "file"], "--out is the file of --export"],
  [["--from", "yesterday"], "--from is a day"],
  [
    ["--keep-days", "0"],
    '--keep-days is a whole number of days from 1 to 36500, or forever, not "0"',
  ],
  [["--keep-days", "1.5"], "--keep-days is a whole number"],
  [["--keep-days", "36501"], "--keep-days is a whole number"],
  [["--keep-days", "30", "--export", "csv"], "--keep-days lists nothing; leave out --export"],
])("changes %j is wrong use", async (args, sentence) => {
  const { code, stdout, stderr } = await runScanhook(["changes", ...args]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(new RegExp(sentence));
});
