import { isEdit } from "../edits.ts";
import type { NewRoute, RouteChange, RouteChangeOutcome, RouteRecord } from "../forwarding.ts";
import { type RouteRow, toRouteRecord } from "../route-row.ts";
import type { Query } from "./database.ts";
import { destinationId } from "./destinations.ts";

/** Lists the routes that were not removed, in the order they were added. */
export async function routes(query: Query): Promise<RouteRecord[]> {
  const rows = await query<RouteRow>(
    `SELECT routes.*, destinations.name AS destination_name
     FROM routes JOIN destinations ON destinations.id = routes.destination
     WHERE routes.removed_at IS NULL ORDER BY routes.id`,
  );
  return rows.map(toRouteRecord);
}

/** Call inside a transaction, like `changeRoute`. */
export async function addRoute(
  query: Query,
  now: number,
  route: NewRoute,
): Promise<"added" | "taken" | "no-such-destination"> {
  const destination = await destinationId(query, route.destination);
  if (destination === undefined) return "no-such-destination";
  const rows = await query(
    `INSERT INTO routes (name, title, inbox, destination, filter, shape, mode, enabled, origin, created_at)
     VALUES ($1, nullif($2, ''), $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (name) WHERE removed_at IS NULL DO NOTHING RETURNING 1`,
    [
      route.name,
      route.title ?? "",
      route.inbox ?? null,
      destination,
      JSON.stringify(route.filter),
      JSON.stringify(route.shape),
      route.mode,
      route.on,
      route.origin,
      now,
    ],
  );
  return rows.length === 1 ? "added" : "taken";
}

export async function changeRoute(
  query: Query,
  now: number,
  name: string,
  change: RouteChange,
): Promise<RouteChangeOutcome> {
  const [found] = await query<{ id: number; revision: number }>(
    "SELECT id, revision FROM routes WHERE name = $1 AND removed_at IS NULL FOR NO KEY UPDATE",
    [name],
  );
  if (!found) return "no-such-route";
  if (change.revision !== undefined && change.revision !== found.revision)
    return "changed-meanwhile";
  const { title, inbox, filter, shape, mode, on, origin } = change;
  let destination: number | undefined;
  if (change.destination !== undefined) {
    destination = await destinationId(query, change.destination);
    if (destination === undefined) return "no-such-destination";
  }
  const changed = await query(
    `UPDATE routes SET
       title = CASE WHEN $2::text IS NULL THEN title ELSE nullif($2, '') END,
       inbox = CASE WHEN $3 THEN $4 ELSE inbox END,
       destination = coalesce($5, destination),
       filter = coalesce($6, filter),
       shape = coalesce($7, shape),
       mode = coalesce($8, mode),
       enabled = coalesce($9, enabled),
       origin = coalesce($10, origin),
       revision = revision + CASE WHEN $11 THEN 1 ELSE 0 END,
       changed_at = CASE WHEN $11 THEN $12 ELSE changed_at END
     WHERE id = $1 AND removed_at IS NULL RETURNING 1`,
    [
      found.id,
      title ?? null,
      inbox !== undefined,
      inbox ?? null,
      destination ?? null,
      filter === undefined ? null : JSON.stringify(filter),
      shape === undefined ? null : JSON.stringify(shape),
      mode ?? null,
      on ?? null,
      origin ?? null,
      isEdit(change),
      now,
    ],
  );
  return changed.length === 1 ? "changed" : "no-such-route";
}

export async function removeRoute(query: Query, now: number, name: string): Promise<boolean> {
  const rows = await query(
    "UPDATE routes SET removed_at = $2 WHERE name = $1 AND removed_at IS NULL RETURNING 1",
    [name, now],
  );
  return rows.length === 1;
}
