import type { Query } from "./database.ts";
import { toWhole } from "./scans.ts";

/** Deletes some scans that their inbox wants kept no longer, none with a delivery still to be made; answers how many. */
export async function expire(
  query: Query,
  limit: number,
  now: number,
  remove: Query,
): Promise<number> {
  const ids = await expired(query, toWhole(limit), now);
  if (ids.length === 0) return 0;
  const [row] = await remove<{ gone: number }>("SELECT delete_scans($1, true) AS gone", [ids]);
  return row!.gone;
}

/** Some scans of an inbox, few enough that an arriving scan need not wait long for their deletion. */
export async function deleteSomeScans(query: Query, inbox: string): Promise<number> {
  const [row] = await query<{ gone: number }>(
    `SELECT delete_scans(ARRAY(SELECT id FROM scans WHERE inbox = $1 ORDER BY id LIMIT 500), false) AS gone`,
    [inbox],
  );
  return row!.gone;
}

/** Deletes one scan, whatever has still to be delivered of it, and tells every node. */
export async function deleteScan(
  query: Query,
  id: number,
  by: string,
): Promise<"deleted" | "no-such-scan" | "audited"> {
  const [row] = await query<{ gone: number }>(
    `WITH deleted AS MATERIALIZED (SELECT delete_scans(ARRAY[$1::bigint], false) AS gone)
     SELECT gone, (
       SELECT count(pg_notify('scanhook', note))
       FROM unnest(ARRAY['deleted ' || $2::text || ' ' || $1::bigint, 'due ' || $2::text]) AS note WHERE gone > 0
     ) AS told FROM deleted`,
    [toWhole(id), by],
  );
  if (row!.gone > 0) return "deleted";
  const left = await query("SELECT FROM scans WHERE id = $1", [toWhole(id)]);
  // Only what an audit trail holds stays.
  return left.length > 0 ? "audited" : "no-such-scan";
}

/** Destinations that were removed by a hub that ended before it had dropped what was pending for them. */
export async function removedWithPending(query: Query): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `SELECT id FROM destinations WHERE removed_at IS NOT NULL AND EXISTS
       (SELECT FROM deliveries WHERE deliveries.destination = destinations.id AND deliveries.state = 'pending')`,
  );
  return rows.map(({ id }) => id);
}

const day = 86_400_000;

/** The oldest of each inbox first. */
async function expired(query: Query, limit: number, now: number): Promise<number[]> {
  const inboxes = await query<{
    name: string;
    keep_days: number | null;
    keep_scans: number | null;
  }>(
    `SELECT name, keep_days, keep_scans FROM inboxes
     WHERE (keep_days IS NOT NULL OR keep_scans IS NOT NULL) AND name NOT IN (SELECT inbox FROM audits)`,
  );
  const found = new Set<number>();
  const find = async (condition: string, inbox: string, bound: number) => {
    const rows = await query<{ id: number }>(
      `SELECT id FROM scans WHERE inbox = $1 AND ${condition} AND NOT EXISTS
         (SELECT FROM deliveries WHERE deliveries.scan = scans.id AND state = 'pending')
       ORDER BY id LIMIT $3`,
      [inbox, bound, limit - found.size],
    );
    for (const { id } of rows) found.add(id);
  };
  for (const { name, keep_days, keep_scans } of inboxes) {
    if (keep_scans !== null)
      await find("id <= $2", name, await lastBeyond(query, name, keep_scans));
    if (keep_days !== null) await find(isOlder, name, now - keep_days * day);
  }
  return [...found];
}

// With where the old ones end, or a hub with nothing to delete would look at every scan.
const isOlder = "received_at < $2 AND id <= (SELECT max(id) FROM scans WHERE received_at < $2)";

/** The newest of those that are too many; 0 when none is. */
async function lastBeyond(query: Query, inbox: string, kept: number): Promise<number> {
  const [row] = await query<{ id: number }>(
    "SELECT id FROM scans WHERE inbox = $1 ORDER BY id DESC LIMIT 1 OFFSET $2",
    [inbox, kept],
  );
  return row?.id ?? 0;
}
