import {
  type DestinationRow,
  isAsSeen,
  type SecretRow,
  toDestinationRecord,
  toDestinationWithSecrets,
} from "../destination-row.ts";
import { mayMend } from "../edits.ts";
import type {
  DestinationChange,
  DestinationChangeOutcome,
  DestinationRecord,
  DestinationWithSecrets,
  NewDestination,
} from "../routing.ts";
import { editColumns, orNull, toJson } from "./edits.ts";
import { forNoKeyUpdate, lockScans, skipLocked } from "./locks.ts";
import { assignments, type Steps, sql } from "./sql.ts";

/** Lists the destinations that were not removed, by name. */
export function* destinations(): Steps<DestinationRecord[]> {
  const rows = yield* sql<DestinationRow>`
    SELECT * FROM destinations WHERE removed_at IS NULL ORDER BY name`;
  const secrets = yield* sql<{ destination: number; name: string }>`
    SELECT destination, name FROM secrets ORDER BY name`;
  const secretsById = Map.groupBy(secrets, ({ destination }) => destination);
  return rows.map((row) =>
    toDestinationRecord(row, secretsById.get(row.id)?.map(({ name }) => name) ?? []),
  );
}

/**
 * Returns the destination with this name, unless it was removed. Locks its row, so that it is not
 * removed before the transaction ends.
 */
export function* lockDestination(
  name: string,
): Steps<{ id: number; revision: number } | undefined> {
  const [row] = yield* sql<{ id: number; revision: number }>`
    SELECT id, revision FROM destinations
    WHERE name = ${name} AND removed_at IS NULL ${forNoKeyUpdate}`;
  return row;
}

export function* addDestination(now: number, destination: NewDestination): Steps<boolean> {
  const { name, title, kind, settings, concurrency, ordered, allowPrivate, origin } = destination;
  const [added] = yield* sql<{ id: number }>`
    INSERT INTO destinations
      (name, title, kind, settings, state, concurrency, ordered, allow_private, origin, created_at)
    VALUES (${name}, ${orNull(title, "")}, ${kind}, ${toJson(settings)}, 'on', ${concurrency},
      ${ordered}, ${allowPrivate}, ${origin}, ${now})
    ON CONFLICT (name) WHERE removed_at IS NULL DO NOTHING RETURNING id`;
  if (!added) return false;
  yield* sql`INSERT INTO delivery_counts (destination) VALUES (${added.id})`;
  yield* setSecrets(added.id, destination.secrets);
  return true;
}

export function* changeDestination(
  now: number,
  name: string,
  change: DestinationChange,
  seen?: DestinationWithSecrets,
): Steps<DestinationChangeOutcome> {
  const found = yield* lockDestination(name);
  if (!found) return "no-such-destination";
  const { id } = found;
  if (change.revision !== undefined && change.revision !== found.revision)
    return "changed-meanwhile";
  if (seen && !isAsSeen(yield* destinationWithSecrets(id), seen)) return "overtaken";
  const { title, kind, settings, state, notice, concurrency, ordered, allowPrivate, origin } =
    change;
  const columns = assignments({
    title: orNull(title, ""),
    kind,
    settings: toJson(settings),
    notice: notice ?? (state === undefined ? undefined : null),
    state,
    concurrency,
    ordered,
    allow_private: allowPrivate,
    origin,
    ...editColumns(change, now),
  });
  yield* sql`UPDATE destinations SET ${columns} WHERE id = ${id}`;
  yield* setSecrets(id, change.secrets ?? {});
  if (mayMend(change)) {
    yield* sql`
      UPDATE deliveries SET due_at = ${now} WHERE id IN (
        SELECT id FROM deliveries
        WHERE destination = ${id} AND state = 'pending' AND node IS NULL AND due_at > ${now}
        ${skipLocked}
      )`;
  }
  return "changed";
}

/**
 * Removes a destination with its routes and secrets, and returns its id. The caller must then drop
 * its pending deliveries with `dropBatchOfDestination`.
 */
export function* removeDestination(name: string, now: number): Steps<number | undefined> {
  // Without this lock, a scan that is being stored could still add a delivery afterwards.
  yield* lockScans;
  const found = yield* lockDestination(name);
  if (!found) return undefined;
  const { id } = found;
  yield* sql`
    UPDATE destinations SET removed_at = ${now}, settings = '{}', notice = NULL WHERE id = ${id}`;
  yield* sql`
    UPDATE routes SET removed_at = ${now} WHERE destination = ${id} AND removed_at IS NULL`;
  yield* sql`DELETE FROM secrets WHERE destination = ${id}`;
  return id;
}

export function* destinationWithSecrets(
  destination: number,
): Steps<DestinationWithSecrets | undefined> {
  const rows = yield* sql<SecretRow>`
    SELECT destinations.*, secrets.name AS secret, sealed
    FROM destinations LEFT JOIN secrets ON secrets.destination = destinations.id
    WHERE destinations.id = ${destination} AND removed_at IS NULL ORDER BY secrets.name`;
  return toDestinationWithSecrets(rows);
}

function* setSecrets(id: number, secrets: Record<string, string | null>): Steps<void> {
  for (const [name, sealed] of Object.entries(secrets)) {
    if (sealed === null) {
      yield* sql`DELETE FROM secrets WHERE destination = ${id} AND name = ${name}`;
    } else {
      yield* sql`
        INSERT INTO secrets (destination, name, sealed) VALUES (${id}, ${name}, ${sealed})
        ON CONFLICT (destination, name) DO UPDATE SET sealed = excluded.sealed`;
    }
  }
}
