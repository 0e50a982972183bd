import type { ClaimedDelivery, Settled } from "../deliveries.ts";
import { type ScanRow, selectedColumns, toStoredScan } from "../stored-scan.ts";
import type { Query } from "./database.ts";
import { toBigint } from "./scans.ts";

/** The destinations to claim for, each with the maximum number of deliveries. */
export type ClaimLimits = readonly { destination: number; limit: number }[];

/**
 * Claims due deliveries for this node. `now` is in milliseconds since 1970, or null for the clock
 * of the database. `nextIn` is the number of milliseconds until more become due.
 */
export async function claim(
  query: Query,
  node: string,
  limits: ClaimLimits,
  now: number | null,
): Promise<{ claimed: ClaimedDelivery[]; nextIn?: number | undefined }> {
  const [row] = await query<{ ids: number[]; next_in: number | null }>(
    "SELECT ids, next_in FROM claim_deliveries($1, $2, $3, $4)",
    [
      node,
      now,
      limits.map(({ destination }) => toBigint(destination)),
      limits.map(({ limit }) => toBigint(limit)),
    ],
    "claim",
  );
  const claimed = await claimedDeliveries(query, row!.ids, now);
  return { claimed, nextIn: row!.next_in ?? undefined };
}

/** Claims one pending delivery, due or not. Also returns one that this node has claimed before. */
export async function claimOne(
  query: Query,
  node: string,
  id: number,
  now: number | null,
): Promise<ClaimedDelivery | undefined> {
  const rows = await query(
    `UPDATE deliveries SET node = $1
     WHERE id = $2 AND state = 'pending' AND (node IS NULL OR node = $1) RETURNING 1`,
    [node, toBigint(id)],
  );
  return rows.length === 0 ? undefined : (await claimedDeliveries(query, [toBigint(id)], now))[0];
}

/** Stores attempts, and updates the deliveries that this node still has a claim on. */
export async function settle(
  query: Query,
  node: string,
  settled: readonly Settled[],
): Promise<void> {
  // All nodes lock rows in the order of their ids, so that no two nodes wait for each other.
  const rows = settled.toSorted((a, b) => a.id - b.id);
  await query(
    "SELECT settle_deliveries($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    [
      node,
      rows.map(({ id }) => toBigint(id)),
      rows.map(({ state }) => state),
      rows.map(({ dueAt }) => dueAt?.getTime()),
      rows.map(({ attempt }) => attempt && Date.parse(attempt.at)),
      rows.map(({ attempt }) => attempt?.ms),
      rows.map(({ attempt }) => attempt?.status),
      rows.map(({ attempt }) => attempt?.error),
      rows.map(({ attempt }) => attempt?.answer),
    ],
    "settle",
  );
}

async function claimedDeliveries(
  query: Query,
  ids: number[],
  now: number | null,
): Promise<ClaimedDelivery[]> {
  if (ids.length === 0) return [];
  const rows = await query<ClaimedRow>(
    `SELECT deliveries.id AS delivery, deliveries.route, deliveries.destination, deliveries.attempts,
       deliveries.created_at, deliveries.expires_at - coalesce($2, moment()) AS expires_in, routes.shape, scans.trace, scans.body, ${selectedColumns}
     FROM deliveries JOIN routes ON routes.id = deliveries.route JOIN scans ON scans.id = deliveries.scan
     WHERE deliveries.id = ANY ($1::bigint[])`,
    [ids, now],
  );
  const byId = new Map(rows.map((row) => [row.delivery, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? toClaimed(row) : [];
  });
}

type ClaimedRow = ScanRow & {
  delivery: number;
  route: number;
  destination: number;
  attempts: number;
  created_at: number;
  expires_in: number | null;
  shape: string;
  trace: string | null;
  body: string;
};

function toClaimed(row: ClaimedRow): ClaimedDelivery {
  return {
    id: row.delivery,
    route: row.route,
    shape: JSON.parse(row.shape),
    destination: row.destination,
    attempts: row.attempts,
    createdAt: new Date(row.created_at).toISOString(),
    expiresInMs: row.expires_in ?? undefined,
    trace: row.trace ?? undefined,
    scan: { ...toStoredScan(row), body: row.body },
  };
}
