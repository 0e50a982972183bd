import { type SessionRow, type TokenRow, toSessionRecord, toTokenRecord } from "../login-row.ts";
import type {
  CodePurpose,
  SessionInUse,
  SessionRecord,
  TokenInUse,
  TokenRecord,
  UsedCode,
} from "../logins.ts";
import type { PersonRecord } from "../people.ts";
import { type PersonRow, personColumns, toPersonRecord } from "../person-row.ts";
import type { Store } from "../store.ts";
import { person } from "./people.ts";
import { perDatabase, rawSql, type Steps, sql } from "./sql.ts";

export function* addToken(
  now: number,
  token: Parameters<Store["addToken"]>[0],
): Steps<TokenRecord> {
  const { name, hash, person, scopes, inboxes, expiresAt } = token;
  const [row] = yield* sql<TokenRow>`
    INSERT INTO tokens (name, hash, person, scopes, inboxes, created_at, expires_at)
    VALUES (${name}, ${hash}, ${person}, ${JSON.stringify(scopes)},
      ${inboxes && JSON.stringify(inboxes)}, ${now}, ${expiresAt?.getTime()})
    RETURNING *`;
  return toTokenRecord(row!);
}

export function* tokens(person?: number): Steps<TokenRecord[]> {
  const only = person === undefined ? sql`` : sql`WHERE person = ${person}`;
  return (yield* sql<TokenRow>`SELECT * FROM tokens ${only} ORDER BY id`).map(toTokenRecord);
}

export function* tokenByHash(now: number, hash: string): Steps<TokenInUse | undefined> {
  const [row] = yield* sql<TokenRow>`
    SELECT * FROM tokens WHERE hash = ${hash} AND (expires_at IS NULL OR expires_at > ${now})`;
  const owner = row && (yield* person(row.person));
  return owner && { ...toTokenRecord(row), owner };
}

export function* recordTokenUse(id: number, now: number): Steps<void> {
  yield* sql`UPDATE tokens SET last_used_at = ${now} WHERE id = ${id}`;
}

export function* removeToken(id: number, person?: number): Steps<boolean> {
  const only = person === undefined ? sql`` : sql`AND person = ${person}`;
  const rows = yield* sql`DELETE FROM tokens WHERE id = ${id} ${only} RETURNING 1`;
  return rows.length === 1;
}

/** How many sessions a person has at most, so that a program that logs in adds no more. */
const maxSessions = 100;

export function* addSession(now: number, session: Parameters<Store["addSession"]>[0]): Steps<void> {
  const { hash, person, method, agent, idToken, expiresAt } = session;
  yield* sql`DELETE FROM sessions WHERE expires_at <= ${now}`;
  yield* sql`
    DELETE FROM sessions WHERE person = ${person} AND hash NOT IN (
      SELECT hash FROM sessions WHERE person = ${person}
      ORDER BY coalesce(last_used_at, created_at) DESC, hash LIMIT ${maxSessions - 1}
    )`;
  yield* sql`
    INSERT INTO sessions (hash, person, method, agent, id_token, created_at, expires_at)
    VALUES (${hash}, ${person}, ${method}, ${agent}, ${idToken}, ${now}, ${expiresAt.getTime()})`;
}

export function* session(now: number, hash: string): Steps<SessionInUse | undefined> {
  const [row] = yield* sql<SessionRow>`
    SELECT * FROM sessions WHERE hash = ${hash} AND expires_at > ${now}`;
  const owner = row && (yield* person(row.person));
  return owner && { ...toSessionRecord(row), owner };
}

export function* sessions(now: number, person: number): Steps<SessionRecord[]> {
  const rows = yield* sql<SessionRow>`
    SELECT * FROM sessions WHERE person = ${person} AND expires_at > ${now}
    ORDER BY created_at DESC, hash`;
  return rows.map(toSessionRecord);
}

export function* renewSession(
  now: number,
  session: { hash: string; expiresAt: Date },
): Steps<boolean> {
  const rows = yield* sql`
    UPDATE sessions SET expires_at = ${session.expiresAt.getTime()}
    WHERE hash = ${session.hash} AND expires_at > ${now} RETURNING 1`;
  return rows.length === 1;
}

export function* recordSessionUse(now: number, hash: string): Steps<void> {
  yield* sql`UPDATE sessions SET last_used_at = ${now} WHERE hash = ${hash}`;
}

export function* removeSession(
  hash: string,
  person?: number,
): Steps<{ idToken: string | undefined } | undefined> {
  const only = person === undefined ? sql`` : sql`AND person = ${person}`;
  const [row] = yield* sql<{ id_token: string | null }>`
    DELETE FROM sessions WHERE hash = ${hash} ${only} RETURNING id_token`;
  return row && { idToken: row.id_token ?? undefined };
}

const dayMs = 86_400_000;

export function* addCode(now: number, code: Parameters<Store["addCode"]>[0]): Steps<void> {
  const { hash, purpose, person, data = {}, expiresAt } = code;
  // PostgreSQL cannot read the name of the inbox from JSON that has U+0000 in it.
  const inbox = typeof data.inbox === "string" ? data.inbox : null;
  const [inboxColumn, inboxValue] = [sql`, inbox`, sql`, ${inbox}`].map((postgres) =>
    perDatabase({ postgres }),
  );
  yield* sql`DELETE FROM codes WHERE expires_at <= ${now - dayMs}`;
  yield* sql`
    INSERT INTO codes (hash, purpose, person, data, expires_at${inboxColumn})
    VALUES (${hash}, ${purpose}, ${person}, ${JSON.stringify(data)},
      ${expiresAt.getTime()}${inboxValue})`;
}

export function* useCode(now: number, hash: string, purpose: CodePurpose): Steps<UsedCode> {
  const [used] = yield* sql<{ data: string; person: number | null }>`
    UPDATE codes SET used_at = ${now}
    WHERE hash = ${hash} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${now}
    RETURNING data, person`;
  if (used) return { kind: "ok", data: JSON.parse(used.data), person: used.person ?? undefined };
  const [code] = yield* sql<{ used_at: number | null }>`
    SELECT used_at FROM codes WHERE hash = ${hash} AND purpose = ${purpose}`;
  if (!code) return { kind: "unknown" };
  return { kind: code.used_at === null ? "expired" : "used" };
}

export function* personOfCode(now: number, hash: string): Steps<PersonRecord | undefined> {
  const [row] = yield* sql<PersonRow>`
    SELECT ${rawSql(personColumns)} FROM codes JOIN people ON people.id = codes.person
    WHERE hash = ${hash} AND purpose = 'login' AND used_at IS NULL AND expires_at > ${now}`;
  return row && toPersonRecord(row);
}

export function* removeLoginCodes(person: number): Steps<void> {
  yield* sql`
    DELETE FROM codes WHERE purpose = 'login' AND person = ${person} AND used_at IS NULL`;
}
