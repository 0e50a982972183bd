import type { ScanFilter } from "./scan-selection.ts";

/**
 * The number of scans that the hub received on a day, whether or not they are still stored. The day
 * is `YYYY-MM-DD` in UTC. Repeats and restored scans do not count. Scans that the hub makes itself
 * count only for a filter with their inbox.
 */
export type DayCount = { day: string; inbox?: string; user?: string; scans: number };

/**
 * Selects the counts that match every given part. `from` is the first day, and `to` the day after
 * the last one.
 */
export type DayCountFilter = {
  from?: string;
  to?: string;
  inbox?: string;
  /** Only scans of one of these inboxes. */
  inboxes?: readonly string[];
  user?: string;
};

/**
 * The grouping of the counts in a list: by day, by day and inbox, or by day, inbox and user. In the
 * last case, a count without `user` is for scans that were sent without a user.
 */
export type DayCountGroup = (typeof dayCountGroups)[number];
export const dayCountGroups = ["day", "inbox", "user"] as const;

/**
 * A content with the number of its scans, and the id of the newest of them. `content` is cut as in
 * a list.
 */
export type ContentCount = { content: string; scans: number; newest: number };

/**
 * The most frequent contents, in descending order of their scans. `scans` is the number of counted
 * scans, and `distinct` the number of their different contents. If `more` is true, only the newest
 * matching scans were counted, because there are too many.
 */
export type ContentCounts = {
  contents: ContentCount[];
  distinct: number;
  scans: number;
  more: boolean;
};

/** The part of the store that counts scans. */
export interface ScanCountStore {
  /** Counts the scans that match a filter. With `before`, only those with a smaller id. */
  countScans(filter: ScanFilter, bounds?: { before?: number }): Promise<number>;
  /**
   * Lists the counts in the order of their days. Days without scans are left out. An invalid day
   * makes this and `countReceived` reject with a RangeError.
   */
  listDayCounts(
    filter: DayCountFilter,
    list: { group: DayCountGroup; limit: number },
  ): Promise<DayCount[]>;
  /**
   * Counts all scans that were received, including those that were deleted since. This number never
   * shrinks.
   */
  countReceived(filter: DayCountFilter): Promise<number>;
  /**
   * Counts stored scans by their content: at most 100,000 scans, for at most 5 seconds. Returns the
   * `limit` most frequent contents.
   */
  countContents(filter: ScanFilter, limit: number): Promise<ContentCounts>;
}

/**
 * A row of the counts as both databases return it. `day` is the number of days since 1970. An empty
 * user means that the scans have none.
 */
export type DayCountRow = { day: number; inbox?: string; user?: string; scans: number };

/** The columns by which each grouping counts. `user` is a reserved word in PostgreSQL. */
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

/** Converts milliseconds since 1970 to the number of the day since 1970 in UTC. */
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
