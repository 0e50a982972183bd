import type { DatabaseSync } from "node:sqlite";
import { isEdit } from "../edits.ts";
import type { NewRoute, RouteChange, RouteChangeOutcome, RouteRecord } from "../forwarding.ts";
import { type RouteRow, toRouteRecord } from "../route-row.ts";
import { prepared, transaction } from "./database.ts";
import { destinationId } from "./destinations.ts";

/** Lists the routes that were not removed, in the order they were added. */
export function routes(db: DatabaseSync): RouteRecord[] {
  const rows = prepared(
    db,
    `SELECT routes.*, destinations.name AS destination_name
     FROM routes JOIN destinations ON destinations.id = routes.destination
     WHERE routes.removed_at IS NULL ORDER BY routes.id`,
  ).all() as (Omit<RouteRow, "enabled"> & { enabled: number })[];
  return rows.map((row) => toRouteRecord({ ...row, enabled: row.enabled === 1 }));
}

/**
 * Increases with every change that could alter the result of `routes` or `destinations`, by
 * whichever process.
 */
export function routingRevision(db: DatabaseSync): number {
  return prepared(db, "SELECT routing_revision FROM owner").get()!.routing_revision as number;
}

export function addRoute(
  db: DatabaseSync,
  now: number,
  route: NewRoute,
): "added" | "taken" | "no-such-destination" {
  return transaction(db, () => {
    const destination = destinationId(db, route.destination);
    if (destination === undefined) return "no-such-destination";
    const { changes } = prepared(
      db,
      `INSERT INTO routes (name, title, inbox, destination, filter, shape, mode, enabled, origin, created_at)
       VALUES (?, nullif(?, ''), ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ).run(
      route.name,
      route.title ?? "",
      route.inbox ?? null,
      destination,
      JSON.stringify(route.filter),
      JSON.stringify(route.shape),
      route.mode,
      Number(route.on),
      route.origin,
      now,
    );
    return changes === 1 ? "added" : "taken";
  });
}

export function changeRoute(
  db: DatabaseSync,
  now: number,
  name: string,
  change: RouteChange,
): RouteChangeOutcome {
  return transaction(db, () => {
    const sql = "SELECT id, revision FROM routes WHERE name = ? AND removed_at IS NULL";
    const found = prepared(db, sql).get(name) as { id: number; revision: number } | undefined;
    if (!found) return "no-such-route";
    if (change.revision !== undefined && change.revision !== found.revision)
      return "changed-meanwhile";
    const { title, inbox, filter, shape, mode, on, origin } = change;
    let destination: number | undefined;
    if (change.destination !== undefined) {
      destination = destinationId(db, change.destination);
      if (destination === undefined) return "no-such-destination";
    }
    prepared(
      db,
      `UPDATE routes SET
         title = iif(:title IS NULL, title, nullif(:title, '')),
         inbox = iif(:hasInbox, :inbox, inbox),
         destination = coalesce(:destination, destination),
         filter = coalesce(:filter, filter),
         shape = coalesce(:shape, shape),
         mode = coalesce(:mode, mode),
         enabled = coalesce(:enabled, enabled),
         origin = coalesce(:origin, origin),
         revision = revision + :edits,
         changed_at = iif(:edits, :now, changed_at)
       WHERE id = :id`,
    ).run({
      id: found.id,
      edits: Number(isEdit(change)),
      now,
      title: title ?? null,
      hasInbox: Number(inbox !== undefined),
      inbox: inbox ?? null,
      destination: destination ?? null,
      filter: filter === undefined ? null : JSON.stringify(filter),
      shape: shape === undefined ? null : JSON.stringify(shape),
      mode: mode ?? null,
      enabled: on === undefined ? null : Number(on),
      origin: origin ?? null,
    });
    return "changed";
  });
}

export function removeRoute(db: DatabaseSync, now: number, name: string): boolean {
  const { changes } = prepared(
    db,
    "UPDATE routes SET removed_at = ? WHERE name = ? AND removed_at IS NULL",
  ).run(now, name);
  return changes === 1;
}
