import { formatDue, isEndOfDay } from "../interval.ts";

/** The register of a report, and when the report is made. */
export type ReportOrigin = { register: string; now: number };

export type ReportTimes = ReturnType<typeof createReportTimes>;

/**
 * Creates the formats of the times of a report, in the time zone of the hub. They always have the
 * day, because a report is read on other days, too.
 */
export function createReportTimes(now: number) {
  const dayFormat = { day: "numeric", month: "short", year: "numeric" } as const;
  const day = new Intl.DateTimeFormat("en-GB", dayFormat);
  const moment = new Intl.DateTimeFormat("en-GB", {
    ...dayFormat,
    hour: "2-digit",
    minute: "2-digit",
  });
  /** Formats a time as `22 Nov 2026, 14:02`. */
  const formatMoment = (time: number | undefined) =>
    time === undefined ? "" : moment.format(time);
  return {
    moment: formatMoment,
    /** Formats when something is due, without the time if that is the end of a day. */
    end: (time: number | undefined) => (time === undefined ? "" : formatDue(time, "en")),
    /** Formats a day or a span of days, of which `to` is the last second. */
    span(from: number, to: number): string {
      const [first, last] = [day.format(from), day.format(to)];
      return first === last ? first : `${first} to ${last}`;
    },
    /** Tells whether a time has come. */
    isOver: (due: number | undefined) => due !== undefined && due < now,
    /** Returns how long something is overdue, such as `3 days overdue`; undefined if it is not. */
    lateness(due: number | undefined): string | undefined {
      if (due === undefined || due >= now) return undefined;
      const hours = Math.floor((now - due) / 3_600_000);
      if (hours < 24 && !isEndOfDay(due))
        return hours === 0 ? "just overdue" : `${hours} ${hours === 1 ? "hour" : "hours"} overdue`;
      const days = countDays(due, now);
      return `${days} ${days === 1 ? "day" : "days"} overdue`;
    },
    /** Returns when the report was made, as a subtitle. */
    made: () => `Made on ${formatMoment(now)}`,
  };
}

/** Compares times for sorting. No time comes last. */
export function compareDue(one = Infinity, other = Infinity): number {
  return one === other ? 0 : one - other;
}

/** Returns how many midnights are between two times. */
function countDays(from: number, to: number): number {
  const [first, last] = [from, to].map((time) => {
    const date = new Date(time);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  });
  return (last! - first!) / 86_400_000;
}
