import type { Source } from "@scanhook/webhook";
import type { StoredScan } from "./store.ts";

/** A scan as both databases give it: what `scanColumns` selects. Times are milliseconds since 1970. */
export type ScanRow = {
  id: number;
  inbox: string;
  user: string | null;
  identifier: string;
  date: string;
  content: string;
  tag_type: string | null;
  structured: string | null;
  source: Source | null;
  tag: string | null;
  tag_name: string | null;
  received_at: number;
  repeats: number;
};

// "user" is a word of PostgreSQL, so it stands in quotes.
export const scanColumns = `scans.id, scans.inbox, scans."user", scans.identifier, scans.date, scans.content, scans.tag_type, scans.structured, scans.source, scans.tag, (SELECT tags.name FROM tags WHERE tags.identifier = scans.tag) AS tag_name, scans.received_at, scans.repeats`;

export function toStoredScan(row: ScanRow): StoredScan {
  return {
    id: row.id,
    inbox: row.inbox,
    ...(row.user === null ? {} : { user: row.user }),
    identifier: row.identifier,
    date: row.date,
    content: row.content,
    ...(row.tag_type === null ? {} : { tagType: row.tag_type }),
    ...(row.structured === null ? {} : { structured: JSON.parse(row.structured) }),
    ...(row.source === null ? {} : { source: row.source }),
    ...(row.tag === null ? {} : { tag: row.tag }),
    ...(row.tag_name === null ? {} : { tagName: row.tag_name }),
    receivedAt: new Date(row.received_at).toISOString(),
    repeats: row.repeats,
  };
}
