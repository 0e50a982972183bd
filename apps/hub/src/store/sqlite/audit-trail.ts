import type { DatabaseSync } from "node:sqlite";
import { maxPageBytes } from "../batches.ts";
import { chainHash } from "../chain-hash.ts";
import type { ChainRow, Head } from "../retention.ts";
import { type ScanRow, toTrailScan, trailColumns } from "../stored-scan.ts";
import { prepared, transaction } from "./database.ts";

/**
 * Returns scans of an audit trail with an id greater than `after`, oldest first. A scan without a
 * hash was inserted by another program.
 */
export function listChainRows(
  db: DatabaseSync,
  inbox: string,
  after: number,
  limit: number,
): ChainRow[] {
  const rows = prepared(
    db,
    `SELECT ${trailColumns}, coalesce(audit_hashes.count, 0) AS count,
       coalesce(audit_hashes.hash, '') AS hash
     FROM scans LEFT JOIN audit_hashes ON audit_hashes.scan = scans.id
     WHERE scans.inbox = ?1 AND scans.id > ?2
       AND scans.id <= (SELECT last_scan FROM audits WHERE audits.inbox = ?1)
     ORDER BY scans.id LIMIT ?3`,
  ).iterate(inbox, after, limit) as Iterable<
    ScanRow & { body: string; count: number; hash: string }
  >;
  const found: ChainRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    found.push({
      scan: toTrailScan(row),
      count: row.count,
      hash: row.hash,
    });
    bytes += row.body.length;
    if (bytes >= maxPageBytes) break;
  }
  return found;
}

/** Returns the head of the audit trail of an inbox, or undefined when it has none. */
export function head(db: DatabaseSync, inbox: string): Head | undefined {
  const row = prepared(db, "SELECT count, hash FROM audits WHERE inbox = ?").get(inbox);
  return row && { count: row.count as number, hash: row.hash as string };
}

/** Lists the inboxes that have an audit trail, including removed ones. */
export function auditedInboxes(db: DatabaseSync): string[] {
  return prepared(db, "SELECT inbox FROM audits ORDER BY inbox")
    .all()
    .map(({ inbox }) => inbox as string);
}

/**
 * Adds up to `limit` scans of an inbox to its audit trail, oldest first, and returns their number.
 */
export function chainBatch(db: DatabaseSync, inbox: string, limit: number): number {
  return transaction(db, () => {
    const trail = prepared(db, "SELECT count, hash, last_scan FROM audits WHERE inbox = ?").get(
      inbox,
    ) as { count: number; hash: string; last_scan: number } | undefined;
    if (!trail) return 0;
    let { count, hash, last_scan } = trail;
    const rows = prepared(
      db,
      `SELECT id, user, identifier, date, content, received_at, body FROM scans
       WHERE inbox = ? AND id > ? ORDER BY id LIMIT ?`,
    ).iterate(inbox, last_scan, limit) as Iterable<ScanToChain>;
    let chained = 0;
    for (const { id, received_at, ...rest } of rows) {
      const receivedAt = new Date(received_at).toISOString();
      hash = chainHash(hash, { ...rest, id, inbox, receivedAt });
      count += 1;
      chained += 1;
      last_scan = id;
      prepared(db, "INSERT INTO audit_hashes (scan, count, hash) VALUES (?, ?, ?)").run(
        id,
        count,
        hash,
      );
    }
    if (chained > 0) {
      prepared(db, "UPDATE audits SET count = ?, hash = ?, last_scan = ? WHERE inbox = ?").run(
        count,
        hash,
        last_scan,
        inbox,
      );
    }
    return chained;
  });
}

type ScanToChain = {
  id: number;
  user: string | null;
  identifier: string;
  date: string;
  content: string;
  received_at: number;
  body: string;
};
