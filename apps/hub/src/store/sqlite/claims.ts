import type { DatabaseSync } from "node:sqlite";
import type { Attempt, ClaimedDelivery, DeliveryState } from "../deliveries.ts";
import { type ScanRow, selectedColumns, toStoredScan } from "../stored-scan.ts";
import { prepared, transaction } from "./database.ts";
import { countChanged, type DeliveryTally, writeTally } from "./delivery-counts.ts";
import { announceDue } from "./nodes.ts";

/** The destinations to claim for, each with the maximum number of deliveries. */
export type ClaimLimits = readonly { destination: number; limit: number }[];

/**
 * Claims due deliveries for this node. `next` is the time at which more become due, in milliseconds
 * since 1970.
 */
export function claim(
  db: DatabaseSync,
  node: string,
  limits: ClaimLimits,
  now: number,
): { claimed: ClaimedDelivery[]; next?: number | undefined } {
  return transaction(db, () => {
    const ids: number[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const { destination, limit } of limits) {
      const active = prepared(
        db,
        "SELECT ordered FROM destinations WHERE id = ? AND state = 'on' AND removed_at IS NULL",
      ).get(destination);
      if (!active || limit < 1) continue;
      const due =
        active.ordered === 1
          ? findDueInOrder(db, destination, limit, now)
          : findDue(db, destination, limit, now);
      ids.push(...due.ids);
      next = Math.min(next, due.next ?? next);
    }
    for (const id of ids) takeClaim(db, node, id);
    const scans: ScansById = new Map();
    const claimed = ids.map((id) => readClaimedDelivery(db, id, scans, now));
    return { claimed, next: Number.isFinite(next) ? next : undefined };
  });
}

/**
 * Claims a pending delivery, due or not. Also returns a delivery that this node has already
 * claimed.
 */
export function claimOne(
  db: DatabaseSync,
  node: string,
  id: number,
  now: number,
): ClaimedDelivery | undefined {
  return transaction(db, () =>
    takeClaim(db, node, id) || hasClaim(db, node, id)
      ? readClaimedDelivery(db, id, new Map(), now)
      : undefined,
  );
}

/** A settled delivery with its times in milliseconds since 1970. */
export type SettledRow = {
  id: number;
  state: DeliveryState;
  dueAt: number | null;
  attempt: (Omit<Attempt, "id" | "node" | "at"> & { at: number }) | null;
};

/** Stores attempts, and updates the deliveries that this node still has a claim on. */
export function settle(db: DatabaseSync, node: string, settled: readonly SettledRow[]): void {
  transaction(db, () => {
    const tally: DeliveryTally = new Map();
    let hasRetry = false;
    for (const { id, state, dueAt, attempt } of settled) {
      const row = prepared(
        db,
        `UPDATE deliveries SET state = ?3, node = NULL, due_at = coalesce(?4, due_at), attempts = attempts + ?5
         WHERE id = ?1 AND node = ?2 RETURNING destination`,
      ).get(id, node, state, dueAt, attempt === null ? 0 : 1);
      if (row) countChanged(tally, row.destination as number, { state: "pending" }, { state });
      if (row && state === "pending") hasRetry = true;
      if (attempt) insertAttempt(db, node, id, attempt);
    }
    writeTally(db, tally);
    // If this process ends before the retry is due, another process has to know about it.
    if (hasRetry) announceDue(db);
  });
}

type DueDeliveries = { ids: number[]; next?: number | undefined };

function findDue(db: DatabaseSync, destination: number, limit: number, now: number): DueDeliveries {
  const rows = prepared(
    db,
    `SELECT id, due_at FROM deliveries WHERE destination = ? AND state = 'pending' AND node IS NULL
       AND (expires_at IS NULL OR expires_at > ?)
     ORDER BY due_at, id LIMIT ?`,
  ).all(destination, now, limit) as { id: number; due_at: number }[];
  const due = rows.filter(({ due_at }) => due_at <= now);
  return { ids: due.map(({ id }) => id), next: rows[due.length]?.due_at };
}

/**
 * Returns the oldest pending deliveries up to the first one that is not due yet, because that one
 * holds back the others.
 */
function findDueInOrder(
  db: DatabaseSync,
  destination: number,
  limit: number,
  now: number,
): DueDeliveries {
  const hasClaimed = prepared(
    db,
    "SELECT 1 FROM deliveries WHERE destination = ? AND node IS NOT NULL LIMIT 1",
  ).get(destination);
  if (hasClaimed) return { ids: [] };
  const oldest = prepared(
    db,
    `SELECT id, due_at FROM deliveries WHERE destination = ? AND state = 'pending'
       AND (expires_at IS NULL OR expires_at > ?)
     ORDER BY id LIMIT ?`,
  ).all(destination, now, limit) as { id: number; due_at: number }[];
  const firstLater = oldest.find(({ due_at }) => due_at > now);
  const due = firstLater === undefined ? oldest : oldest.slice(0, oldest.indexOf(firstLater));
  return { ids: due.map(({ id }) => id), next: firstLater?.due_at };
}

function takeClaim(db: DatabaseSync, node: string, id: number): boolean {
  const sql = "UPDATE deliveries SET node = ? WHERE id = ? AND state = 'pending' AND node IS NULL";
  return prepared(db, sql).run(node, id).changes === 1;
}

function hasClaim(db: DatabaseSync, node: string, id: number): boolean {
  const sql = "SELECT 1 FROM deliveries WHERE id = ? AND node = ?";
  return prepared(db, sql).get(id, node) !== undefined;
}

/**
 * The scans of a claim by id. Deliveries of the same scan share an object, so the scan is read,
 * copied to the main thread and shaped only once.
 */
type ScansById = Map<number, Pick<ClaimedDelivery, "scan" | "trace">>;

function readClaimedDelivery(
  db: DatabaseSync,
  id: number,
  scans: ScansById,
  now: number,
): ClaimedDelivery {
  const row = prepared(
    db,
    `SELECT scan, route, deliveries.destination, attempts, deliveries.created_at, expires_at, shape
     FROM deliveries JOIN routes ON routes.id = route WHERE deliveries.id = ?`,
  ).get(id) as {
    scan: number;
    route: number;
    destination: number;
    attempts: number;
    created_at: number;
    expires_at: number | null;
    shape: string;
  };
  const scan = scans.get(row.scan) ?? readScanToSend(db, row.scan);
  scans.set(row.scan, scan);
  return {
    id,
    route: row.route,
    shape: JSON.parse(row.shape),
    destination: row.destination,
    attempts: row.attempts,
    createdAt: new Date(row.created_at).toISOString(),
    expiresInMs: row.expires_at === null ? undefined : row.expires_at - now,
    ...scan,
  };
}

function readScanToSend(db: DatabaseSync, id: number): Pick<ClaimedDelivery, "scan" | "trace"> {
  const sql = `SELECT trace, body, ${selectedColumns} FROM scans WHERE id = ?`;
  const row = prepared(db, sql).get(id) as ScanRow & { trace: string | null; body: string };
  return { scan: { ...toStoredScan(row), body: row.body }, trace: row.trace ?? undefined };
}

/** Stores an attempt, unless its delivery was deleted with its scan. */
function insertAttempt(
  db: DatabaseSync,
  node: string,
  id: number,
  { at, ms, status, error, answer }: NonNullable<SettledRow["attempt"]>,
): void {
  prepared(
    db,
    `INSERT INTO attempts (delivery, at, ms, node, status, error, answer)
     SELECT id, :at, :ms, :node, :status, :error, :answer FROM deliveries WHERE id = :id`,
  ).run({
    id,
    at,
    ms,
    node,
    status: status ?? null,
    error: error ?? null,
    answer: answer ?? null,
  });
}
