import type { ListedScan } from "./stored-scan.ts";
import type { TagRecord } from "./tags.ts";

/** A tag as `selectTags` selects it from both databases. Without scans, `last_scan` is 0. */
export type TagRow = {
  tag_identifier: string;
  name: string | null;
  revision: number;
  changed_at: number | null;
  scans: number;
  first_seen_at: number | null;
  last_scan: number;
};

/**
 * Selects tags without their last scans, which are read separately by id because together they may
 * be large.
 */
export const selectTags = `SELECT tags.identifier AS tag_identifier, tags.name, tags.revision, tags.changed_at, tags.scans, tags.last_scan,
  (SELECT received_at FROM scans WHERE id = tags.first_scan) AS first_seen_at FROM tags`;

export function toTagRecord(row: TagRow, lastScan: ListedScan | undefined): TagRecord {
  return {
    identifier: row.tag_identifier,
    name: row.name ?? undefined,
    revision: row.revision,
    changedAt: row.changed_at === null ? undefined : new Date(row.changed_at).toISOString(),
    scans: row.scans,
    firstSeenAt: row.first_seen_at === null ? undefined : new Date(row.first_seen_at).toISOString(),
    lastSeenAt: lastScan?.receivedAt,
    lastScan,
  };
}
