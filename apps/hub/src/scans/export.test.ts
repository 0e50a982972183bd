import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { openStore } from "../store/sqlite/open.ts";
import type { Store } from "../store/store.ts";
import { type ExportFormat, exportScans } from "./export.ts";

let dir: string;
let store: Store;

beforeAll(async () => {
  dir = await mkdtemp(join(findMemory(), "scanhook-export-"));
  store = await openStore(dir);
});
afterAll(async () => {
  await store.close();
  await rm(dir, { recursive: true, force: true });
});

async function appendScan(inbox: string, content: string, fields: object = {}) {
  const scan = {
    identifier: crypto.randomUUID(),
    date: "2026-05-12T14:23:01Z",
    content,
    ...fields,
  };
  await store.append({
    inbox,
    user: "anna",
    source: "code",
    scan,
    body: JSON.stringify(scan),
    receivedAt: new Date("2026-05-12T14:23:02.5Z"),
  });
}

async function exportText(inbox: string, format: ExportFormat): Promise<string> {
  let text = "";
  for await (const chunk of exportScans(store, { inbox }, format)) text += chunk;
  return text;
}

const toDataLines = (csv: string) => csv.split("\r\n").slice(1, -1);

test("CSV begins with a byte order mark, quotes cells as RFC 4180 requires and defuses formulas", async () => {
  await store.addInbox({ name: "csv", open: true });
  const cellsByContent: [string, string][] = [
    ["plain", "plain"],
    ['a "b"', '"a ""b"""'],
    ["a,b", '"a,b"'],
    ["a\r\nb\nc", '"a\r\nb\nc"'],
    ["=1+1", "'=1+1"],
    ["+49 30 1", "'+49 30 1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", '"\'\r=1"'],
    ["\n=1", '"\'\n=1"'],
    [" =1", "' =1"],
    ["＝1＋1", "'＝1＋1"],
    ["1 = 1", "1 = 1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ["Ω 漢字 😀", "Ω 漢字 😀"],
    ["", ""],
  ];
  for (const [content] of cellsByContent) await appendScan("csv", content);
  const csv = await exportText("csv", "csv");
  expect(csv.split("\r\n")[0]).toBe(
    "\uFEFFid,receivedAt,inbox,user,source,identifier,date,content,tagType,structured,repeats,verdict,person",
  );
  for (const [, cell] of cellsByContent)
    expect(csv).toContain(`,2026-05-12T14:23:01Z,${cell},,,0,,\r\n`);
});

test("structured data of a tag is one cell of JSON", async () => {
  await store.addInbox({ name: "tags", open: true });
  await appendScan("tags", "PLA", {
    tagType: "openPrintTag",
    structured: { material: "PLA", color: "#ff0000" },
  });
  expect(toDataLines(await exportText("tags", "csv"))[0]).toMatch(
    /,PLA,openPrintTag,"\{""material"":""PLA"",""color"":""#ff0000""\}",0,,$/,
  );
});

test("JSON Lines are exactly the scans of the store, oldest first", async () => {
  await store.addInbox({ name: "lines", open: true });
  for (const content of ["=1+1", "a\nb", "\u2028", "\u0000"]) await appendScan("lines", content);
  const lines = (await exportText("lines", "jsonl")).trimEnd().split("\n");
  const stored = await store.listScans({ inbox: "lines" }, { limit: 10 });
  expect(lines.map((line) => JSON.parse(line))).toEqual(stored.toReversed());
});

test("an export includes several pages and ends with the scan that was newest when the export began", async () => {
  await store.addInbox({ name: "many", open: true });
  await Promise.all(
    Array.from({ length: 1203 }, (_, index) => appendScan("many", `scan ${index}`)),
  );
  let chunkCount = 0;
  let text = "";
  for await (const chunk of exportScans(store, { inbox: "many" }, "jsonl")) {
    await appendScan("many", `late ${chunkCount++}`);
    text += chunk;
  }
  expect(text.trimEnd().split("\n")).toHaveLength(1203);
  expect(text).not.toContain("late");
});

test("an export of large scans holds about a megabyte at a time, and structured does not grow", async () => {
  await store.addInbox({ name: "large", open: true });
  const structuredJson = `{"a":[${"1e20,".repeat(100_000)}1e20]}`;
  const scan = { identifier: "x", content: "x", structured: JSON.parse(structuredJson) };
  for (let second = 10; second < 18; second++) {
    await store.append({
      inbox: "large",
      scan: { ...scan, date: `2026-05-12T14:23:${second}Z` },
      structuredJson,
      body: "{}",
      receivedAt: new Date("2026-05-12T14:23:02.5Z"),
    });
  }
  for (const format of ["csv", "jsonl"] as const) {
    const chunks: string[] = [];
    for await (const chunk of exportScans(store, { inbox: "large" }, format)) chunks.push(chunk);
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(2 * 1024 * 1024);
    expect(chunks.join("").split("1e20,")).toHaveLength(8 * 100_000 + 1);
  }
});

test("an empty export is a header line in CSV and empty in JSON Lines", async () => {
  expect(toDataLines(await exportText("none", "csv"))).toEqual([]);
  expect(await exportText("none", "jsonl")).toBe("");
});
