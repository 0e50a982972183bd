import { readRecords } from "@scanhook/csv/records";
import { uriRecord } from "@scanhook/tags";
import { expect, test } from "vitest";
import { parseList } from "./parse-list.ts";
import { serializeResults } from "./result-csv.ts";
import {
  countStates,
  decideOnTag,
  findNextRow,
  findRowOnTag,
  finishRow,
  reopenSkipped,
  skipRow,
  startRun,
} from "./run.ts";

function createList() {
  const result = parseList(
    "url,owner\nhttps://a.example/,Ann\nnowhere,Bob\nhttps://c.example/,Cy",
    "en",
  );
  if (!result.ok) throw new Error(result.problem);
  return result.list;
}
const finishedAtMs = Date.parse("2026-05-12T14:23:01Z");
const toDone = (uid: string) => ({ uid, finishedAtMs, isLocked: false });

test("rows are written in order without invalid and skipped ones, and skipped ones can be reopened", () => {
  let run = startRun(createList());
  expect(findNextRow(run)).toBe(0);
  run = finishRow(run, 0, toDone("04:01"));
  expect(findNextRow(run)).toBe(2);
  run = skipRow(run, 2);
  expect(findNextRow(run)).toBeUndefined();
  expect(countStates(run)).toEqual({ open: 0, skipped: 1, bad: 1, done: 1 });
  expect(findNextRow(reopenSkipped(run))).toBe(2);
});

test("the tag that was just written is ignored while it rests, and asked about when it is brought again", () => {
  const run = finishRow(startRun(createList()), 0, toDone("04:01"));
  const tag = { uid: "04:01", records: [uriRecord("https://a.example/")] };
  expect(decideOnTag(run, tag, "04:01", { isResting: true })).toBe("ignore");
  expect(decideOnTag(run, tag, "04:01", { isResting: false })).toBe("ask");
  expect(decideOnTag(run, tag, "04:01", { isResting: false, agreedUid: "04:01" })).toBe("write");
  expect(decideOnTag(run, tag, "04:02", { isResting: true })).toBe("write");
  // Without a UID, the content identifies the tag.
  expect(decideOnTag(run, tag, "", { isResting: true })).toBe("ignore");
  expect(decideOnTag(run, { uid: "", records: [] }, "", { isResting: true })).toBe("write");
});

test("a row is open again after its tag was overwritten", () => {
  let run = finishRow(startRun(createList()), 0, toDone("04:01"));
  expect(findRowOnTag(run, "04:01")).toBe(0);
  run = finishRow(run, 2, toDone("04:01"));
  expect(findRowOnTag(run, "04:01")).toBe(2);
  expect(findNextRow(run)).toBe(0);
});

test("the result has the cells of the list, followed by the result of each row", () => {
  const list = createList();
  const run = skipRow(finishRow(startRun(list), 0, { ...toDone("04:01"), isLocked: true }), 2);
  const csv = serializeResults(list, run, {
    columns: {
      content: "content",
      line: "line",
      result: "result",
      uid: "uid",
      locked: "read-only",
      time: "time",
    },
    states: { open: "not written", skipped: "skipped", bad: "error", done: "written" },
    yes: "yes",
    problems: (row) => (row.ok ? "" : row.problems.map(({ problem }) => problem).join()),
  });
  expect([...readRecords(csv.slice(1))].slice(0, -1).map(({ cells }) => cells)).toEqual([
    ["url", "owner", "line", "result", "uid", "read-only", "time"],
    ["https://a.example/", "Ann", "2", "written", "04:01", "yes", "2026-05-12T14:23:01.000Z"],
    ["nowhere", "Bob", "3", "error: not-an-address", "", "", ""],
    ["https://c.example/", "Cy", "4", "skipped", "", "", ""],
  ]);
});
