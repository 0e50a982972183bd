import { batchSize } from "../batches.ts";
import { type ExpiringRow, toExpiringScans } from "../expiring-row.ts";
import type { ExpiringScans, RetentionLimits } from "../retention.ts";
import type { Query } from "./database.ts";
import { toBigint } from "./scans.ts";

/**
 * Deletes the given scans that have no pending delivery and belong to no audit trail. Returns their
 * number.
 */
export async function deleteExpired(query: Query, ids: readonly number[]): Promise<number> {
  const [row] = await query<{ deleted: number }>("SELECT delete_scans($1, true) AS deleted", [ids]);
  return row!.deleted;
}

/** Counts the scans of an inbox beyond these limits, unless it has an audit trail. */
export async function countExpiring(
  query: Query,
  now: number,
  inbox: string,
  { keepDays, keepScans }: RetentionLimits,
): Promise<ExpiringScans> {
  const newestId = keepScans === undefined ? 0 : await newestBeyond(query, inbox, keepScans);
  const [row] = await query<ExpiringRow>(
    `SELECT count(*) AS scans, count(*) FILTER (WHERE EXISTS
         (SELECT FROM deliveries WHERE deliveries.scan = scans.id AND state = 'pending')) AS pending,
       min(received_at) AS oldest, max(received_at) AS newest
     FROM scans WHERE inbox = $1 AND (id <= $2 OR received_at < $3 AND ${isCorrectedBefore("$3")}
         OR ${wasAhead(now, "$3")})
       AND inbox NOT IN (SELECT inbox FROM audits)`,
    [inbox, newestId, keepDays === undefined ? 0 : now - keepDays * dayMs],
  );
  return toExpiringScans(row!);
}

/** Deletes some scans of an inbox that has no audit trail, and returns their number. */
export async function deleteScanBatch(query: Query, inbox: string): Promise<number> {
  const [row] = await query<{ deleted: number }>(
    `SELECT delete_scans(ARRAY(SELECT id FROM scans WHERE inbox = $1 ORDER BY id LIMIT ${batchSize}), false) AS deleted`,
    [inbox],
  );
  return row!.deleted;
}

/**
 * Lists removed destinations that still have pending deliveries because the removal was
 * interrupted.
 */
export async function removedDestinationsWithPending(query: Query): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `SELECT id FROM destinations WHERE removed_at IS NOT NULL AND EXISTS
       (SELECT FROM deliveries WHERE deliveries.destination = destinations.id AND deliveries.state = 'pending')`,
  );
  return rows.map(({ id }) => id);
}

const dayMs = 86_400_000;

/**
 * Returns the ids of at most `limit` scans beyond the limits of their inbox, the oldest of each
 * inbox first. Skips scans with pending deliveries.
 */
export async function expiredScans(query: Query, limit: number, now: number): Promise<number[]> {
  const inboxes = await query<{
    name: string;
    keep_days: number | null;
    keep_scans: number | null;
  }>(
    `SELECT name, keep_days, keep_scans FROM inboxes
     WHERE (keep_days IS NOT NULL OR keep_scans IS NOT NULL) AND name NOT IN (SELECT inbox FROM audits)`,
  );
  const expired = new Set<number>();
  /** Adds the scans of an inbox that meet a condition. `idOrTime` is the value of `$2` in it. */
  const add = async (condition: string, inbox: string, idOrTime: number) => {
    const rows = await query<{ id: number }>(
      `SELECT id FROM scans WHERE inbox = $1 AND ${condition} AND NOT EXISTS
         (SELECT FROM deliveries WHERE deliveries.scan = scans.id AND state = 'pending')
       ORDER BY id LIMIT $3`,
      [inbox, idOrTime, toBigint(limit) - expired.size],
    );
    for (const { id } of rows) expired.add(id);
  };
  for (const { name, keep_days, keep_scans } of inboxes) {
    if (keep_scans !== null)
      await add("id <= $2", name, await newestBeyond(query, name, keep_scans));
    if (keep_days !== null) {
      const oldestKept = now - keep_days * dayMs;
      await add(receivedBefore, name, oldestKept);
      await add(wasAhead(now, "$2"), name, oldestKept);
    }
  }
  return [...expired];
}

// Because of the condition on the id, a hub without expired scans does not read all scans.
const receivedBefore = `received_at < $2 AND id <= (SELECT max(id) FROM scans WHERE received_at < $2)
  AND ${isCorrectedBefore("$2")}`;

/**
 * Returns the condition that a scan was received while the clock was right, or that the clock was
 * corrected before a time. The age of a scan counts from the correction. `time` is SQL.
 */
function isCorrectedBefore(time: string): string {
  return `NOT EXISTS (SELECT FROM clock_faults WHERE scans.id >= first_scan
    AND scans.id <= coalesce(last_scan, scans.id) AND coalesce(corrected_at, ${time}) >= ${time})`;
}

/**
 * Returns the condition that a scan was received while the clock was ahead, and that the clock was
 * corrected before a time. `time` is SQL.
 */
function wasAhead(now: number, time: string): string {
  return `received_at > ${Math.trunc(now)} AND EXISTS (SELECT FROM clock_faults
    WHERE scans.id BETWEEN first_scan AND last_scan AND corrected_at < ${time})`;
}

/**
 * Returns the id of the newest scan beyond the `keepScans` newest ones, or 0 when there is none.
 */
async function newestBeyond(query: Query, inbox: string, keepScans: number): Promise<number> {
  const [row] = await query<{ id: number }>(
    "SELECT id FROM scans WHERE inbox = $1 ORDER BY id DESC LIMIT 1 OFFSET $2",
    [inbox, keepScans],
  );
  return row?.id ?? 0;
}
