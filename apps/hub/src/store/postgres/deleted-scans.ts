import { bulkBatchSize } from "../batches.ts";
import type { DeletedSelection, Deletion } from "../scan-selection.ts";
import type { Query } from "./database.ts";
import { toBigint } from "./scans.ts";

/**
 * Deletes scans so that they can be restored, notifies every node, and returns their ids. Skips
 * scans of an audit trail. `by` is the name of this node. `now` is in milliseconds since 1970, or
 * null for the clock of the database.
 */
export async function trashScans(
  query: Query,
  ids: readonly number[],
  { deletion, now, by }: { deletion: string; now: number | null; by: string },
): Promise<number[]> {
  const [row] = await query<{ ids: number[] }>(
    `WITH deletion AS MATERIALIZED (SELECT trash_scans($1, $2, $3) AS ids)
     SELECT ids, ${notify("deleted", "$4")} AS notified FROM deletion`,
    [ids.map(toBigint), deletion, now, by],
  );
  return row!.ids;
}

/**
 * Permanently deletes scans, notifies every node, and returns their ids. Skips scans of an audit
 * trail.
 */
export async function removeScans(
  query: Query,
  ids: readonly number[],
  by: string,
): Promise<number[]> {
  const [row] = await query<{ ids: number[] }>(
    `WITH found AS MATERIALIZED (
       SELECT coalesce(array_agg(id), '{}') AS ids FROM scans
       WHERE id = ANY ($1::bigint[]) AND inbox NOT IN (SELECT inbox FROM audits)
     ), deletion AS MATERIALIZED (SELECT ids, delete_scans(ids, false) AS deleted FROM found)
     SELECT ids, ${notify("deleted", "$2")} AS notified FROM deletion`,
    [ids.map(toBigint), by],
  );
  return row!.ids;
}

/**
 * Restores scans with their deliveries, notifies every node, and returns their ids. Skips scans
 * that were deleted at `deletedAfter` (milliseconds since 1970) or earlier, and scans whose inbox
 * has an audit trail by now.
 */
export async function restoreScans(
  query: Query,
  ids: readonly number[],
  { deletedAfter, by }: { deletedAfter: number; by: string },
): Promise<number[]> {
  const [row] = await query<{ ids: number[] }>(
    `WITH restoring AS MATERIALIZED (SELECT restore_scans($1, $2) AS ids)
     SELECT ids, ${notify("restored", "$3")} AS notified FROM restoring`,
    [ids.map(toBigint), deletedAfter, by],
  );
  return row!.ids;
}

/** Lists the deletions after a time, the newest first. */
export async function listDeletions(
  query: Query,
  deletedAfter: number,
): Promise<Omit<Deletion, "restorableUntil">[]> {
  const rows = await query<{ deletion: string; scans: number; deleted_at: number }>(
    `SELECT deletion, count(*) AS scans, max(deleted_at) AS deleted_at FROM deleted_scans
     WHERE deleted_at > $1 GROUP BY deletion ORDER BY max(deleted_at) DESC, deletion`,
    [deletedAfter],
  );
  return rows.map(({ deletion, scans, deleted_at }) => ({
    deletion,
    scans,
    deletedAt: new Date(deleted_at).toISOString(),
  }));
}

/** Returns some deleted scans with the sizes of their rows, in the order of their ids. */
export async function findDeletedScans(
  query: Query,
  selection: DeletedSelection,
  after: number,
): Promise<{ id: number; bytes: number }[]> {
  const { condition, value } = toCondition(selection);
  return query<{ id: number; bytes: number }>(
    `SELECT id, bytes FROM deleted_scans
     WHERE ${condition} AND id > $2 ORDER BY id LIMIT ${bulkBatchSize}`,
    [value, after],
  );
}

/** Permanently deletes some deleted scans, and returns their number. */
export async function purgeDeletedBatch(
  query: Query,
  selection: DeletedSelection,
): Promise<number> {
  const { condition, value } = toCondition(selection);
  const rows = await query(
    `DELETE FROM deleted_scans WHERE id IN
       (SELECT id FROM deleted_scans WHERE ${condition} LIMIT ${bulkBatchSize}) RETURNING id`,
    [value],
  );
  return rows.length;
}

/** Returns the time by the clock of the database, in milliseconds since 1970. */
export async function currentTime(query: Query): Promise<number> {
  const [row] = await query<{ now: number }>("SELECT moment() AS now");
  return row!.now;
}

/** Returns SQL that notifies of each of `ids`, and of deliveries that may have become due. */
function notify(kind: "deleted" | "restored", by: string): string {
  return `(
    SELECT count(pg_notify('scanhook', note)) FROM (
      SELECT '${kind} ' || ${by}::text || ' ' || id AS note FROM unnest(ids) AS id
      UNION ALL SELECT 'due ' || ${by}::text WHERE cardinality(ids) > 0
    ) AS notes
  )`;
}

function toCondition(selection: DeletedSelection): { condition: string; value: unknown } {
  if ("ids" in selection) {
    return { condition: "id = ANY ($1::bigint[])", value: selection.ids.map(toBigint) };
  }
  if ("deletion" in selection) return { condition: "deletion = $1", value: selection.deletion };
  if ("inbox" in selection) return { condition: "inbox = $1", value: selection.inbox };
  return { condition: "deleted_at <= $1", value: selection.deletedUntil };
}
