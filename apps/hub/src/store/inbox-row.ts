import type { InboxRecord, InboxSettings } from "./inboxes.ts";
import type { Origin } from "./routing.ts";

/**
 * An inbox as both databases return it. Times are milliseconds since 1970. SQLite writes booleans
 * as 0 and 1.
 */
export type InboxRow = InboxSettingsRow & {
  created_at: number;
  revision: number;
  changed_at: number | null;
  scans: number;
  received: number;
};

export type InboxSettingsRow = {
  name: string;
  title: string | null;
  open: number | boolean;
  keep_days: number | null;
  keep_scans: number | null;
  audit: number | boolean;
  origin: Origin;
};

export type CredentialRow = {
  user: string;
  created_at: number;
  last_used_at: number | null;
  supervisor: number | boolean;
  person: number | null;
};

export function toInboxRecord(row: InboxRow, credentials: readonly CredentialRow[]): InboxRecord {
  return {
    ...toInboxSettings(row),
    createdAt: new Date(row.created_at).toISOString(),
    revision: row.revision,
    changedAt: new Date(row.changed_at ?? row.created_at).toISOString(),
    credentials: credentials.map(toCredential),
    scans: row.scans,
    received: row.received,
  };
}

export function toInboxSettings(row: InboxSettingsRow): InboxSettings {
  return {
    name: row.name,
    title: row.title ?? undefined,
    open: Boolean(row.open),
    keepDays: row.keep_days ?? undefined,
    keepScans: row.keep_scans ?? undefined,
    audit: Boolean(row.audit),
    origin: row.origin,
  };
}

function toCredential(row: CredentialRow) {
  const { user, created_at, last_used_at, supervisor, person } = row;
  return {
    user,
    createdAt: new Date(created_at).toISOString(),
    lastUsedAt: last_used_at === null ? undefined : new Date(last_used_at).toISOString(),
    supervisor: supervisor ? (true as const) : undefined,
    person: person ?? undefined,
  };
}
