import type { DatabaseSync } from "node:sqlite";
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
import { prepared, transaction } from "./database.ts";

/** Lists the destinations that were not removed, by name. */
export function destinations(db: DatabaseSync): DestinationRecord[] {
  const rows = prepared(
    db,
    `SELECT *, (SELECT json_group_array(secrets.name ORDER BY secrets.name) FROM secrets
                WHERE secrets.destination = destinations.id) AS secrets
     FROM destinations WHERE removed_at IS NULL ORDER BY name`,
  ).all() as SqliteRow[];
  return rows.map(({ secrets, ...row }) =>
    toDestinationRecord({ ...row, ...toBooleans(row), secrets: JSON.parse(secrets) }),
  );
}

/** Returns the id of the destination with this name, unless it was removed. */
export function destinationId(db: DatabaseSync, name: string): number | undefined {
  const row = prepared(db, "SELECT id FROM destinations WHERE name = ? AND removed_at IS NULL").get(
    name,
  );
  return row?.id as number | undefined;
}

function revisionOf(db: DatabaseSync, id: number): number {
  return prepared(db, "SELECT revision FROM destinations WHERE id = ?").get(id)!.revision as number;
}

export function addDestination(
  db: DatabaseSync,
  now: number,
  destination: NewDestination,
): boolean {
  return transaction(db, () => {
    const added = prepared(
      db,
      `INSERT INTO destinations (name, title, kind, settings, state, concurrency, ordered, allow_private, origin, created_at)
       VALUES (?, nullif(?, ''), ?, ?, 'on', ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ).run(
      destination.name,
      destination.title ?? "",
      destination.kind,
      JSON.stringify(destination.settings),
      destination.concurrency,
      Number(destination.ordered),
      Number(destination.allowPrivate),
      destination.origin,
      now,
    );
    if (added.changes === 0) return false;
    const id = Number(added.lastInsertRowid);
    prepared(db, "INSERT INTO delivery_counts (destination) VALUES (?)").run(id);
    setSecrets(db, id, destination.secrets);
    return true;
  });
}

export function changeDestination(
  db: DatabaseSync,
  now: number,
  name: string,
  change: DestinationChange,
  seen?: DestinationWithSecrets,
): DestinationChangeOutcome {
  return transaction(db, () => {
    const id = destinationId(db, name);
    if (id === undefined) return "no-such-destination";
    if (change.revision !== undefined && change.revision !== revisionOf(db, id))
      return "changed-meanwhile";
    if (seen && !isAsSeen(destinationWithSecrets(db, id), seen)) return "overtaken";
    const { title, kind, settings, state, notice, concurrency, ordered, allowPrivate, origin } =
      change;
    prepared(
      db,
      `UPDATE destinations SET
         title = iif(:title IS NULL, title, nullif(:title, '')),
         kind = coalesce(:kind, kind),
         settings = coalesce(:settings, settings),
         notice = coalesce(:notice, iif(:state IS NULL, notice, NULL)),
         state = coalesce(:state, state),
         concurrency = coalesce(:concurrency, concurrency),
         ordered = coalesce(:ordered, ordered),
         allow_private = coalesce(:allowPrivate, allow_private),
         origin = coalesce(:origin, origin),
         revision = revision + :edits,
         changed_at = iif(:edits, :now, changed_at)
       WHERE id = :id`,
    ).run({
      id,
      title: title ?? null,
      kind: kind ?? null,
      settings: settings === undefined ? null : JSON.stringify(settings),
      state: state ?? null,
      notice: notice ?? null,
      concurrency: concurrency ?? null,
      ordered: ordered === undefined ? null : Number(ordered),
      allowPrivate: allowPrivate === undefined ? null : Number(allowPrivate),
      origin: origin ?? null,
      edits: Number(isEdit(change)),
      now,
    });
    setSecrets(db, id, change.secrets ?? {});
    if (mayMend(change)) {
      prepared(
        db,
        `UPDATE deliveries SET due_at = ?2
         WHERE destination = ?1 AND state = 'pending' AND node IS NULL AND due_at > ?2`,
      ).run(id, now);
    }
    return "changed";
  });
}

/**
 * Removes a destination with its routes and secrets, and returns its id. The caller must then drop
 * its pending deliveries with `dropBatchOfDestination`.
 */
export function removeDestination(db: DatabaseSync, name: string, now: number): number | undefined {
  return transaction(db, () => {
    const id = destinationId(db, name);
    if (id === undefined) return undefined;
    prepared(
      db,
      "UPDATE destinations SET removed_at = ?, settings = '{}', notice = NULL WHERE id = ?",
    ).run(now, id);
    prepared(
      db,
      "UPDATE routes SET removed_at = ? WHERE destination = ? AND removed_at IS NULL",
    ).run(now, id);
    prepared(db, "DELETE FROM secrets WHERE destination = ?").run(id);
    return id;
  });
}

/**
 * Lists removed destinations that still have pending deliveries because the removal was
 * interrupted.
 */
export function removedDestinationsWithPending(db: DatabaseSync): number[] {
  const sql = `SELECT id FROM destinations JOIN delivery_counts ON destination = id
    WHERE removed_at IS NOT NULL AND pending > 0`;
  return prepared(db, sql)
    .all()
    .map((row) => row.id as number);
}

export function destinationWithSecrets(
  db: DatabaseSync,
  destination: number,
): DestinationWithSecrets | undefined {
  const rows = prepared(db, destinationWithSecretsSql("?")).all(destination) as SqliteSecretRow[];
  return toDestinationWithSecrets(rows.map((row) => ({ ...row, ...toBooleans(row) })));
}

function setSecrets(db: DatabaseSync, id: number, secrets: Record<string, string | null>): void {
  for (const [name, sealed] of Object.entries(secrets)) {
    if (sealed === null) {
      prepared(db, "DELETE FROM secrets WHERE destination = ? AND name = ?").run(id, name);
    } else {
      prepared(
        db,
        `INSERT INTO secrets (destination, name, sealed) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET sealed = ?3`,
      ).run(id, name, sealed);
    }
  }
}

/** The booleans of a destination, which SQLite stores as integers. */
type IntegerFlags = { ordered: number; allow_private: number };

/** The names of the secrets come as a JSON array. */
type SqliteRow = Omit<DestinationRow, "secrets" | keyof IntegerFlags> &
  IntegerFlags & { secrets: string };

type SqliteSecretRow = Omit<SecretRow, keyof IntegerFlags> & IntegerFlags;

function toBooleans(row: IntegerFlags) {
  return { ordered: row.ordered === 1, allow_private: row.allow_private === 1 };
}
