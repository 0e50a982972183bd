import { maxPageBytes } from "../batches.ts";
import type { ChainRow, Head } from "../retention.ts";
import { type ScanRow, toTrailScan, trailColumns } from "../stored-scan.ts";
import type { Query } from "./database.ts";
import { toBigint } from "./scans.ts";

/**
 * Returns scans of an audit trail with an id greater than `after`, oldest first. A scan without a
 * hash was inserted by another program.
 */
export async function listChainRows(
  query: Query,
  inbox: string,
  after: number,
  limit: number,
): Promise<ChainRow[]> {
  const rows = await query<ScanRow & { body: string; count: number; hash: string }>(
    `WITH found AS (
       SELECT id, octet_length(body) AS bytes FROM scans
       WHERE inbox = $1 AND id > $2
         AND id <= (SELECT last_scan FROM audits WHERE audits.inbox = $1)
       ORDER BY id LIMIT $3
     ), measured AS (
       SELECT id, sum(bytes) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
       FROM found
     )
     SELECT ${trailColumns}, coalesce(audit_hashes.count, 0) AS count,
       coalesce(audit_hashes.hash, '') AS hash
     FROM measured JOIN scans ON scans.id = measured.id
       LEFT JOIN audit_hashes ON audit_hashes.scan = scans.id
     WHERE coalesce(measured.before, 0) < ${maxPageBytes}
     ORDER BY scans.id`,
    [inbox, toBigint(after), toBigint(limit)],
  );
  return rows.map((row) => ({
    scan: toTrailScan(row),
    count: row.count,
    hash: row.hash,
  }));
}

/** Returns the head of the audit trail of an inbox, or undefined when it has none. */
export async function head(query: Query, inbox: string): Promise<Head | undefined> {
  const [row] = await query<Head>("SELECT count, hash FROM audits WHERE inbox = $1", [inbox]);
  return row;
}

/**
 * Adds up to `limit` scans of an inbox to its audit trail, oldest first, and returns their number.
 * Call it inside a transaction.
 */
export async function chainBatch(query: Query, inbox: string, limit: number): Promise<number> {
  await query("SELECT lock_scans()");
  const [row] = await query<{ count: number }>("SELECT chain_scans($1, $2) AS count", [
    inbox,
    limit,
  ]);
  return row!.count;
}
