/**
 * The maximum values of the retention of an inbox: the days for which it keeps scans, and the
 * number of scans that it keeps.
 */
export const retentionLimits = { keepDays: 36_500, keepScans: 1_000_000_000_000 } as const;
