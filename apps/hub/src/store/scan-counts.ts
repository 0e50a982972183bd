import type { ScanFilter } from "./scan-selection.ts";

/**
 * How many scans were received on a day, whether or not they are still stored. The day is
 * `YYYY-MM-DD` in UTC, of the time at which the hub received the scan. Repeats do not count, nor do
 * scans that are brought back. Those that the hub makes itself count only for a filter with their
 * inbox.
 */
export type DayCount = { day: string; inbox?: string; user?: string; scans: number };

/**
 * Selects the counts that match every given part. `from` is the first day, and `to` the day after
 * the last one.
 */
export type DayCountFilter = { from?: string; to?: string; inbox?: string; user?: string };

/**
 * The subjects of the counts in a list: each day, each day and inbox, or each day, inbox and user.
 * A count without `user` is then of scans that were sent without one.
 */
export type DayCountGroup = (typeof dayCountGroups)[number];
export const dayCountGroups = ["day", "inbox", "user"] as const;

/**
 * A content with the number of its scans, and the newest of these. `content` is cut as in a list.
 */
export type ContentCount = { content: string; scans: number; newest: number };

/**
 * The contents with the most scans, these first. `scans` were counted, which have `distinct`
 * contents. With `more`, these are only the newest of the scans that match, because there were too
 * many to count all.
 */
export type ContentCounts = {
  contents: ContentCount[];
  distinct: number;
  scans: number;
  more: boolean;
};

/** The part of the store that counts scans. */
export interface ScanCountStore {
  /** Counts the scans that match a filter, with `before` only those with a smaller id. */
  countScans(filter: ScanFilter, bounds?: { before?: number }): Promise<number>;
  /**
   * Lists the counts per day in the order of their days. Days without scans are left out. An
   * invalid day makes this and `countReceived` reject with a RangeError.
   */
  listDayCounts(
    filter: DayCountFilter,
    list: { group: DayCountGroup; limit: number },
  ): Promise<DayCount[]>;
  /**
   * Counts every scan that was received, also those that were deleted since. This number never
   * shrinks.
   */
  countReceived(filter: DayCountFilter): Promise<number>;
  /**
   * Counts stored scans by their content, at most 100,000 of them and for some seconds. Returns the
   * `limit` most frequent.
   */
  countContents(filter: ScanFilter, limit: number): Promise<ContentCounts>;
}

/** A row of the list, as both databases return it. An empty user stands for none. */
export type DayCountRow = { day: number; inbox?: string; user?: string; scans: number };

/**
 * The columns by which the rows of a group are distinct. `user` is a reserved word in PostgreSQL.
 */
export const dayCountColumns: Readonly<Record<DayCountGroup, string>> = {
  day: "day",
  inbox: "day, inbox",
  user: 'day, inbox, "user"',
};

export function toDayCount({ day, inbox, user, scans }: DayCountRow): DayCount {
  return {
    day: new Date(day * dayMs).toISOString().slice(0, 10),
    ...(inbox === undefined ? {} : { inbox }),
    ...(user ? { user } : {}),
    scans,
  };
}

/** Returns the number of a day since 1970 in UTC, from milliseconds since 1970. */
export function toDayNumber(milliseconds: number): number {
  return Math.trunc(milliseconds / dayMs);
}

/** A filter with the numbers of its days. */
export type DayNumberFilter = Omit<DayCountFilter, "from" | "to"> & {
  from?: number | undefined;
  to?: number | undefined;
};

/** Converts the days of a filter to their numbers. Throws a RangeError for an invalid day. */
export function toDayNumbers({ from, to, ...filter }: DayCountFilter): DayNumberFilter {
  return {
    ...filter,
    from: from === undefined ? undefined : parseDay(from),
    to: to === undefined ? undefined : parseDay(to),
  };
}

function parseDay(day: string): number {
  const time = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(time)) throw new RangeError(`"${day}" is not a day.`);
  return time / dayMs;
}

const dayMs = 86_400_000;
