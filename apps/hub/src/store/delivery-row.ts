import type { Attempt, Delivery, DeliveryState, Dropped } from "./deliveries.ts";

/** An attempt as both databases return it. Times are milliseconds since 1970. */
export type AttemptRow = {
  attempt: number;
  at: number;
  ms: number;
  by: string;
  status: number | null;
  error: string | null;
  answer: string | null;
};

/** A delivery with its last attempt, as `deliveryColumns` selects it from both databases. */
export type DeliveryRow = (AttemptRow | Record<keyof AttemptRow, null>) & {
  id: number;
  scan: number;
  route_name: string;
  destination_name: string;
  state: DeliveryState;
  attempts: number;
  created_at: number;
  due_at: number;
  expires_at: number | null;
  dropped_for: Dropped["reason"] | null;
  within_ms: number | null;
};

export const deliveryColumns = `deliveries.id, deliveries.scan, routes.name AS route_name,
  destinations.name AS destination_name, deliveries.state, deliveries.attempts, deliveries.created_at,
  deliveries.due_at, deliveries.expires_at, deliveries.dropped_for, deliveries.within_ms,
  attempts.id AS attempt, attempts.at, attempts.ms, attempts.node AS by, attempts.status, attempts.error, attempts.answer`;

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    scan: row.scan,
    route: row.route_name,
    destination: row.destination_name,
    state: row.state,
    attempts: row.attempts,
    createdAt: new Date(row.created_at).toISOString(),
    dueAt: row.state === "pending" ? new Date(row.due_at).toISOString() : undefined,
    expiresAt:
      row.state === "pending" && row.expires_at !== null
        ? new Date(row.expires_at).toISOString()
        : undefined,
    dropped: toDropped(row),
    lastAttempt: row.attempt === null ? undefined : toAttempt(row),
  };
}

function toDropped({ state, dropped_for, within_ms }: DeliveryRow): Dropped | undefined {
  if (state !== "dropped" || dropped_for === null) return undefined;
  return dropped_for === "expired"
    ? { reason: "expired" }
    : { reason: "repeated", withinMs: within_ms ?? 0 };
}

export function toAttempt(row: AttemptRow): Attempt {
  return {
    id: row.attempt,
    at: new Date(row.at).toISOString(),
    ms: row.ms,
    node: row.by,
    status: row.status ?? undefined,
    error: row.error ?? undefined,
    answer: row.answer ?? undefined,
  };
}
