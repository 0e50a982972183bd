import type { TagRecord } from "./store.ts";
import { type ScanRow, selectedColumns, toStoredScan } from "./stored-scan.ts";

/** A tag with its last scan, as `selectTags` selects it from both databases. */
export type TagRow = (ScanRow | { id: null }) & {
  tag_identifier: string;
  name: string | null;
  scans: number;
  first_seen_at: number | null;
};

export const selectTags = `SELECT tags.identifier AS tag_identifier, tags.name, tags.scans,
  (SELECT received_at FROM scans WHERE id = tags.first_scan) AS first_seen_at, ${selectedColumns}
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
