import { type ScanRow, scanColumns, toStoredScan } from "../scan-row.ts";
import type { ChainRow, Head } from "../store.ts";
import type { Query } from "./database.ts";
import { toWhole } from "./scans.ts";

/** The scans of an audit trail that come after this one, oldest first; one without a hash was put there by others. */
export async function chain(
  query: Query,
  inbox: string,
  after: number,
  limit: number,
): Promise<ChainRow[]> {
  const rows = await query<ScanRow & { body: string; count: number; hash: string }>(
    `SELECT ${scanColumns}, scans.body, coalesce(audit_hashes.count, 0) AS count,
       coalesce(audit_hashes.hash, '') AS hash
     FROM scans LEFT JOIN audit_hashes ON audit_hashes.scan = scans.id
     WHERE scans.inbox = $1 AND scans.id > $2
       AND scans.id <= (SELECT last_scan FROM audits WHERE audits.inbox = $1)
     ORDER BY scans.id LIMIT $3`,
    [inbox, toWhole(after), toWhole(limit)],
  );
  return rows.map((row) => ({
    scan: { ...toStoredScan(row), body: row.body },
    count: row.count,
    hash: row.hash,
  }));
}

/** How far the audit trail of an inbox reaches; undefined when it has none. */
export async function head(query: Query, inbox: string): Promise<Head | undefined> {
  const [row] = await query<Head>("SELECT count, hash FROM audits WHERE inbox = $1", [inbox]);
  return row;
}

/** Takes some scans into the audit trail of their inbox; answers how many. Belongs into a transaction. */
export async function chainSome(query: Query, inbox: string, limit: number): Promise<number> {
  await query("SELECT lock_scans()");
  const [row] = await query<{ count: number }>("SELECT chain_scans($1, $2) AS count", [
    inbox,
    limit,
  ]);
  return row!.count;
}

/** False: there are scans in its audit trail, which therefore stays. Whoever calls it holds the lock. */
export async function endAudit(query: Query, inbox: string): Promise<boolean> {
  const [audited] = await query("SELECT FROM audits WHERE inbox = $1", [inbox]);
  if (!audited) return true;
  const [scan] = await query("SELECT FROM scans WHERE inbox = $1 LIMIT 1", [inbox]);
  if (scan) return false;
  await query("DELETE FROM audits WHERE inbox = $1", [inbox]);
  return true;
}
