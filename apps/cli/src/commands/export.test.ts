import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openUpdatedStore } from "@scanhook/hub";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runScanhook } from "../testing/command-line.ts";

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "scanhook-export-"));
});
afterEach(() => rm(data, { recursive: true, force: true }));

const scanCount = 1201;

/**
 * Stores scans in the inbox door: item-0, item-1 …, one a second from midnight on. Returns their
 * contents.
 */
async function storeScans(): Promise<string[]> {
  const store = await openUpdatedStore({ dataDir: data });
  await store.addInbox({ name: "door", open: true });
  const scans = Array.from({ length: scanCount }, (_, i) => ({
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
  return scans.map(({ scan }) => scan.content);
}

test("export writes all scans in order as JSON Lines and as CSV, and only the scans that match a filter", async () => {
  const contents = await storeScans();
  const jsonLines = await runScanhook(["export", "--data", data]);
  const rows = jsonLines.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(rows.map(({ content }) => content)).toEqual(contents);

  const file = join(data, "out.csv");
  const csv = await runScanhook(["export", "--format", "csv", "--data", data, "--out", file]);
  expect(csv).toEqual({ code: 0, stdout: "", stderr: "" });
  const csvText = await readFile(file, "utf8");
  // A header, one line for each scan, and the empty rest after the last line end.
  expect(csvText.split("\r\n")).toHaveLength(1 + scanCount + 1);
  expect(csvText).toContain(',"item-1200, ""x""",');

  const period = ["--from", "2026-05-12T00:00:10Z", "--to", "2026-05-12T02:00:12+02:00"];
  const inPeriod = await runScanhook(["export", "--data", data, "--inbox", "door", ...period]);
  expect(inPeriod.stdout.match(/item-\d+/g)).toEqual(["item-10", "item-11"]);
  const search = ["--text", "1199", "--source", "code"];
  const withText = await runScanhook(["export", "--data", data, ...search]);
  expect(withText.stdout.match(/item-\d+/g)).toEqual(["item-1199"]);
});

test("export into a missing folder fails with exit code 1", async () => {
  await (await openUpdatedStore({ dataDir: data })).close();
  const run = await runScanhook(["export", "--data", data, "--out", join(data, "no", "file")]);
  expect(run).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("there is no such file or folder"),
  });
});

test("export writes the scans of a removed inbox, and refuses an unknown inbox with exit code 1 and without a file", async () => {
  const store = await openUpdatedStore({ dataDir: data });
  const withoutInboxes = await runScanhook(["export", "--data", data, "--inbox", "door"]);
  expect(withoutInboxes).toEqual({
    code: 1,
    stdout: "",
    stderr:
      'There is no inbox "door"; the hub has none yet; "scanhook inbox add NAME" makes one.\n',
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
  const removed = await runScanhook(["export", "--data", data, "--inbox", "door"]);
  expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining("kept"), stderr: "" });
  const empty = await runScanhook(["export", "--data", data, "--inbox", "kitchen"]);
  expect(empty).toEqual({ code: 0, stdout: "", stderr: "" });
  const file = join(data, "out.jsonl");
  const misspelt = await runScanhook([
    "export",
    "--data",
    data,
    "--inbox",
    "kichen",
    "--out",
    file,
  ]);
  expect(misspelt).toEqual({
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
  const run = await runScanhook(["export", ...args]);
  expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(sentence) });
});
