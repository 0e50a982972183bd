import type { CodePurpose, TokenRecord, UsedCode } from "../owner.ts";
import type { Store } from "../store.ts";
import { type TokenRow, toTokenRecord } from "../token-row.ts";
import { perDatabase, type Steps, sql } from "./sql.ts";

export function* ownerPassword(): Steps<string | undefined> {
  const [row] = yield* sql<{ password_hash: string | null }>`SELECT password_hash FROM owner`;
  return row?.password_hash ?? undefined;
}

export function* setOwnerPassword(
  passwordHash: string,
  leaving?: { session: string; expiresAt: Date },
): Steps<void> {
  yield* sql`UPDATE owner SET password_hash = ${passwordHash}`;
  yield* sql`DELETE FROM sessions WHERE hash <> ${leaving?.session ?? ""}`;
  const end = leaving?.expiresAt.getTime() ?? 0;
  yield* sql`UPDATE sessions SET expires_at = ${end} WHERE expires_at > ${end}`;
}

export function* addToken(now: number, token: { name: string; hash: string }): Steps<TokenRecord> {
  const [row] = yield* sql<TokenRow>`
    INSERT INTO tokens (name, hash, created_at) VALUES (${token.name}, ${token.hash}, ${now})
    RETURNING *`;
  return toTokenRecord(row!);
}

export function* tokens(): Steps<TokenRecord[]> {
  return (yield* sql<TokenRow>`SELECT * FROM tokens ORDER BY id`).map(toTokenRecord);
}

export function* tokenByHash(hash: string): Steps<TokenRecord | undefined> {
  const [row] = yield* sql<TokenRow>`SELECT * FROM tokens WHERE hash = ${hash}`;
  return row && toTokenRecord(row);
}

export function* recordTokenUse(id: number, now: number): Steps<void> {
  yield* sql`UPDATE tokens SET last_used_at = ${now} WHERE id = ${id}`;
}

export function* removeToken(id: number): Steps<boolean> {
  const rows = yield* sql`DELETE FROM tokens WHERE id = ${id} RETURNING 1`;
  return rows.length === 1;
}

export function* addSession(now: number, session: { hash: string; expiresAt: Date }): Steps<void> {
  yield* sql`DELETE FROM sessions WHERE expires_at <= ${now}`;
  yield* sql`
    INSERT INTO sessions (hash, created_at, expires_at)
    VALUES (${session.hash}, ${now}, ${session.expiresAt.getTime()})`;
}

export function* session(
  now: number,
  hash: string,
): Steps<{ createdAt: string; expiresAt: string } | undefined> {
  const [row] = yield* sql<{ created_at: number; expires_at: number }>`
    SELECT created_at, expires_at FROM sessions WHERE hash = ${hash} AND expires_at > ${now}`;
  return (
    row && {
      createdAt: new Date(row.created_at).toISOString(),
      expiresAt: new Date(row.expires_at).toISOString(),
    }
  );
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

export function* removeSession(hash: string): Steps<void> {
  yield* sql`DELETE FROM sessions WHERE hash = ${hash}`;
}

const dayMs = 86_400_000;

export function* addCode(now: number, code: Parameters<Store["addCode"]>[0]): Steps<void> {
  const { hash, purpose, data = {}, expiresAt } = code;
  // PostgreSQL cannot read the name of the inbox from JSON that has U+0000 in it.
  const inbox = typeof data.inbox === "string" ? data.inbox : null;
  const [inboxColumn, inboxValue] = [sql`, inbox`, sql`, ${inbox}`].map((postgres) =>
    perDatabase({ postgres }),
  );
  yield* sql`DELETE FROM codes WHERE expires_at <= ${now - dayMs}`;
  yield* sql`
    INSERT INTO codes (hash, purpose, data, expires_at${inboxColumn})
    VALUES (${hash}, ${purpose}, ${JSON.stringify(data)}, ${expiresAt.getTime()}${inboxValue})`;
}

export function* useCode(now: number, hash: string, purpose: CodePurpose): Steps<UsedCode> {
  const [used] = yield* sql<{ data: string }>`
    UPDATE codes SET used_at = ${now}
    WHERE hash = ${hash} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${now}
    RETURNING data`;
  if (used) return { kind: "ok", data: JSON.parse(used.data) };
  const [code] = yield* sql<{ used_at: number | null }>`
    SELECT used_at FROM codes WHERE hash = ${hash} AND purpose = ${purpose}`;
  if (!code) return { kind: "unknown" };
  return { kind: code.used_at === null ? "expired" : "used" };
}

export function* removeCodes(purpose: CodePurpose): Steps<void> {
  yield* sql`DELETE FROM codes WHERE purpose = ${purpose} AND used_at IS NULL`;
}
