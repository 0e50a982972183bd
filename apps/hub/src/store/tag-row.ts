import { type ScanRow, scanColumns, toStoredScan } from "./scan-row.ts";
import type { TagRecord } from "./store.ts";

/** A tag with its last scan as both databases give it: what `selectTags` selects. */
export type TagRow = (ScanRow | Record<keyof ScanRow, null>) & {
  tag_identifier: string;
  name: string | null;
  scans: number;
  first_seen_at: number | null;
};

export const selectTags = `SELECT tags.identifier AS tag_identifier, tags.name, tags.scans,
  (SELECT received_at FROM scans WHERE id = tags.first_scan) AS first_seen_at, ${scanColumns}
  FROM tags LEFT JOIN scans ON scans.id = tags.last_scan`;

export function toTagRecord(row: TagRow): TagRecord {
  const lastScan = row.id === null ? undefined : toStoredScan(row);
  return {
    identifier: row.tag_identifier,
    ...(row.name === null ? {} : { name: row.name }),
    scans: row.scans,
    ...(row.first_seen_at === null
      ? {}
      : { firstSeenAt: new Date(row.first_seen_at).toISOString() }),
    ...(lastScan === undefined ? {} : { lastSeenAt: lastScan.receivedAt, lastScan }),
  };
}
