import { expect, test } from "vitest";
import {
  extendDate,
  formatDueDate,
  toDueTime,
  toInterval,
  toIntervalDraft,
} from "./interval-form.ts";

test("an interval that nobody edits stays as it was written", () => {
  for (const text of ["4 h", "1 year", "2w", "6 months"])
    expect(toInterval(toIntervalDraft(text, "day"), text)).toBe(text);
  expect(toInterval(toIntervalDraft(undefined, "month"))).toBeUndefined();
});

test("an edited interval is a number and its unit in words", () => {
  expect(toInterval({ count: 1, unit: "week" }, "2w")).toBe("1 week");
  expect(toInterval({ count: 8, unit: "hour" })).toBe("8 hours");
  expect(toInterval({ count: null, unit: "day" }, "7 days")).toBeUndefined();
});

test("a loan is extended from its date, or from now if that is over", () => {
  const noon = (day: number) => new Date(2026, 10, day, 12).getTime();
  expect(extendDate({ dueAt: noon(20) }, "7 days", noon(18))).toBe("2026-11-27");
  expect(extendDate({ dueAt: noon(10) }, "1 week", noon(18))).toBe("2026-11-25");
  expect(extendDate({}, "1 month", noon(18))).toBe("2026-12-18");
  expect(extendDate({ dueAt: noon(20) }, "4 hours", noon(18))).toBe(
    new Date(noon(20) + 4 * 3_600_000).toISOString(),
  );
});

test("a day of the hub stays that day where its end is a time of the next", () => {
  const now = new Date(2026, 10, 18, 12).getTime();
  const due = { dueAt: new Date(2026, 10, 21, 4, 59, 59).getTime(), dueDay: "2026-11-20" };
  expect(extendDate(due, "7 days", now)).toBe("2026-11-27");
  expect(toDueTime(due)).toBe(new Date(2026, 10, 20, 23, 59, 59).getTime());
  expect(toDueTime({ dueAt: due.dueAt })).toBe(due.dueAt);
  expect(formatDueDate(due, "en-US")).toBe("Nov 20, 2026");
});

test("a date is written as the browser writes it, and with its hour if it is no day", () => {
  const endOfDay = new Date(2026, 11, 6, 23, 59, 59).getTime();
  expect(formatDueDate({ dueAt: endOfDay }, "en-US")).toBe("Dec 6, 2026");
  expect(formatDueDate({ dueAt: endOfDay }, "de-DE")).toBe("06.12.2026");
  const evening = { dueAt: new Date(2026, 11, 6, 18).getTime() };
  expect(formatDueDate(evening, "en-GB")).toBe("6 Dec 2026, 18:00");
  expect(formatDueDate({})).toBeUndefined();
});
