import type { DatabaseSync } from "node:sqlite";
import { oldestTime } from "../../released.ts";
import {
  type ClockFault,
  type ClockFaultRow,
  type JumpTimes,
  maxRetryMs,
  maxSessionMs,
  toClockFault,
} from "../clock.ts";
import type { ClockStep } from "./clock-steps.ts";
import { prepared, transaction } from "./database.ts";
import { announceDue } from "./nodes.ts";

export function clockFaults(db: DatabaseSync): ClockFault[] {
  const rows = prepared(
    db,
    "SELECT first_scan, last_scan, corrected_at FROM clock_faults ORDER BY id",
  ).all();
  return (rows as ClockFaultRow[]).map(toClockFault);
}

export function beginClockFault(db: DatabaseSync): void {
  transaction(db, () => {
    if (findOpenFault(db) !== undefined) return;
    prepared(db, "INSERT INTO clock_faults (first_scan) VALUES (?)").run(lastScanId(db) + 1);
  });
}

export function endClockFault(db: DatabaseSync, jump: JumpTimes, firstScan: number): void {
  const { since, before, after } = jump;
  transaction(db, () => {
    if (!closeFault(db, after)) markScans(db, firstScan, lastScanId(db), after);
    prepared(db, "UPDATE clock_faults SET corrected_at = ? WHERE corrected_at BETWEEN ? AND ?").run(
      after,
      since,
      before,
    );
    const byMs = after - before;
    // A date that was counted from a wrong time moves with it; one that a person chose stays.
    prepared(
      db,
      `UPDATE states SET due_at = due_at + ?1, told = NULL
       WHERE since BETWEEN ?2 AND ?3 AND abs(due_at - ?3) < abs(due_at - ?4)`,
    ).run(byMs, since, before, after);
    for (const [table, column] of momentColumns) {
      prepared(
        db,
        `UPDATE ${table} SET ${column} = ${column} + ?1 WHERE ${column} BETWEEN ?2 AND ?3`,
      ).run(byMs, since, before);
    }
    prepared(
      db,
      `UPDATE sessions SET created_at = created_at + ?1, expires_at = expires_at + ?1
       WHERE created_at BETWEEN ?2 AND ?3`,
    ).run(byMs, since, before);
    prepared(db, "UPDATE changes SET at = at + ?1 WHERE at BETWEEN ?2 AND ?3").run(
      byMs,
      since,
      before,
    );
    prepared(
      db,
      "UPDATE codes SET expires_at = expires_at + ?1 WHERE expires_at BETWEEN ?2 AND ?3",
    ).run(byMs, since, before + maxRetryMs);
    prepared(
      db,
      "UPDATE deliveries SET due_at = due_at + ? WHERE state = 'pending' AND expires_at IS NULL",
    ).run(byMs);
    prepared(db, "UPDATE alerts SET due_at = due_at + ?").run(byMs);
    prepared(db, "UPDATE nodes SET seen_at = seen_at + ?").run(byMs);
    announceDue(db);
  });
}

/**
 * Moves the times of deliveries that expire, and those of contents that routes took, when the clock
 * is set. Contents from the future of the clock are left alone.
 */
export function moveExpiries(db: DatabaseSync, { before, after }: ClockStep): void {
  prepared(
    db,
    `UPDATE deliveries SET due_at = due_at + ?1, expires_at = expires_at + ?1
     WHERE state = 'pending' AND expires_at IS NOT NULL`,
  ).run(after - before);
  prepared(
    db,
    `UPDATE recent_contents SET at = at + ?1, until = until + ?1
     WHERE until > ?2 AND at <= ?2`,
  ).run(after - before, before);
  announceDue(db);
}

export function repairTimes(
  db: DatabaseSync,
  { released, toleranceMs }: { released: number; toleranceMs: number },
  now: number,
): number | undefined {
  return transaction(db, () => {
    if (now >= released) closeFault(db, now);
    const later = prepared(
      db,
      "SELECT min(id) AS first, max(id) AS last, max(received_at) AS latest FROM scans WHERE received_at > ?",
    ).get(now + toleranceMs) as { first: number | null; last: number; latest: number };
    const isNew = now >= released && later.first !== null && !isMarked(db, later.last);
    if (isNew) markScans(db, later.first!, later.last, now);
    const isWrong = (column: string) =>
      `(${column} > :now + :tolerance OR (${column} < :oldest AND :now >= :released))`;
    const bounds = { now, tolerance: toleranceMs, released, oldest: oldestTime };
    prepared(
      db,
      `UPDATE states SET due_at = due_at - since + :now, told = NULL
       WHERE ${isWrong("since")} AND abs(due_at - since) < abs(due_at - :now)`,
    ).run(bounds);
    for (const [table, column] of [...momentColumns, ["nodes", "seen_at"]]) {
      const sql = `UPDATE ${table} SET ${column} = :now WHERE ${isWrong(column)}`;
      prepared(db, sql).run(bounds);
    }
    prepared(
      db,
      `UPDATE sessions SET created_at = :now, expires_at = :now + :session WHERE ${isWrong("created_at")}`,
    ).run({ ...bounds, session: maxSessionMs });
    const latest = now + maxRetryMs;
    prepared(db, "UPDATE codes SET expires_at = ?1 WHERE expires_at > ?2").run(now, latest);
    prepared(db, "UPDATE alerts SET due_at = ?1 WHERE due_at > ?2").run(now, latest);
    prepared(
      db,
      "UPDATE deliveries SET expires_at = ?1 WHERE state = 'pending' AND expires_at > ?2",
    ).run(now, latest);
    const sql = "UPDATE deliveries SET due_at = ?1 WHERE state = 'pending' AND due_at > ?2";
    // Write only what is needed, because a hub must be able to start on a full disk.
    if (prepared(db, sql).run(now, latest).changes > 0) announceDue(db);
    return isNew ? later.latest : undefined;
  });
}

/** The columns with times of past events from which durations are counted. */
const momentColumns = [
  ["deleted_scans", "deleted_at"],
  ["registers", "changed_at"],
  ["states", "since"],
] as const;

function findOpenFault(db: DatabaseSync): number | undefined {
  const row = prepared(db, "SELECT id FROM clock_faults WHERE last_scan IS NULL").get();
  return row?.id as number | undefined;
}

function closeFault(db: DatabaseSync, now: number): boolean {
  const sql = "UPDATE clock_faults SET last_scan = ?, corrected_at = ? WHERE last_scan IS NULL";
  return prepared(db, sql).run(lastScanId(db), now).changes === 1;
}

function markScans(db: DatabaseSync, first: number, last: number, now: number): void {
  if (first > last) return;
  prepared(
    db,
    "INSERT INTO clock_faults (first_scan, last_scan, corrected_at) VALUES (?, ?, ?)",
  ).run(first, last, now);
}

function isMarked(db: DatabaseSync, scan: number): boolean {
  const sql = "SELECT 1 FROM clock_faults WHERE ?1 BETWEEN first_scan AND coalesce(last_scan, ?1)";
  return prepared(db, sql).get(scan) !== undefined;
}

function lastScanId(db: DatabaseSync): number {
  const row = prepared(db, "SELECT seq FROM sqlite_sequence WHERE name = 'scans'").get();
  return (row?.seq as number | undefined) ?? 0;
}
