import type { DestinationRecord, DestinationState, Origin } from "./forwarding.ts";

/** A destination as both databases give it, with the names of its secrets; times are milliseconds since 1970. */
export type DestinationRow = {
  id: number;
  name: string;
  title: string | null;
  kind: string;
  settings: string;
  secrets: string[];
  state: DestinationState;
  notice: string | null;
  concurrency: number;
  ordered: boolean;
  allow_private: boolean;
  origin: Origin;
  created_at: number;
};

export function toDestinationRecord(row: DestinationRow): DestinationRecord {
  return {
    id: row.id,
    name: row.name,
    ...(row.title === null ? {} : { title: row.title }),
    kind: row.kind,
    settings: JSON.parse(row.settings),
    secrets: row.secrets,
    state: row.state,
    ...(row.notice === null ? {} : { notice: row.notice }),
    concurrency: row.concurrency,
    ordered: row.ordered,
    allowPrivate: row.allow_private,
    origin: row.origin,
    createdAt: new Date(row.created_at).toISOString(),
  };
}
