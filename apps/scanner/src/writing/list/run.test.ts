import { uriRecord } from "@scanhook/tags";
import { expect, test } from "vitest";
import { readCsv } from "./csv.ts";
import { readList } from "./read-list.ts";
import { printResults } from "./result-csv.ts";
import {
  countStates,
  finishRow,
  judgeTag,
  nextRow,
  reopenSkipped,
  rowOnTag,
  skipRow,
  startRun,
} from "./run.ts";

function makeList() {
  const reading = readList(
    "url,owner\nhttps://a.example/,Ann\nnowhere,Bob\nhttps://c.example/,Cy",
    "en",
  );
  if (!reading.ok) throw new Error(reading.problem);
  return reading.list;
}
const at = Date.parse("2026-05-12T14:23:01Z");
const done = (uid: string) => ({ uid, at, locked: false });

test("lines are taken one after the other; bad ones are passed over, skipped ones can be taken up again", () => {
  let run = startRun(makeList());
  expect(nextRow(run)).toBe(0);
  run = finishRow(run, 0, done("04:01"));
  expect(nextRow(run)).toBe(2);
  run = skipRow(run, 2);
  expect(nextRow(run)).toBeUndefined();
  expect(countStates(run)).toEqual({ open: 0, skipped: 1, bad: 1, done: 1 });
  expect(nextRow(reopenSkipped(run))).toBe(2);
});

test("the tag just written may lie there; brought again it is asked about, and so are earlier ones", () => {
  const run = finishRow(startRun(makeList()), 0, done("04:01"));
  const tag = { uid: "04:01", records: [uriRecord("https://a.example/")] };
  expect(judgeTag(run, tag, "04:01", { resting: true })).toBe("ignore");
  expect(judgeTag(run, tag, "04:01", { resting: false })).toBe("ask");
  expect(judgeTag(run, tag, "04:01", { resting: false, agreed: "04:01" })).toBe("write");
  expect(judgeTag(run, tag, "04:02", { resting: true })).toBe("write");
  // Without identifiers, what is on it tells.
  expect(judgeTag(run, tag, "", { resting: true })).toBe("ignore");
  expect(judgeTag(run, { uid: "", records: [] }, "", { resting: true })).toBe("write");
});

test("a line whose tag is written over is open again", () => {
  let run = finishRow(startRun(makeList()), 0, done("04:01"));
  expect(rowOnTag(run, "04:01")).toBe(0);
  run = finishRow(run, 2, done("04:01"));
  expect(rowOnTag(run, "04:01")).toBe(2);
  expect(nextRow(run)).toBe(0);
});

test("the result is the list again, with what became of each line", () => {
  const list = makeList();
  const run = skipRow(finishRow(startRun(list), 0, { ...done("04:01"), locked: true }), 2);
  const csv = printResults(list, run, {
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
  expect(readCsv(csv).map(({ cells }) => cells)).toEqual([
    ["url", "owner", "line", "result", "uid", "read-only", "time"],
    ["https://a.example/", "Ann", "2", "written", "04:01", "yes", "2026-05-12T14:23:01.000Z"],
    ["nowhere", "Bob", "3", "error: not-an-address", "", "", ""],
    ["https://c.example/", "Cy", "4", "skipped", "", "", ""],
  ]);
});
