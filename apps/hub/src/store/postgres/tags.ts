import { selectTags, type TagRow, toTagRecord } from "../tag-row.ts";
import type { TagFilter, TagPage, TagRecord } from "../tags.ts";
import type { Query } from "./database.ts";
import { matchesTerm, readListPage, toBigint } from "./scans.ts";
import { toQueries, toTagVector } from "./search.ts";

export async function tags(
  query: Query,
  { text }: TagFilter,
  { after, limit }: TagPage,
): Promise<TagRecord[]> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const search = text === undefined ? undefined : toQueries(text);
  const conditions = [
    ...(search ?? []).map(({ words, ends }) =>
      matchesTerm("tags", "A,B,D", { words, ends }, parameter),
    ),
    after && comesAfter(parameter(toBigint(after.lastScan)), parameter(after.identifier)),
  ].filter((condition) => condition !== undefined);
  const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  const order = `ORDER BY tags.last_scan DESC, tags.identifier LIMIT ${toBigint(limit)}`;
  const rows = await query<TagRow>(`${selectTags} ${where} ${order}`, values);
  return withLastScans(query, rows);
}

export async function tag(query: Query, identifier: string): Promise<TagRecord | undefined> {
  const [row] = await query<TagRow>(`${selectTags} WHERE tags.identifier = $1`, [identifier]);
  return row && (await withLastScans(query, [row]))[0];
}

async function withLastScans(query: Query, rows: readonly TagRow[]): Promise<TagRecord[]> {
  const ids = rows.flatMap(({ last_scan }) => (last_scan === 0 ? [] : last_scan));
  if (ids.length === 0) return rows.map((row) => toTagRecord(row, undefined));
  const page = { limit: ids.length, maxBytes: Number.MAX_SAFE_INTEGER };
  const { scans } = await readListPage(query, { ids }, page);
  const scanById = new Map(scans.map((scan) => [scan.id, scan]));
  return rows.map((row) => toTagRecord(row, scanById.get(row.last_scan)));
}

/** Names a tag. Call it inside a transaction, as `unnameTag`. */
export async function nameTag(
  query: Query,
  now: number,
  identifier: string,
  name: string,
  revision?: number,
): Promise<TagRecord | "changed-meanwhile"> {
  if (await isStale(query, identifier, revision)) return "changed-meanwhile";
  const words = toTagVector(identifier, name);
  await query("SELECT change_tag($1, $2, $3)", [identifier, name, words]);
  await countChange(query, identifier, now);
  return (await tag(query, identifier))!;
}

export async function unnameTag(
  query: Query,
  now: number,
  identifier: string,
  revision?: number,
): Promise<"removed" | "no-such-name" | "changed-meanwhile"> {
  if (await isStale(query, identifier, revision)) return "changed-meanwhile";
  const [row] = await query<{ had_name: boolean }>("SELECT change_tag($1, NULL, $2) AS had_name", [
    identifier,
    toTagVector(identifier),
  ]);
  if (!row!.had_name) return "no-such-name";
  await countChange(query, identifier, now);
  return "removed";
}

/**
 * Returns whether a revision is given and differs from the current one, which is 1 for an unknown
 * tag. Takes the lock of `change_tag`, so that the revision stays the same until the transaction
 * ends.
 */
async function isStale(query: Query, identifier: string, revision?: number): Promise<boolean> {
  if (revision === undefined) return false;
  await query("SELECT lock_scans()");
  const [row] = await query<{ revision: number }>(
    "SELECT revision FROM tags WHERE identifier = $1",
    [identifier],
  );
  return revision !== (row?.revision ?? 1);
}

async function countChange(query: Query, identifier: string, now: number): Promise<void> {
  await query("UPDATE tags SET revision = revision + 1, changed_at = $2 WHERE identifier = $1", [
    identifier,
    now,
  ]);
}

/** Returns the condition that a tag comes after the given position in the list. */
function comesAfter(lastScan: string, identifier: string): string {
  return `tags.last_scan <= ${lastScan} AND (tags.last_scan < ${lastScan} OR tags.identifier > ${identifier})`;
}
