import type { DatabaseSync } from "node:sqlite";
import {
  type DestinationRow,
  destinationWithSecretsSql,
  isAsSeen,
  type SecretRow,
  toDestinationRecord,
  toDestinationWithSecrets,
} from "../destination-row.ts";
import type {
  DestinationChange,
  DestinationRecord,
  DestinationWithSecrets,
  NewDestination,
} from "../forwarding.ts";
import { prepared, transaction } from "./database.ts";

/** Those that are there, by name. */
export function destinations(db: DatabaseSync): DestinationRecord[] {
  const rows = prepared(
    db,
    `SELECT *, (SELECT json_group_array(secrets.name ORDER BY secrets.name) FROM secrets
                WHERE secrets.destination = destinations.id) AS secrets
     FROM destinations WHERE removed_at IS NULL ORDER BY name`,
  ).all() as SqliteRow[];
  return rows.map(({ secrets, ...row }) =>
    toDestinationRecord({ ...row, ...switchesOf(row), secrets: JSON.parse(secrets) }),
  );
}

/** The id of the one that is there by this name. */
export function destinationId(db: DatabaseSync, name: string): number | undefined {
  const row = prepared(db, "SELECT id FROM destinations WHERE name = ? AND removed_at IS NULL").get(
    name,
  );
  return row?.id as number | undefined;
}

export function addDestination(db: DatabaseSync, given: NewDestination, now: number): boolean {
  return transaction(db, () => {
    const added = prepared(
      db,
      `INSERT INTO destinations (name, title, kind, settings, state, concurrency, ordered, allow_private, origin, created_at)
       VALUES (?, nullif(?, ''), ?, ?, 'on', ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ).run(
      given.name,
      given.title ?? "",
      given.kind,
      JSON.stringify(given.settings),
      given.concurrency,
      Number(given.ordered),
      Number(given.allowPrivate),
      given.origin,
      now,
    );
    if (added.changes === 0) return false;
    const id = Number(added.lastInsertRowid);
    prepared(db, "INSERT INTO delivery_counts (destination) VALUES (?)").run(id);
    setSecrets(db, id, given.secrets);
    return true;
  });
}

export function changeDestination(
  db: DatabaseSync,
  name: string,
  change: DestinationChange,
  seen?: DestinationWithSecrets,
): "changed" | "no-such-destination" | "overtaken" {
  return transaction(db, () => {
    const id = destinationId(db, name);
    if (id === undefined) return "no-such-destination";
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
         origin = coalesce(:origin, origin)
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
    });
    setSecrets(db, id, change.secrets ?? {});
    return "changed";
  });
}

/** With its routes and secrets; what is pending has to be dropped by `dropSomeOf`. Answers the id it had. */
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

/** Those whose removal ended half-way: something is still pending. */
export function removedWithPending(db: DatabaseSync): number[] {
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
  return toDestinationWithSecrets(rows.map((row) => ({ ...row, ...switchesOf(row) })));
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

/** SQLite knows no booleans. */
type Switches = { ordered: number; allow_private: number };

/** Its secrets are a JSON array. */
type SqliteRow = Omit<DestinationRow, "secrets" | keyof Switches> & Switches & { secrets: string };

type SqliteSecretRow = Omit<SecretRow, keyof Switches> & Switches;

function switchesOf(row: Switches) {
  return { ordered: row.ordered === 1, allow_private: row.allow_private === 1 };
}
