import { expect, test } from "vitest";
import { formatDay } from "./times.ts";

const names = { today: "Today", yesterday: "Yesterday" };
const toMs = (year: number, month: number, day: number, hour: number) =>
  new Date(year, month - 1, day, hour).getTime();

test("today and yesterday are days of the calendar, not spans of 24 hours", () => {
  const now = toMs(2026, 11, 21, 0);
  expect(formatDay(now, now, names)).toBe("Today");
  expect(formatDay(toMs(2026, 11, 20, 23), now, names)).toBe("Yesterday");
  expect(formatDay(toMs(2026, 11, 19, 23), now, names)).toMatch(/19/);
});

test("a day of another year is formatted with its year", () => {
  expect(formatDay(toMs(2025, 11, 20, 12), toMs(2026, 11, 21, 12), names)).toMatch(/2025/);
  expect(formatDay(toMs(2026, 1, 20, 12), toMs(2026, 11, 21, 12), names)).not.toMatch(/2026/);
});
