import { expect, test } from "vitest";
import { formatDay, formatDue } from "./format-due.ts";
import { toLoanLine } from "./loan-line.ts";

/** Local times, because a phone shows days of its own calendar. */
const at = (...parts: [number, number, number, number?, number?]) =>
  new Date(parts[0], parts[1] - 1, parts[2], parts[3] ?? 0, parts[4] ?? 0).toISOString();
const now = Date.parse(at(2026, 11, 29, 12));
const day = (date: number, month = "Dec") => new RegExp(`(${month} ${date}|${date} ${month})`);

test("a thing that is due at the end of a day names that day", () => {
  expect(formatDue(at(2026, 12, 7), now)).toMatch(day(6));
  expect(formatDue(at(2026, 12, 6, 23, 59), now)).toMatch(day(6));
  expect(formatDue(at(2026, 12, 7), now)).not.toMatch(/2026|:/);
  expect(formatDue(at(2027, 1, 1), now)).not.toMatch(/2027/);
  expect(formatDue(at(2027, 1, 2), now)).toMatch(/2027/);
});

test("a thing that is due during a day names the time, too", () => {
  expect(formatDue(at(2026, 12, 6, 15, 30), now)).toMatch(day(6));
  expect(formatDue(at(2026, 12, 6, 15, 30), now)).toMatch(/:30/);
});

test("a day is the same wherever the phone is", () => {
  expect(formatDay("2026-12-06", now)).toMatch(day(6));
});

test.each([
  [{ holder: "Ada Lovelace", due: at(2026, 12, 7) }, /^Ada Lovelace has it, back by .*6.*\.$/],
  [{ due: at(2026, 12, 7) }, /^It is lent, back by .*6.*\.$/],
  // The end of this day of the hub is another time than the end of the phone's.
  [{ due: at(2026, 12, 7, 9), dueDay: "2026-12-06" }, /^It is lent, back by .*6[^:]*\.$/],
  [
    { due: at(2026, 11, 21, 20), dueDay: "2026-11-21", overdue: true as const },
    /^It is lent\. Late: it was due on .*21[^:]*, 8 days ago\.$/,
  ],
  [
    { due: at(2026, 11, 22, 9), dueDay: "2026-11-21", overdue: true as const },
    /^It is lent\. Late: it was due on .*21[^:]*, 8 days ago\.$/,
  ],
  [{ holder: "Ada Lovelace" }, /^Ada Lovelace has it\.$/],
  [
    { holder: "Ada Lovelace", due: at(2026, 11, 29), overdue: true as const },
    /^Ada Lovelace has it\. Late: it was due on .*28.*, 1 day ago\.$/,
  ],
  [
    { holder: "Ada Lovelace", due: at(2026, 11, 22), overdue: true as const },
    /^Ada Lovelace has it\. Late: it was due on .*21.*, 8 days ago\.$/,
  ],
  [
    { holder: "Ada Lovelace", due: at(2026, 11, 29, 9), overdue: true as const },
    /^Ada Lovelace has it\. Late: it was due on .*29.*, today\.$/,
  ],
  [
    { holder: "Ada Lovelace", overdue: true as const },
    /^Ada Lovelace has it\. Late: it is overdue\.$/,
  ],
])("the loan %j is said in words", (loan, line) => {
  expect(toLoanLine(loan, { isBack: false, now })).toMatch(line);
});

test("about a thing that is back, the line says who had it, and how late it was", () => {
  const loan = { holder: "Ada Lovelace", due: at(2026, 11, 22), overdue: true as const };
  expect(toLoanLine(loan, { isBack: true, now })).toMatch(
    /^Ada Lovelace had it\. Late: it was due on .*21.*, 8 days ago\.$/,
  );
  const due = at(2026, 12, 7);
  expect(toLoanLine({ holder: "Ada", due }, { isBack: true, now })).toBe("Ada had it.");
  expect(toLoanLine({ due }, { isBack: true, now })).toBe("It was lent.");
});
