import { expect, it } from "vitest";
import { createDueList, type DueThing } from "./due-list.ts";
import { drawPdf, isMissing, readCsv, readLines } from "./testing/read-report.ts";

const at = (day: number, hour = 0, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
const end = (day: number) => new Date(2026, 10, day, 23, 59, 59).getTime();
const origin = { register: "Fire safety", now: at(29, 14, 2) };
const things: readonly DueThing[] = [
  {
    label: "Not yet",
    status: "due",
    due: end(30),
    since: at(1, 9, 5),
    door: "Ada",
    result: "passed",
  },
  { label: "New", status: "never" },
  { label: "Soon", status: "due", due: end(29) },
  {
    label: "Broken",
    status: "failed",
    due: end(4),
    since: at(2, 16),
    door: "Ada",
    result: "failed",
  },
  { label: "Passed by", status: "missed", due: end(26) },
  { label: "Late", code: "EX-7", group: "Hall A", status: "overdue", due: end(28) },
  { label: "Very late", status: "overdue", due: at(26, 12) },
];

const columns = [
  "Thing",
  "Code",
  "Place or group",
  "Last inspected",
  "By",
  "Result",
  "Due",
  "State",
];

it("lists what is overdue first, and then the rest by the day on which it is due", async () => {
  expect(await readCsv(createDueList(things, origin))).toEqual([
    columns,
    ["Very late", "", "", "", "", "", "26 Nov 2026, 12:00", "3 days overdue"],
    ["Passed by", "", "", "", "", "", "26 Nov 2026", "missed"],
    ["Late", "EX-7", "Hall A", "", "", "", "28 Nov 2026", "1 day overdue"],
    ["Broken", "", "", "2 Nov 2026, 16:00", "Ada", "failed", "4 Nov 2026", "failed"],
    ["Soon", "", "", "", "", "", "29 Nov 2026", "due"],
    ["Not yet", "", "", "1 Nov 2026, 09:05", "Ada", "passed", "30 Nov 2026", "due"],
    ["New", "", "", "", "", "", "", "never inspected"],
  ]);
});

it.skipIf(isMissing("pdftotext"))("counts the things in each state, and marks alerts", async () => {
  const { pdf } = await drawPdf(createDueList(things, origin));
  const lines = readLines(pdf)[0]!.map((line) => line.trim().split(/ {2,}/));
  expect(lines.slice(0, 9)).toEqual([
    ["Due inspections"],
    ["Fire safety"],
    ["Made on 29 Nov 2026, 14:02"],
    ["Overdue", "2"],
    ["Missed", "1"],
    ["Failed", "1"],
    ["Never inspected", "1"],
    ["Due", "2"],
    columns,
  ]);
  expect(lines.slice(9, 16).map((cells) => cells.at(-1))).toEqual([
    "⚠ 3 days overdue",
    "⚠ missed",
    "⚠ 1 day overdue",
    "⚠ failed",
    "due",
    "due",
    "never inspected",
  ]);
});

it("says for how many hours a thing has been overdue for less than a day", async () => {
  const now = at(29, 0, 30);
  const dues = [at(28, 0, 31), at(28, 23, 29), at(28, 23, 31), at(29, 0, 29), at(29, 0, 30)];
  const late = dues.map((due): DueThing => ({ label: "Late", status: "overdue", due }));
  const [, ...rows] = await readCsv(createDueList(late, { ...origin, now }));
  expect(rows.map((cells) => cells.at(-1))).toEqual([
    "23 hours overdue",
    "1 hour overdue",
    "just overdue",
    "just overdue",
    "overdue",
  ]);
});
