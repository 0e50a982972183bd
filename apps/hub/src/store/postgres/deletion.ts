import { batchSize } from "../batches.ts";
import { type ExpiringRow, toExpiringScans } from "../expiring-row.ts";
import type { ExpiringScans, RetentionLimits } from "../store.ts";
import type { Query } from "./database.ts";
import { toBigint } from "./scans.ts";

/**
 * Deletes some scans beyond the limits of their inbox, skipping those with pending deliveries, and
 * returns how many. It finds them with `query` and deletes them with `remove`.
 */
export async function expire(
  query: Query,
  limit: number,
  now: number,
  remove: Query,
): Promise<number> {
  const ids = await expiredScans(query, toBigint(limit), now);
  if (ids.length === 0) return 0;
  const [row] = await remove<{ deleted: number }>("SELECT delete_scans($1, true) AS deleted", [
    ids,
  ]);
  return row!.deleted;
}

/** Counts the scans of an inbox beyond these limits, unless it has an audit trail. */
export async function countExpiring(
  query: Query,
  now: number,
  inbox: string,
  { keepDays, keepScans }: RetentionLimits,
): Promise<ExpiringScans> {
  const bound = keepScans === undefined ? 0 : await newestBeyond(query, inbox, keepScans);
  const [row] = await query<ExpiringRow>(
    `SELECT count(*) AS scans, count(*) FILTER (WHERE EXISTS
         (SELECT FROM deliveries WHERE deliveries.scan = scans.id AND state = 'pending')) AS pending,
       min(received_at) AS oldest, max(received_at) AS newest
     FROM scans WHERE inbox = $1 AND (id <= $2 OR received_at < $3 AND ${isCorrectedBefore("$3")}
         OR ${wasAhead(now, "$3")})
       AND inbox NOT IN (SELECT inbox FROM audits)`,
    [inbox, bound, keepDays === undefined ? 0 : now - keepDays * dayMs],
  );
  return toExpiringScans(row!);
}

/** Deletes some scans of an inbox that has no audit trail, and returns how many. */
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

/** Returns some scans beyond the limits of their inbox, oldest first. */
async function expiredScans(query: Query, limit: number, now: number): Promise<number[]> {
  const inboxes = await query<{
    name: string;
    keep_days: number | null;
    keep_scans: number | null;
  }>(
    `SELECT name, keep_days, keep_scans FROM inboxes
     WHERE (keep_days IS NOT NULL OR keep_scans IS NOT NULL) AND name NOT IN (SELECT inbox FROM audits)`,
  );
  const expired = new Set<number>();
  const find = async (condition: string, inbox: string, bound: number) => {
    const rows = await query<{ id: number }>(
      `SELECT id FROM scans WHERE inbox = $1 AND ${condition} AND NOT EXISTS
         (SELECT FROM deliveries WHERE deliveries.scan = scans.id AND state = 'pending')
       ORDER BY id LIMIT $3`,
      [inbox, bound, limit - expired.size],
    );
    for (const { id } of rows) expired.add(id);
  };
  for (const { name, keep_days, keep_scans } of inboxes) {
    if (keep_scans !== null)
      await find("id <= $2", name, await newestBeyond(query, name, keep_scans));
    if (keep_days !== null) {
      await find(isOlder, name, now - keep_days * dayMs);
      await find(wasAhead(now, "$2"), name, now - keep_days * dayMs);
    }
  }
  return [...expired];
}

// The bound on the id spares a hub without expired scans from reading every scan.
const isOlder = `received_at < $2 AND id <= (SELECT max(id) FROM scans WHERE received_at < $2)
  AND ${isCorrectedBefore("$2")}`;

/** For a scan that was received while the clock was wrong, the days count from its correction. */
function isCorrectedBefore(bound: string): string {
  return `NOT EXISTS (SELECT FROM clock_faults WHERE scans.id >= first_scan
    AND scans.id <= coalesce(last_scan, scans.id) AND coalesce(corrected_at, ${bound}) >= ${bound})`;
}

/**
 * True for a scan that was received while the clock was ahead, long enough after its correction.
 */
function wasAhead(now: number, bound: string): string {
  return `received_at > ${Math.trunc(now)} AND EXISTS (SELECT FROM clock_faults
    WHERE scans.id BETWEEN first_scan AND last_scan AND corrected_at < ${bound})`;
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
