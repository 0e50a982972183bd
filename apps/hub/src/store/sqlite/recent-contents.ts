import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { prepared } from "./database.ts";

/**
 * Returns whether a route has taken this content within the span, and if not, notes that it takes
 * it now. A content whose delivery failed, was dropped or has expired does not count. Call it
 * inside the transaction that stores the scan.
 */
export function isRepeatedContent(
  db: DatabaseSync,
  taken: { route: number; content: Buffer; scan: number; spanMs: number; now: number },
): boolean {
  const { route, content, scan, spanMs, now } = taken;
  const earlier = prepared(
    db,
    `SELECT scan FROM recent_contents
     WHERE route = ? AND content = ? AND at <= ? AND at > ?`,
  ).get(route, content, now, now - spanMs) as { scan: number } | undefined;
  if (earlier && !hasFailed(db, route, earlier.scan, now)) return true;
  prepared(
    db,
    `INSERT INTO recent_contents (route, content, at, until, scan) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (route, content) DO UPDATE SET at = excluded.at, until = excluded.until, scan = excluded.scan`,
  ).run(route, content, now, now + spanMs, scan);
  // Two old ones go with each new one, so that no more stay than spans are open.
  prepared(
    db,
    `DELETE FROM recent_contents WHERE (route, content) IN
       (SELECT route, content FROM recent_contents WHERE until <= ? ORDER BY until LIMIT 2)`,
  ).run(now);
  return false;
}

/**
 * Returns 16 bytes that are equal for scans of the same content. A scan without content counts by
 * its tag, or by its identifier if the tag hides its UID. `append_scans` of PostgreSQL computes the
 * same.
 */
export function toContentKey(scan: {
  content: string;
  tag: string | null;
  identifier: string;
}): Buffer {
  const { content, tag, identifier } = scan;
  const text = content === "" ? `t${tag ?? identifier}` : `c${content}`;
  return hash("sha256", text, "buffer").subarray(0, 16);
}

/** Returns whether all deliveries of a scan over a route have ended without being delivered. */
function hasFailed(db: DatabaseSync, route: number, scan: number, now: number): boolean {
  const row = prepared(
    db,
    `SELECT min(state IN ('dead', 'dropped')
       OR (state = 'pending' AND node IS NULL AND coalesce(expires_at <= ?, 0))) AS failed
     FROM deliveries WHERE scan = ? AND +route = ?`,
  ).get(now, scan, route);
  return row?.failed === 1;
}
