import { type ScanRow, scanColumns, toStoredScan } from "../scan-row.ts";
import type { TagFilter, TagPage, TagRecord } from "../store.ts";
import type { Query } from "./database.ts";
import { toWhole } from "./scans.ts";
import { toQuery, toTagVector } from "./words.ts";

export async function tags(
  query: Query,
  { text }: TagFilter,
  { after, limit }: TagPage,
): Promise<TagRecord[]> {
  const values: unknown[] = [];
  const value = (one: unknown) => `$${values.push(one)}`;
  const search = text === undefined ? undefined : toQuery(text);
  const conditions = [
    search && `tags.words @@ ${value(search.anywhere)}::tsquery`,
    after && laterThan(value(toWhole(after.lastScan)), value(after.identifier)),
  ].filter((one) => one !== undefined);
  const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  const order = `ORDER BY tags.last_scan DESC, tags.identifier LIMIT ${toWhole(limit)}`;
  const rows = await query<TagRow>(`${select} ${where} ${order}`, values);
  return rows.map(toTagRecord);
}

export async function tag(query: Query, identifier: string): Promise<TagRecord | undefined> {
  const [row] = await query<TagRow>(`${select} WHERE tags.identifier = $1`, [identifier]);
  return row && toTagRecord(row);
}

export async function nameTag(query: Query, identifier: string, name: string): Promise<TagRecord> {
  const words = toTagVector(identifier, name);
  await query("SELECT change_tag($1, $2, $3)", [identifier, name, words]);
  return (await tag(query, identifier))!;
}

export async function unnameTag(query: Query, identifier: string): Promise<boolean> {
  const [row] = await query<{ had_name: boolean }>("SELECT change_tag($1, NULL, $2) AS had_name", [
    identifier,
    toTagVector(identifier),
  ]);
  return row!.had_name;
}

function laterThan(lastScan: string, identifier: string): string {
  return `tags.last_scan <= ${lastScan} AND (tags.last_scan < ${lastScan} OR tags.identifier > ${identifier})`;
}

const select = `SELECT tags.identifier AS tag_identifier, tags.name, tags.scans,
  (SELECT received_at FROM scans WHERE id = tags.first_scan) AS first_seen_at, ${scanColumns}
  FROM tags LEFT JOIN scans ON scans.id = tags.last_scan`;

type TagRow = (ScanRow | Record<keyof ScanRow, null>) & {
  tag_identifier: string;
  name: string | null;
  scans: number;
  first_seen_at: number | null;
};

function toTagRecord(row: TagRow): TagRecord {
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
