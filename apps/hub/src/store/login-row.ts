import type { LoginMethod, Scope, SessionRecord, TokenRecord } from "./logins.ts";
import { toList, toTime } from "./person-row.ts";

/** A token as both databases return it. Times are milliseconds since 1970. */
export type TokenRow = {
  id: number;
  name: string;
  person: number;
  scopes: string;
  inboxes: string | null;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
};

export function toTokenRecord(row: TokenRow): TokenRecord {
  return {
    id: row.id,
    name: row.name,
    person: row.person,
    scopes: JSON.parse(row.scopes) as Scope[],
    inboxes: toList(row.inboxes),
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: toTime(row.expires_at),
    lastUsedAt: toTime(row.last_used_at),
  };
}

/** A session as both databases return it. Times are milliseconds since 1970. */
export type SessionRow = {
  hash: string;
  person: number;
  method: LoginMethod;
  agent: string | null;
  created_at: number;
  expires_at: number;
  last_used_at: number | null;
};

export function toSessionRecord(row: SessionRow): SessionRecord {
  return {
    id: row.hash,
    person: row.person,
    method: row.method,
    agent: row.agent ?? undefined,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    lastUsedAt: toTime(row.last_used_at),
  };
}
