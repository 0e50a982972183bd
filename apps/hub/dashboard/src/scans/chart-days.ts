import { pageLocale } from "@scanhook/texts/reader";
import type { DayCount } from "../../../src/store/scan-counts.ts";

const chartDays = 30;
const dayMs = 86_400_000;

/**
 * Returns the last days in UTC up to now, oldest first. Days that are missing in the counts have no
 * scans.
 */
export function fillDays(counts: readonly DayCount[], now: number): DayCount[] {
  const scansByDay = new Map(counts.map(({ day, scans }) => [day, scans]));
  return Array.from({ length: chartDays }, (_, index) => {
    const day = toDay(now - (chartDays - 1 - index) * dayMs);
    return { day, scans: scansByDay.get(day) ?? 0 };
  });
}

/** Formats a day `YYYY-MM-DD` for people. */
export function formatDay(day: string, locale = pageLocale()): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, {
    timeZone: "UTC",
    day: "numeric",
    month: "short",
  });
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
