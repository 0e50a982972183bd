import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mountSmallDisk, whyNoSmallDisk } from "../../../../../scripts/testing/small-disk.ts";
import type { Settings } from "../kind.ts";
import { toFilePath } from "./file-path.ts";
import { createFileWire } from "./file-wire.ts";
import { createContext } from "./testing/wire.ts";

let dataDir: string;
let now: Date;
let wire: ReturnType<typeof createFileWire>;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "scanhook-files-"));
  now = new Date("2026-11-21T12:00:00Z");
  wire = createFileWire({ dataDir, now: () => now });
});

afterEach(async () => {
  await wire.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("lines are appended below <data>/files, the header once at the top", async () => {
  expect(await sendLine("day/scans.csv", "1\r\n", { header: "id\r\n" })).toEqual({
    kind: "delivered",
  });
  await sendLine("day/scans.csv", "2\r\n", { header: "id\r\n" });
  expect(readDataFile("day/scans.csv")).toBe("id\r\n1\r\n2\r\n");
});

test("many concurrent lines are all written completely and in order", async () => {
  const lines = Array.from({ length: 500 }, (_, index) => `{"line":${index}}\n`);
  const outcomes = await Promise.all(lines.map((line) => sendLine("scans.jsonl", line)));
  expect(outcomes.every(({ kind }) => kind === "delivered")).toBe(true);
  expect(readDataFile("scans.jsonl")).toBe(lines.join(""));
});

test("a line that is sent as soon as another is delivered is not lost", async () => {
  for (let round = 0; round < 50; round++) {
    await sendLine("scans.jsonl", `${round}\n`).then(() => sendLine("scans.jsonl", `${round}+\n`));
  }
  expect(readDataFile("scans.jsonl").split("\n")).toHaveLength(101);
});

test("a file that reaches its size is renamed with its date, and the new one starts with the header", async () => {
  const settings = { rotate: "size", megabytes: 1 };
  const longLine = `${"x".repeat(1_000_000)}\n`;
  await sendLine("scans.csv", longLine, { header: "id\n", settings });
  await sendLine("scans.csv", "2\n", { header: "id\n", settings });
  const [rotatedFile] = listFiles().filter((name) => name !== "scans.csv");
  expect(rotatedFile).toMatch(/^scans\.\d{4}-\d\d-\d\d\.csv$/);
  expect(readDataFile(rotatedFile!)).toBe(`id\n${longLine}`);
  expect(readDataFile("scans.csv")).toBe("id\n2\n");
});

test.each([
  ["day", "2026-11-21T23:59:59Z", "2026-11-22T00:00:00Z"],
  ["month", "2026-11-30T23:59:59Z", "2026-12-01T00:00:00Z"],
])(
  "a new %s starts a new file, and a clock that is set back does not",
  async (rotate, before, after) => {
    const settings = { rotate };
    await sendLine("scans.csv", "1\n", { settings });
    setModifiedAt("scans.csv", before);
    now = new Date(before);
    await sendLine("scans.csv", "2\n", { settings });
    setModifiedAt("scans.csv", before);
    now = new Date("2026-01-01T00:00:00Z");
    await sendLine("scans.csv", "3\n", { settings });
    setModifiedAt("scans.csv", before);
    now = new Date(after);
    await sendLine("scans.csv", "4\n", { settings });
    expect(listFiles()).toEqual([`scans.${before.slice(0, 10)}.csv`, "scans.csv"]);
    expect(readDataFile(`scans.${before.slice(0, 10)}.csv`)).toBe("1\n2\n3\n");
    expect(readDataFile("scans.csv")).toBe("4\n");
  },
);

test("a renamed file is never overwritten", async () => {
  const settings = { rotate: "day" };
  for (const line of ["1\n", "2\n", "3\n"]) {
    now = new Date("2026-11-21T12:00:00Z");
    await sendLine("scans.csv", line, { settings });
    setModifiedAt("scans.csv", "2026-11-21T12:00:00Z");
    now = new Date("2026-11-22T12:00:00Z");
    await sendLine("scans.csv", "next\n", { settings });
    rmSync(join(dataDir, "files/scans.csv"));
  }
  const rotatedFiles = listFiles();
  expect(rotatedFiles).toEqual([
    "scans.2026-11-21.2.csv",
    "scans.2026-11-21.3.csv",
    "scans.2026-11-21.csv",
  ]);
  expect(rotatedFiles.map(readDataFile).sort()).toEqual(["1\n", "2\n", "3\n"]);
});

test("a file that ends with a partial line is renamed, so that no line is appended to it", async () => {
  await sendLine("scans.csv", '1,"whole"\n');
  appendFileSync(join(dataDir, "files/scans.csv"), '2,"ha');
  await sendLine("scans.csv", "3\n", { header: "id\n" });
  expect(readDataFile("scans.csv")).toBe("id\n3\n");
  expect(listFiles()).toHaveLength(2);
});

test("a file that somebody else has moved is created again", async () => {
  await sendLine("scans.csv", "1\n", { header: "id\n" });
  renameSync(join(dataDir, "files/scans.csv"), join(dataDir, "files/moved.csv"));
  await sendLine("scans.csv", "2\n", { header: "id\n" });
  expect(readDataFile("moved.csv")).toBe("id\n1\n");
  expect(readDataFile("scans.csv")).toBe("id\n2\n");
});

test("a folder at the path of the file is reported, and writing works once it is gone", async () => {
  mkdirSync(join(dataDir, "files/scans.csv"), { recursive: true });
  expect(await sendLine("scans.csv", "1\n")).toEqual({
    kind: "failed",
    fault: "destination",
    error: expect.stringMatching(/scans\.csv could not be written: a folder has that name/),
  });
  rmSync(join(dataDir, "files/scans.csv"), { recursive: true });
  expect(await sendLine("scans.csv", "1\n")).toEqual({ kind: "delivered" });
});

if (whyNoSmallDisk) console.log(`Skipped, ${whyNoSmallDisk}: a file on a full disk.`);

test.skipIf(whyNoSmallDisk)(
  "a full disk leaves no partial line, and writing continues afterwards",
  async () => {
    const folder = join(dataDir, "files");
    mkdirSync(folder);
    const disk = mountSmallDisk(folder, "64k");
    try {
      expect(await sendLine("scans.csv", "1\n")).toEqual({ kind: "delivered" });
      const outcome = await sendLine("scans.csv", `${"x".repeat(100_000)}\n`);
      expect(outcome).toEqual({
        kind: "failed",
        fault: "destination",
        error: expect.stringMatching(/the disk is full\. Free some space\.$/),
      });
      expect(readDataFile("scans.csv")).toBe("1\n");
      expect(await sendLine("scans.csv", "2\n")).toEqual({ kind: "delivered" });
      expect(readDataFile("scans.csv")).toBe("1\n2\n");
    } finally {
      await wire.close();
      disk[Symbol.dispose]();
    }
  },
);

const isRoot = process.getuid?.() === 0;
if (isRoot)
  console.warn("The test of a folder without permission is skipped: root may write everywhere.");

test.skipIf(isRoot)("a folder without write permission is reported", async () => {
  mkdirSync(join(dataDir, "files"));
  chmodSync(join(dataDir, "files"), 0o500);
  const error = expect.stringMatching(/the hub may not write there\. Change the permissions\.$/);
  expect(await sendLine("scans.csv", "1\n")).toEqual({
    kind: "failed",
    fault: "destination",
    error,
  });
});

test("only <data>/files and the folders of the setting can be written to", async () => {
  const otherFolder = mkdtempSync(join(tmpdir(), "scanhook-other-"));
  const path = join(otherFolder, "scans.csv");
  expect(await sendLine(path, "1\n")).toEqual({
    kind: "failed",
    fault: "destination",
    error: expect.stringMatching(/is outside .*files\. Start the hub with --file-folders/),
  });
  expect(existsSync(path)).toBe(false);
  const allowed = createFileWire({ dataDir, folders: [otherFolder] });
  const outcome = await allowed.send({ via: "file", path, line: "1\n" }, createContext({}));
  await allowed.close();
  expect(outcome).toEqual({ kind: "delivered" });
  expect(readFileSync(path, "utf8")).toBe("1\n");
  rmSync(otherFolder, { recursive: true });
});

test("no path leads out of the allowed folders", () => {
  const allowed = { dataDir: "/data", folders: ["/srv/out"] };
  const segment = fc.oneof(
    fc.constantFrom("..", ".", "", "a", "/", "\\", "srv", "out"),
    fc.string(),
  );
  fc.assert(
    fc.property(
      fc.array(segment, { maxLength: 8 }),
      fc.constantFrom("/", ""),
      (segments, prefix) => {
        const resolved = toFilePath(prefix + segments.join("/"), allowed);
        if (!resolved.ok) {
          expect(resolved.reason).toMatch(/\.$/s);
          return;
        }
        expect(resolved.value).toMatch(/^\/(data\/files|srv\/out)\/[^/]/);
        expect(resolved.value).not.toMatch(/(^|\/)\.\.(\/|$)/);
      },
    ),
  );
});

test("forgetting a destination keeps a file open that another one writes to", async () => {
  await sendLine("scans.csv", "1\n", { destinationId: 1 });
  await sendLine("scans.csv", "2\n", { destinationId: 2 });
  wire.forget(1);
  await sendLine("scans.csv", "3\n", { destinationId: 2 });
  wire.forget(2);
  await sendLine("scans.csv", "4\n", { destinationId: 1 });
  expect(readDataFile("scans.csv")).toBe("1\n2\n3\n4\n");
});

function sendLine(
  path: string,
  line: string,
  options: { header?: string; settings?: Settings; destinationId?: number } = {},
) {
  const { header, settings = {}, destinationId = 1 } = options;
  const message = { via: "file" as const, path, line, ...(header ? { header } : {}) };
  return wire.send(message, createContext(settings, { destinationId }));
}

function readDataFile(name: string): string {
  return readFileSync(join(dataDir, "files", name), "utf8");
}

function listFiles(): string[] {
  return readdirSync(join(dataDir, "files")).sort();
}

function setModifiedAt(name: string, modifiedAt: string): void {
  utimesSync(join(dataDir, "files", name), new Date(modifiedAt), new Date(modifiedAt));
}
