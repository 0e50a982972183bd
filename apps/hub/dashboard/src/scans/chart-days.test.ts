import { describe, expect, it } from "vitest";
import { fillDays, formatDay } from "./chart-days.ts";

describe("the days of the chart", () => {
  it("are the last 30 in UTC, the oldest first, with 0 for a day without scans", () => {
    const counts = [
      { day: "2026-02-20", scans: 3 },
      { day: "2026-03-01", scans: 7 },
    ];
    const days = fillDays(counts, Date.parse("2026-03-01T00:00:00.000Z"));
    expect(days).toHaveLength(30);
    expect(days[0]).toStrictEqual({ day: "2026-01-31", scans: 0 });
    expect(days.filter(({ scans }) => scans > 0)).toStrictEqual(counts);
    expect(days.at(-1)).toStrictEqual({ day: "2026-03-01", scans: 7 });
    const justBefore = fillDays(counts, Date.parse("2026-02-28T23:59:59.999Z"));
    expect(justBefore.at(-1)).toStrictEqual({ day: "2026-02-28", scans: 0 });
  });

  it("are written as days in UTC, whatever the time zone of the browser is", () => {
    expect(formatDay("2026-03-01", "en-US")).toBe("Mar 1");
  });
});
