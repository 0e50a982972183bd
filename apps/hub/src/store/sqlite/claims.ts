import type { DatabaseSync } from "node:sqlite";
import type { Attempt, ClaimedDelivery, DeliveryState } from "../forwarding.ts";
import { type ScanRow, scanColumns, toStoredScan } from "../scan-row.ts";
import { prepared, transaction } from "./database.ts";
import { countMove, type Tally, writeTally } from "./delivery-counts.ts";
import { noteDue } from "./nodes.ts";

export type Wanted = readonly { destination: number; limit: number }[];

/** Takes what is due for this node. `next`: when more will be. */
export function claim(
  db: DatabaseSync,
  node: string,
  wanted: Wanted,
  now: number,
): { claimed: ClaimedDelivery[]; next?: number } {
  return transaction(db, () => {
    const ids: number[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const { destination, limit } of wanted) {
      const state = prepared(
        db,
        "SELECT ordered FROM destinations WHERE id = ? AND state = 'on' AND removed_at IS NULL",
      ).get(destination);
      if (!state || limit < 1) continue;
      const due =
        state.ordered === 1
          ? dueInOrder(db, destination, limit, now)
          : dueNow(db, destination, limit, now);
      ids.push(...due.ids);
      next = Math.min(next, due.next ?? next);
    }
    for (const id of ids) take(db, node, id);
    const scans: Scans = new Map();
    const claimed = ids.map((id) => claimedDelivery(db, id, scans));
    return { claimed, ...(Number.isFinite(next) ? { next } : {}) };
  });
}

export function claimOne(db: DatabaseSync, node: string, id: number): ClaimedDelivery | undefined {
  return transaction(db, () =>
    take(db, node, id) || isTaken(db, node, id) ? claimedDelivery(db, id, new Map()) : undefined,
  );
}

export type SettledRow = {
  id: number;
  state: DeliveryState;
  dueAt: number | null;
  attempt: (Omit<Attempt, "id" | "node" | "at"> & { at: number }) | null;
};

/** Writes down attempts, and what follows from those whose claim this node still has. */
export function settle(db: DatabaseSync, node: string, settled: readonly SettledRow[]): void {
  transaction(db, () => {
    const tally: Tally = new Map();
    let later = false;
    for (const { id, state, dueAt, attempt } of settled) {
      const row = prepared(
        db,
        `UPDATE deliveries SET state = ?3, node = NULL, due_at = coalesce(?4, due_at), attempts = attempts + ?5
         WHERE id = ?1 AND node = ?2 RETURNING destination`,
      ).get(id, node, state, dueAt, attempt === null ? 0 : 1);
      if (row) countMove(tally, row.destination as number, "pending", state);
      if (row && state === "pending") later = true;
      if (attempt) noteAttempt(db, node, id, attempt);
    }
    writeTally(db, tally);
    // Another process has to know it when this one ends before it is due.
    if (later) noteDue(db);
  });
}

type Due = { ids: number[]; next?: number | undefined };

function dueNow(db: DatabaseSync, destination: number, limit: number, now: number): Due {
  const rows = prepared(
    db,
    `SELECT id, due_at FROM deliveries WHERE destination = ? AND state = 'pending' AND node IS NULL
     ORDER BY due_at, id LIMIT ?`,
  ).all(destination, limit) as { id: number; due_at: number }[];
  const due = rows.filter(({ due_at }) => due_at <= now);
  return { ids: due.map(({ id }) => id), next: rows[due.length]?.due_at };
}

/** What is pending and not yet due holds back those behind it. */
function dueInOrder(db: DatabaseSync, destination: number, limit: number, now: number): Due {
  const isUnderWay = prepared(
    db,
    "SELECT 1 FROM deliveries WHERE destination = ? AND node IS NOT NULL LIMIT 1",
  ).get(destination);
  if (isUnderWay) return { ids: [] };
  const oldest = prepared(
    db,
    `SELECT id, due_at FROM deliveries WHERE destination = ? AND state = 'pending'
     ORDER BY id LIMIT ?`,
  ).all(destination, limit) as { id: number; due_at: number }[];
  const wait = oldest.findIndex(({ due_at }) => due_at > now);
  const run = wait < 0 ? oldest : oldest.slice(0, wait);
  return { ids: run.map(({ id }) => id), next: oldest[wait]?.due_at };
}

function take(db: DatabaseSync, node: string, id: number): boolean {
  const sql = "UPDATE deliveries SET node = ? WHERE id = ? AND state = 'pending' AND node IS NULL";
  return prepared(db, sql).run(node, id).changes === 1;
}

function isTaken(db: DatabaseSync, node: string, id: number): boolean {
  const sql = "SELECT 1 FROM deliveries WHERE id = ? AND node = ?";
  return prepared(db, sql).get(id, node) !== undefined;
}

/** Each scan once, however many deliveries it has: it is read, carried to the main thread and shaped only once then. */
type Scans = Map<number, Pick<ClaimedDelivery, "scan" | "trace">>;

function claimedDelivery(db: DatabaseSync, id: number, scans: Scans): ClaimedDelivery {
  const row = prepared(
    db,
    `SELECT scan, route, deliveries.destination, attempts, deliveries.created_at, shape
     FROM deliveries JOIN routes ON routes.id = route WHERE deliveries.id = ?`,
  ).get(id) as {
    scan: number;
    route: number;
    destination: number;
    attempts: number;
    created_at: number;
    shape: string;
  };
  const scan = scans.get(row.scan) ?? outgoingScan(db, row.scan);
  scans.set(row.scan, scan);
  return {
    id,
    route: row.route,
    shape: JSON.parse(row.shape),
    destination: row.destination,
    attempts: row.attempts,
    createdAt: new Date(row.created_at).toISOString(),
    ...scan,
  };
}

function outgoingScan(db: DatabaseSync, id: number): Pick<ClaimedDelivery, "scan" | "trace"> {
  const sql = `SELECT trace, body, ${scanColumns} FROM scans WHERE id = ?`;
  const row = prepared(db, sql).get(id) as ScanRow & { trace: string | null; body: string };
  return {
    scan: { ...toStoredScan(row), body: row.body },
    ...(row.trace === null ? {} : { trace: row.trace }),
  };
}

/** Not of a delivery that was deleted with its scan. */
function noteAttempt(
  db: DatabaseSync,
  node: string,
  id: number,
  { at, ms, status, error, answer }: NonNullable<SettledRow["attempt"]>,
): void {
  prepared(
    db,
    `INSERT INTO attempts (delivery, at, ms, node, status, error, answer)
     SELECT id, ?, ?, ?, ?, ?, ? FROM deliveries WHERE id = ?`,
  ).run(at, ms, node, status ?? null, error ?? null, answer ?? null, id);
}
