import type { Origin, RouteMode, RouteRecord } from "./routing.ts";

/**
 * A route as both databases return it. `filter` and `shape` are JSON, times are milliseconds since
 * 1970, and SQLite writes booleans as 0 and 1.
 */
export type RouteRow = {
  id: number;
  name: string;
  title: string | null;
  inbox: string | null;
  destination_name: string;
  filter: string;
  shape: string;
  mode: RouteMode;
  expires_ms: number | null;
  once_per_ms: number | null;
  enabled: number | boolean;
  origin: Origin;
  created_at: number;
  revision: number;
  changed_at: number | null;
};

export function toRouteRecord(row: RouteRow): RouteRecord {
  return {
    id: row.id,
    name: row.name,
    title: row.title ?? undefined,
    inbox: row.inbox ?? undefined,
    destination: row.destination_name,
    filter: JSON.parse(row.filter),
    shape: JSON.parse(row.shape),
    mode: row.mode,
    expiresMs: row.expires_ms ?? undefined,
    oncePerMs: row.once_per_ms ?? undefined,
    on: Boolean(row.enabled),
    origin: row.origin,
    createdAt: new Date(row.created_at).toISOString(),
    revision: row.revision,
    changedAt: new Date(row.changed_at ?? row.created_at).toISOString(),
  };
}
