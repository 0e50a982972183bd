import { type RouteRow, toRouteRecord } from "../route-row.ts";
import type { NewRoute, RouteChange, RouteChangeOutcome, RouteRecord } from "../routing.ts";
import { lockDestination } from "./destinations.ts";
import { editColumns, orNull, toJson } from "./edits.ts";
import { forNoKeyUpdate } from "./locks.ts";
import { assignments, type Steps, sql } from "./sql.ts";

/** Lists the routes that were not removed, in the order in which they were added. */
export function* routes(): Steps<RouteRecord[]> {
  const rows = yield* sql<RouteRow>`
    SELECT routes.*, destinations.name AS destination_name
    FROM routes JOIN destinations ON destinations.id = routes.destination
    WHERE routes.removed_at IS NULL ORDER BY routes.id`;
  return rows.map(toRouteRecord);
}

export function* addRoute(
  now: number,
  route: NewRoute,
): Steps<"added" | "taken" | "no-such-destination"> {
  const destination = yield* lockDestination(route.destination);
  if (!destination) return "no-such-destination";
  const { name, title, inbox, filter, shape, mode, expiresMs, oncePerMs, on, origin } = route;
  const rows = yield* sql`
    INSERT INTO routes
      (name, title, inbox, destination, filter, shape, mode, expires_ms, once_per_ms, enabled,
       origin, created_at)
    VALUES (${name}, ${orNull(title, "")}, ${inbox}, ${destination.id}, ${toJson(filter)},
      ${toJson(shape)}, ${mode}, ${expiresMs}, ${oncePerMs}, ${on}, ${origin}, ${now})
    ON CONFLICT (name) WHERE removed_at IS NULL DO NOTHING RETURNING 1`;
  return rows.length === 1 ? "added" : "taken";
}

export function* changeRoute(
  now: number,
  name: string,
  change: RouteChange,
): Steps<RouteChangeOutcome> {
  const [found] = yield* sql<{ id: number; revision: number }>`
    SELECT id, revision FROM routes WHERE name = ${name} AND removed_at IS NULL ${forNoKeyUpdate}`;
  if (!found) return "no-such-route";
  if (change.revision !== undefined && change.revision !== found.revision)
    return "changed-meanwhile";
  const destination =
    change.destination === undefined ? undefined : yield* lockDestination(change.destination);
  if (change.destination !== undefined && !destination) return "no-such-destination";
  const { title, inbox, filter, shape, mode, expiresMs, oncePerMs, on, origin } = change;
  const columns = assignments({
    title: orNull(title, ""),
    inbox,
    destination: destination?.id,
    filter: toJson(filter),
    shape: toJson(shape),
    mode,
    expires_ms: expiresMs,
    once_per_ms: oncePerMs,
    enabled: on,
    origin,
    ...editColumns(change, now),
  });
  yield* sql`UPDATE routes SET ${columns} WHERE id = ${found.id}`;
  return "changed";
}

export function* removeRoute(now: number, name: string): Steps<boolean> {
  const rows = yield* sql`
    UPDATE routes SET removed_at = ${now} WHERE name = ${name} AND removed_at IS NULL RETURNING 1`;
  return rows.length === 1;
}
