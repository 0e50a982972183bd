/**
 * A range of scan ids that were received while the clock of the hub was wrong. `lastScan` and
 * `correctedAt` are absent until the clock is corrected.
 */
export type ClockFault = { firstScan: number; lastScan?: number; correctedAt?: string };

/**
 * A jump of the clock from `before` to `after`. `since` is the time of the last jump or the start
 * of the hub, by the clock before this jump.
 */
export type ClockJump = { since: Date; before: Date; after: Date };

/**
 * Marks scans of a wrong clock and repairs times. Times are those of the hub, also on PostgreSQL.
 */
export type ClockStore = {
  /** Lists the faults, oldest first. */
  clockFaults(): Promise<ClockFault[]>;
  /** Marks all scans from the next one on, until the fault ends. Does nothing during a fault. */
  beginClockFault(): Promise<void>;
  /**
   * Ends the fault, or marks the scans from `firstScan` on if there was none. Shifts the times of
   * sessions, deletions, changes and retries from before the jump by the size of the jump. Those of
   * deliveries that expire are left to `followClock`.
   */
  endClockFault(jump: ClockJump, firstScan: number): Promise<void>;
  /**
   * From now on, moves the times of deliveries that expire, and those of contents that routes took,
   * whenever the clock is set by half a second or more. `steadyMs` returns milliseconds that do not
   * depend on the clock. Of several processes with the same data, only the hub may call this. Does
   * nothing on PostgreSQL, where these times are by the clock of the database.
   */
  followClock(steadyMs: () => number): void;
  /**
   * Repairs the data of an earlier process whose clock was wrong: ends its fault, marks scans with
   * a `receivedAt` in the future, and sets times in the future to now. If the clock shows
   * `released` or later, also sets times to now that are before any hub ran. Those of earlier
   * releases are before `released`, too, and stay. Returns the latest `receivedAt` if there are
   * scans more than `toleranceMs` in the future that were not marked before, otherwise undefined.
   */
  repairTimes(options: { released: Date; toleranceMs: number }): Promise<string | undefined>;
};

/**
 * The maximum time in milliseconds between the creation of a retry, alert or code and its due time,
 * and between the creation of a delivery and the time when it expires.
 */
export const maxRetryMs = 8 * 86_400_000;
/** The duration of a repaired session in milliseconds. */
export const maxSessionMs = 31 * 86_400_000;

/** The times of a jump in milliseconds since 1970. */
export type JumpTimes = { since: number; before: number; after: number };

export type ClockFaultRow = {
  first_scan: number;
  last_scan: number | null;
  corrected_at: number | null;
};

export function toClockFault({ first_scan, last_scan, corrected_at }: ClockFaultRow): ClockFault {
  return {
    firstScan: first_scan,
    ...(last_scan !== null && { lastScan: last_scan }),
    ...(corrected_at !== null && { correctedAt: new Date(corrected_at).toISOString() }),
  };
}
