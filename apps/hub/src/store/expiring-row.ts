import type { ExpiringScans } from "./retention.ts";

/** The counts that `countExpiring` selects from both databases. */
export type ExpiringRow = {
  scans: number;
  pending: number;
  oldest: number | null;
  newest: number | null;
};

export function toExpiringScans({ scans, pending, oldest, newest }: ExpiringRow): ExpiringScans {
  return {
    scans,
    pending,
    ...(oldest === null ? {} : { oldest: new Date(oldest).toISOString() }),
    ...(newest === null ? {} : { newest: new Date(newest).toISOString() }),
  };
}
