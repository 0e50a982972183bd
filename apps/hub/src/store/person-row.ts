import type { PersonRecord, Role } from "./people.ts";

/** A person as both databases return them. Times are milliseconds since 1970. */
export type PersonRow = {
  id: number;
  name: string;
  role: Role;
  inboxes: string | null;
  issuer: string | null;
  subject: string | null;
  has_password: number | boolean;
  has_totp: number | boolean;
  passkeys: number;
  created_at: number;
  last_login_at: number | null;
  revision: number;
  changed_at: number | null;
};

/** The columns of a `PersonRow`. */
export const personColumns = `people.id, people.name, people.role, people.inboxes, people.issuer,
  people.subject, people.password_hash IS NOT NULL AS has_password,
  people.totp IS NOT NULL AS has_totp,
  (SELECT count(*) FROM passkeys WHERE passkeys.person = people.id) AS passkeys,
  people.created_at, people.last_login_at, people.revision, people.changed_at`;

export function toPersonRecord(row: PersonRow): PersonRecord {
  const { issuer, subject } = row;
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    inboxes: toList(row.inboxes),
    sso: issuer === null || subject === null ? undefined : { issuer, subject },
    hasPassword: Boolean(row.has_password),
    hasTotp: Boolean(row.has_totp),
    passkeys: row.passkeys,
    createdAt: new Date(row.created_at).toISOString(),
    lastLoginAt: toTime(row.last_login_at),
    revision: row.revision,
    changedAt: new Date(row.changed_at ?? row.created_at).toISOString(),
  };
}

/** Returns the list in a column of JSON. */
export function toList(json: string | null): string[] | undefined {
  return json === null ? undefined : JSON.parse(json);
}

export function toTime(milliseconds: number | null): string | undefined {
  return milliseconds === null ? undefined : new Date(milliseconds).toISOString();
}
