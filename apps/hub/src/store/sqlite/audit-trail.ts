import type { DatabaseSync } from "node:sqlite";
import { chainHash } from "../chain-hash.ts";
import { type ScanRow, scanColumns, toStoredScan } from "../scan-row.ts";
import type { ChainRow, Head } from "../store.ts";
import { prepared, transaction } from "./database.ts";

/** The scans of an audit trail that come after this one, oldest first; one without a hash was put there by others. */
export function chain(db: DatabaseSync, inbox: string, after: number, limit: number): ChainRow[] {
  const rows = prepared(
    db,
    `SELECT ${scanColumns}, scans.body, coalesce(audit_hashes.count, 0) AS count,
       coalesce(audit_hashes.hash, '') AS hash
     FROM scans LEFT JOIN audit_hashes ON audit_hashes.scan = scans.id
     WHERE scans.inbox = ?1 AND scans.id > ?2
       AND scans.id <= (SELECT last_scan FROM audits WHERE audits.inbox = ?1)
     ORDER BY scans.id LIMIT ?3`,
  ).all(inbox, after, limit) as (ScanRow & { body: string; count: number; hash: string })[];
  return rows.map((row) => ({
    scan: { ...toStoredScan(row), body: row.body },
    count: row.count,
    hash: row.hash,
  }));
}

/** How far the audit trail of an inbox reaches; undefined when it has none. */
export function head(db: DatabaseSync, inbox: string): Head | undefined {
  const row = prepared(db, "SELECT count, hash FROM audits WHERE inbox = ?").get(inbox);
  return row && { count: row.count as number, hash: row.hash as string };
}

/** The inboxes that have an audit trail, also those that were removed. */
export function auditedInboxes(db: DatabaseSync): string[] {
  return prepared(db, "SELECT inbox FROM audits ORDER BY inbox")
    .all()
    .map(({ inbox }) => inbox as string);
}

/**
 * Takes some scans into the audit trail of their inbox, in their order; answers how many. Few enough at a time that an
 * arriving scan need not wait long.
 */
export function chainSome(db: DatabaseSync, inbox: string, limit: number): number {
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
    ).all(inbox, last_scan, limit) as ChainedRow[];
    for (const { id, user, received_at, ...rest } of rows) {
      const receivedAt = new Date(received_at).toISOString();
      hash = chainHash(hash, {
        ...rest,
        id,
        inbox,
        receivedAt,
        ...(user === null ? {} : { user }),
      });
      count += 1;
      last_scan = id;
      prepared(db, "INSERT INTO audit_hashes (scan, count, hash) VALUES (?, ?, ?)").run(
        id,
        count,
        hash,
      );
    }
    if (rows.length > 0) {
      prepared(db, "UPDATE audits SET count = ?, hash = ?, last_scan = ? WHERE inbox = ?").run(
        count,
        hash,
        last_scan,
        inbox,
      );
    }
    return rows.length;
  });
}

type ChainedRow = {
  id: number;
  user: string | null;
  identifier: string;
  date: string;
  content: string;
  received_at: number;
  body: string;
};
