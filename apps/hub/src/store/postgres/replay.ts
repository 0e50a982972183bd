import { batchSize } from "../batches.ts";
import type { DeliveryState } from "../deliveries.ts";
import type { Query } from "./database.ts";

/**
 * Makes deliveries due now, and resets their attempts to zero. Skips deliveries that are not in the
 * given state (undefined: any), that a node has claimed, or whose destination was removed. Returns
 * the number of changed deliveries and the ids of their destinations. Call it inside a transaction.
 */
export async function replayBatch(
  query: Query,
  ids: readonly number[],
  state: DeliveryState | undefined,
  now: number | null,
): Promise<{ count: number; destinations: number[] }> {
  const [replayed] = await query<{ count: number }>(
    "SELECT replay_deliveries($1, $2, $3) AS count",
    [ids, state ?? null, now],
  );
  const rows = await query<{ destination: number }>(
    `SELECT DISTINCT destination FROM deliveries
     WHERE id = ANY ($1::bigint[]) AND state = 'pending' AND node IS NULL AND attempts = 0`,
    [ids],
  );
  return { count: replayed!.count, destinations: rows.map(({ destination }) => destination) };
}

/**
 * Drops some pending deliveries that have expired and that no node has claimed. Returns their
 * number, and in how many milliseconds the next pending delivery expires.
 */
export async function dropExpiredBatch(
  query: Query,
  now: number | null,
): Promise<{ count: number; nextIn?: number | undefined }> {
  const [row] = await query<{ count: number; next_in: number | null }>(
    `SELECT dropped AS count, next_in FROM drop_expired($1, ${batchSize})`,
    [now],
    "drop-expired",
  );
  return { count: row!.count, nextIn: row!.next_in ?? undefined };
}

/**
 * Drops the given deliveries that are pending and that no node has claimed. Returns their number.
 */
export async function dropBatch(query: Query, ids: readonly number[]): Promise<number> {
  const [dropped] = await query<{ count: number }>("SELECT drop_deliveries($1, false) AS count", [
    ids,
  ]);
  return dropped!.count;
}

/**
 * Drops some pending deliveries of a removed destination, including claimed ones. Returns their
 * number.
 */
export async function dropBatchOfDestination(query: Query, destination: number): Promise<number> {
  const [dropped] = await query<{ count: number }>(
    `SELECT drop_deliveries(
       ARRAY(SELECT id FROM deliveries WHERE destination = $1 AND state = 'pending' LIMIT ${batchSize}), true
     ) AS count`,
    [destination],
  );
  return dropped!.count;
}
