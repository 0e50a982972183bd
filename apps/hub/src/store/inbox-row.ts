import type { InboxRecord } from "./store.ts";

/**
 * An inbox as both databases return it. Times are milliseconds since 1970. SQLite writes booleans
 * as 0 and 1.
 */
export type InboxRow = {
  name: string;
  title: string | null;
  open: number | boolean;
  created_at: number;
  revision: number;
  changed_at: number | null;
  keep_days: number | null;
  keep_scans: number | null;
  audit: number | boolean;
  scans: number;
  received: number;
};

export type CredentialRow = {
  user: string;
  created_at: number;
  last_used_at: number | null;
  supervisor: number | boolean;
};

export function toInboxRecord(row: InboxRow, credentials: readonly CredentialRow[]): InboxRecord {
  return {
    name: row.name,
    ...(row.title === null ? {} : { title: row.title }),
    open: Boolean(row.open),
    ...(row.keep_days === null ? {} : { keepDays: row.keep_days }),
    ...(row.keep_scans === null ? {} : { keepScans: row.keep_scans }),
    audit: Boolean(row.audit),
    createdAt: new Date(row.created_at).toISOString(),
    revision: row.revision,
    changedAt: new Date(row.changed_at ?? row.created_at).toISOString(),
    credentials: credentials.map(toCredential),
    scans: row.scans,
    received: row.received,
  };
}

function toCredential({ user, created_at, last_used_at, supervisor }: CredentialRow) {
  return {
    user,
    createdAt: new Date(created_at).toISOString(),
    ...(last_used_at === null ? {} : { lastUsedAt: new Date(last_used_at).toISOString() }),
    ...(Boolean(supervisor) && { supervisor: true as const }),
  };
}
