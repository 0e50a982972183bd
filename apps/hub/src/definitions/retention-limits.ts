/**
 * The largest limits an inbox can set on how long it keeps scans (in days) and how many it keeps.
 */
export const retentionLimits = { keepDays: 36_500, keepScans: 1_000_000_000_000 } as const;
