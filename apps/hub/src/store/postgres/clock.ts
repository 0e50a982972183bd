import { oldestTime } from "../../released.ts";
import {
  type ClockFault,
  type ClockFaultRow,
  type JumpTimes,
  maxRetryMs,
  maxSessionMs,
  toClockFault,
} from "../clock.ts";
import type { Query } from "./database.ts";
import { toBigint } from "./scans.ts";

export async function clockFaults(query: Query): Promise<ClockFault[]> {
  const rows = await query<ClockFaultRow>(
    "SELECT first_scan, last_scan, corrected_at FROM clock_faults ORDER BY id",
  );
  return rows.map(toClockFault);
}

export async function beginClockFault(query: Query): Promise<void> {
  await query(
    `INSERT INTO clock_faults (first_scan) SELECT ${lastScanId} + 1
     WHERE NOT EXISTS (SELECT FROM clock_faults WHERE last_scan IS NULL)`,
  );
}

/**
 * Ends a clock fault. Does not change the times of retries and nodes, because they are by the clock
 * of the database.
 */
export async function endClockFault(
  query: Query,
  { since, before, after }: JumpTimes,
  firstScan: number,
): Promise<void> {
  if (!(await closeFault(query, after))) await markScans(query, firstScan, after);
  const window = [after, since, before];
  await query(
    "UPDATE clock_faults SET corrected_at = $1 WHERE corrected_at BETWEEN $2 AND $3",
    window,
  );
  const moved = [after - before, since, before];
  // A date that was counted from a wrong time moves with it; one that a person chose stays.
  await query(
    `UPDATE states SET due_at = due_at + $1, told = NULL
     WHERE since BETWEEN $2 AND $3 AND abs(due_at - $3) < abs(due_at - $4)`,
    [...moved, after],
  );
  for (const [table, column] of momentColumns) {
    await query(
      `UPDATE ${table} SET ${column} = ${column} + $1 WHERE ${column} BETWEEN $2 AND $3`,
      moved,
    );
  }
  await query(
    `UPDATE sessions SET created_at = created_at + $1, expires_at = expires_at + $1
     WHERE created_at BETWEEN $2 AND $3`,
    moved,
  );
  await query("UPDATE changes SET at = at + $1 WHERE at BETWEEN $2 AND $3", moved);
  await query("UPDATE codes SET expires_at = expires_at + $1 WHERE expires_at BETWEEN $2 AND $3", [
    after - before,
    since,
    before + maxRetryMs,
  ]);
  await resetLateTimes(query, after);
}

export async function repairTimes(
  query: Query,
  { released, toleranceMs }: { released: number; toleranceMs: number },
  now: number,
): Promise<number | undefined> {
  const isRight = now >= released;
  if (isRight) await closeFault(query, now);
  const [later] = await query<{ first: number | null; last: number; latest: number }>(
    "SELECT min(id) AS first, max(id) AS last, max(received_at) AS latest FROM scans WHERE received_at > $1",
    [now + toleranceMs],
  );
  let isNew = false;
  if (isRight && later!.first !== null) {
    const marked = await query(
      `INSERT INTO clock_faults (first_scan, last_scan, corrected_at) SELECT $1, $2, $3
       WHERE NOT EXISTS
         (SELECT FROM clock_faults WHERE $2 BETWEEN first_scan AND coalesce(last_scan, $2))
       RETURNING 1`,
      [toBigint(later!.first), toBigint(later!.last), now],
    );
    isNew = marked.length > 0;
  }
  const isWrong = (column: string) =>
    `(${column} > $1::bigint + $2::bigint OR (${column} < $4::bigint AND $1 >= $3::bigint))`;
  const bounds = [now, toleranceMs, released, oldestTime];
  await query(
    `UPDATE states SET due_at = due_at - since + $1, told = NULL
     WHERE ${isWrong("since")} AND abs(due_at - since) < abs(due_at - $1)`,
    bounds,
  );
  for (const [table, column] of momentColumns) {
    await query(`UPDATE ${table} SET ${column} = $1 WHERE ${isWrong(column)}`, bounds);
  }
  await query(
    `UPDATE sessions SET created_at = $1, expires_at = $1 + $5::bigint WHERE ${isWrong("created_at")}`,
    [...bounds, maxSessionMs],
  );
  await resetLateTimes(query, now);
  return isNew ? later!.latest : undefined;
}

/**
 * Makes codes, alerts and deliveries due or expire now if that time is so late that only a wrong
 * clock can have set it.
 */
async function resetLateTimes(query: Query, now: number): Promise<void> {
  const late = [now, now + maxRetryMs];
  await query("UPDATE codes SET expires_at = $1 WHERE expires_at > $2", late);
  await query("UPDATE deliveries SET due_at = $1 WHERE state = 'pending' AND due_at > $2", late);
  await query(
    "UPDATE deliveries SET expires_at = $1 WHERE state = 'pending' AND expires_at > $2",
    late,
  );
  await query("UPDATE alerts SET due_at = $1 WHERE due_at > $2", late);
}

/** The columns with times of past events from which durations are counted. */
const momentColumns = [
  ["deleted_scans", "deleted_at"],
  ["registers", "changed_at"],
  ["states", "since"],
] as const;

const lastScanId = "coalesce((SELECT max(id) FROM scans), 0)";

async function closeFault(query: Query, now: number): Promise<boolean> {
  const rows = await query(
    `UPDATE clock_faults SET last_scan = ${lastScanId}, corrected_at = $1
     WHERE last_scan IS NULL RETURNING 1`,
    [now],
  );
  return rows.length > 0;
}

async function markScans(query: Query, first: number, now: number): Promise<void> {
  await query(
    `INSERT INTO clock_faults (first_scan, last_scan, corrected_at)
     SELECT $1, ${lastScanId}, $2 WHERE $1 <= ${lastScanId}`,
    [toBigint(first), now],
  );
}
