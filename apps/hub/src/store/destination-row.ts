import { isDeepStrictEqual } from "node:util";
import type {
  DestinationRecord,
  DestinationState,
  DestinationWithSecrets,
  Origin,
} from "./routing.ts";

/**
 * A destination as both databases return it. Times are milliseconds since 1970. SQLite writes
 * booleans as 0 and 1.
 */
export type DestinationRow = {
  id: number;
  name: string;
  title: string | null;
  kind: string;
  settings: string;
  state: DestinationState;
  notice: string | null;
  concurrency: number;
  ordered: number | boolean;
  allow_private: number | boolean;
  origin: Origin;
  created_at: number;
  revision: number;
  changed_at: number | null;
};

/** A destination with one of its secrets, or with null when it has none. */
export type SecretRow = DestinationRow & {
  secret: string | null;
  sealed: string | null;
};

export function toDestinationWithSecrets(
  rows: readonly SecretRow[],
): DestinationWithSecrets | undefined {
  const [row] = rows;
  if (!row) return undefined;
  const sealed = Object.fromEntries(
    rows.flatMap(({ secret, sealed }) => (secret === null ? [] : [[secret, sealed ?? ""]])),
  );
  return { destination: toDestinationRecord(row, Object.keys(sealed)), sealed };
}

/**
 * Returns whether id, kind, settings and secrets are the same in both. A secret that was replaced
 * by an equal one counts as changed, because sealing a value again gives another seal.
 */
export function isAsSeen(
  current: DestinationWithSecrets | undefined,
  seen: DestinationWithSecrets,
): boolean {
  return current !== undefined && isDeepStrictEqual(comparedParts(current), comparedParts(seen));
}

function comparedParts({ destination, sealed }: DestinationWithSecrets) {
  return [destination.id, destination.kind, destination.settings, sealed];
}

export function toDestinationRecord(row: DestinationRow, secrets: string[]): DestinationRecord {
  return {
    id: row.id,
    name: row.name,
    title: row.title ?? undefined,
    kind: row.kind,
    settings: JSON.parse(row.settings),
    secrets,
    state: row.state,
    notice: row.notice ?? undefined,
    concurrency: row.concurrency,
    ordered: Boolean(row.ordered),
    allowPrivate: Boolean(row.allow_private),
    origin: row.origin,
    createdAt: new Date(row.created_at).toISOString(),
    revision: row.revision,
    changedAt: new Date(row.changed_at ?? row.created_at).toISOString(),
  };
}
