import {
  type DestinationRow,
  destinationWithSecretsSql,
  isAsSeen,
  type SecretRow,
  toDestinationRecord,
  toDestinationWithSecrets,
} from "../destination-row.ts";
import { isEdit, mayMend } from "../edits.ts";
import type {
  DestinationChange,
  DestinationChangeOutcome,
  DestinationRecord,
  DestinationWithSecrets,
  NewDestination,
} from "../forwarding.ts";
import type { Query } from "./database.ts";
import { toBigint } from "./scans.ts";

/** Lists the destinations that were not removed, by name. */
export async function destinations(query: Query): Promise<DestinationRecord[]> {
  const rows = await query<DestinationRow>(
    `SELECT *, ARRAY(SELECT secrets.name FROM secrets
                     WHERE secrets.destination = destinations.id ORDER BY secrets.name) AS secrets
     FROM destinations WHERE removed_at IS NULL ORDER BY name`,
  );
  return rows.map(toDestinationRecord);
}

/**
 * Returns the id of the destination with this name, unless it was removed. Locks its row, so that
 * it is not removed before the transaction ends.
 */
export async function destinationId(query: Query, name: string): Promise<number | undefined> {
  const [row] = await query<{ id: number }>(
    "SELECT id FROM destinations WHERE name = $1 AND removed_at IS NULL FOR NO KEY UPDATE",
    [name],
  );
  return row?.id;
}

async function revisionOf(query: Query, id: number): Promise<number> {
  const [row] = await query<{ revision: number }>(
    "SELECT revision FROM destinations WHERE id = $1",
    [id],
  );
  return row!.revision;
}

/** Call inside a transaction, like the other functions of this file that write. */
export async function addDestination(
  query: Query,
  now: number,
  destination: NewDestination,
): Promise<boolean> {
  const [added] = await query<{ id: number }>(
    `INSERT INTO destinations (name, title, kind, settings, state, concurrency, ordered, allow_private, origin, created_at)
     VALUES ($1, nullif($2, ''), $3, $4, 'on', $5, $6, $7, $8, $9)
     ON CONFLICT (name) WHERE removed_at IS NULL DO NOTHING RETURNING id`,
    [
      destination.name,
      destination.title ?? "",
      destination.kind,
      JSON.stringify(destination.settings),
      destination.concurrency,
      destination.ordered,
      destination.allowPrivate,
      destination.origin,
      now,
    ],
  );
  if (!added) return false;
  await query("INSERT INTO delivery_counts (destination) VALUES ($1)", [added.id]);
  await setSecrets(query, added.id, destination.secrets);
  return true;
}

export async function changeDestination(
  query: Query,
  now: number,
  name: string,
  change: DestinationChange,
  seen?: DestinationWithSecrets,
): Promise<DestinationChangeOutcome> {
  const id = await destinationId(query, name);
  if (id === undefined) return "no-such-destination";
  if (change.revision !== undefined && change.revision !== (await revisionOf(query, id)))
    return "changed-meanwhile";
  if (seen && !isAsSeen(await destinationWithSecrets(query, id), seen)) return "overtaken";
  const { title, kind, settings, state, notice, concurrency, ordered, allowPrivate, origin } =
    change;
  await query(
    `UPDATE destinations SET
       title = CASE WHEN $2::text IS NULL THEN title ELSE nullif($2, '') END,
       kind = coalesce($3, kind),
       settings = coalesce($4, settings),
       notice = coalesce($5, CASE WHEN $6::text IS NULL THEN notice END),
       state = coalesce($6, state),
       concurrency = coalesce($7, concurrency),
       ordered = coalesce($8, ordered),
       allow_private = coalesce($9, allow_private),
       origin = coalesce($10, origin),
       revision = revision + CASE WHEN $11 THEN 1 ELSE 0 END,
       changed_at = CASE WHEN $11 THEN $12 ELSE changed_at END
     WHERE id = $1`,
    [
      id,
      title ?? null,
      kind ?? null,
      settings === undefined ? null : JSON.stringify(settings),
      notice ?? null,
      state ?? null,
      concurrency ?? null,
      ordered ?? null,
      allowPrivate ?? null,
      origin ?? null,
      isEdit(change),
      now,
    ],
  );
  await setSecrets(query, id, change.secrets ?? {});
  if (mayMend(change)) {
    // Skips a delivery that a node claims at this moment, so that neither waits for the other.
    await query(
      `UPDATE deliveries SET due_at = $2 WHERE id IN (
         SELECT id FROM deliveries
         WHERE destination = $1 AND state = 'pending' AND node IS NULL AND due_at > $2
         FOR UPDATE SKIP LOCKED)`,
      [id, now],
    );
  }
  return "changed";
}

/**
 * Removes a destination with its routes and secrets, and returns its id. The caller must then drop
 * its pending deliveries with `dropBatchOfDestination`.
 */
export async function removeDestination(
  query: Query,
  name: string,
  now: number,
): Promise<number | undefined> {
  // Without this lock, a scan that is being stored could still add a delivery afterwards.
  await query("SELECT lock_scans()");
  const id = await destinationId(query, name);
  if (id === undefined) return undefined;
  await query(
    "UPDATE destinations SET removed_at = $2, settings = '{}', notice = NULL WHERE id = $1",
    [id, now],
  );
  await query("UPDATE routes SET removed_at = $2 WHERE destination = $1 AND removed_at IS NULL", [
    id,
    now,
  ]);
  await query("DELETE FROM secrets WHERE destination = $1", [id]);
  return id;
}

export async function destinationWithSecrets(
  query: Query,
  destination: number,
): Promise<DestinationWithSecrets | undefined> {
  const sql = destinationWithSecretsSql("$1");
  return toDestinationWithSecrets(await query<SecretRow>(sql, [toBigint(destination)]));
}

async function setSecrets(
  query: Query,
  id: number,
  secrets: Record<string, string | null>,
): Promise<void> {
  for (const [name, sealed] of Object.entries(secrets)) {
    if (sealed === null) {
      await query("DELETE FROM secrets WHERE destination = $1 AND name = $2", [id, name]);
    } else {
      await query(
        `INSERT INTO secrets (destination, name, sealed) VALUES ($1, $2, $3)
         ON CONFLICT (destination, name) DO UPDATE SET sealed = $3`,
        [id, name, sealed],
      );
    }
  }
}
