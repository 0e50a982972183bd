import { expect, test } from "vitest";
import { printDay } from "./times.ts";

const names = { today: "Today", yesterday: "Yesterday" };
const at = (year: number, month: number, day: number, hour: number) =>
  new Date(year, month - 1, day, hour).getTime();

test("today and yesterday go by the calendar, not by hours", () => {
  const now = at(2026, 11, 21, 0);
  expect(printDay(now, now, names)).toBe("Today");
  expect(printDay(at(2026, 11, 20, 23), now, names)).toBe("Yesterday");
  expect(printDay(at(2026, 11, 19, 23), now, names)).toMatch(/19/);
});

test("a day of another year says its year", () => {
  expect(printDay(at(2025, 11, 20, 12), at(2026, 11, 21, 12), names)).toMatch(/2025/);
  expect(printDay(at(2026, 1, 20, 12), at(2026, 11, 21, 12), names)).not.toMatch(/2026/);
});
