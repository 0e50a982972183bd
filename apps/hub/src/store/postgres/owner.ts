import type { CodePurpose, Store, TokenRecord, UsedCode } from "../store.ts";
import { type TokenRow, toTokenRecord } from "../token-row.ts";
import type { Query } from "./database.ts";
import { toBigint } from "./scans.ts";

export async function ownerPassword(query: Query): Promise<string | undefined> {
  const [row] = await query<{ password_hash: string | null }>("SELECT password_hash FROM owner");
  return row?.password_hash ?? undefined;
}

/** Call inside a transaction. */
export async function setOwnerPassword(
  query: Query,
  passwordHash: string,
  leaving?: { session: string; expiresAt: Date },
): Promise<void> {
  await query("UPDATE owner SET password_hash = $1", [passwordHash]);
  await query("DELETE FROM sessions WHERE hash <> $1", [leaving?.session ?? ""]);
  await query("UPDATE sessions SET expires_at = least(expires_at, $1)", [
    leaving?.expiresAt.getTime() ?? 0,
  ]);
}

export async function addToken(
  query: Query,
  now: number,
  token: { name: string; hash: string },
): Promise<TokenRecord> {
  const [row] = await query<TokenRow>(
    "INSERT INTO tokens (name, hash, created_at) VALUES ($1, $2, $3) RETURNING *",
    [token.name, token.hash, now],
  );
  return toTokenRecord(row!);
}

export async function tokens(query: Query): Promise<TokenRecord[]> {
  return (await query<TokenRow>("SELECT * FROM tokens ORDER BY id")).map(toTokenRecord);
}

export async function tokenByHash(query: Query, hash: string): Promise<TokenRecord | undefined> {
  const [row] = await query<TokenRow>("SELECT * FROM tokens WHERE hash = $1", [hash]);
  return row && toTokenRecord(row);
}

export async function recordTokenUse(query: Query, id: number, now: number): Promise<void> {
  await query("UPDATE tokens SET last_used_at = $2 WHERE id = $1", [id, now]);
}

export async function removeToken(query: Query, id: number): Promise<boolean> {
  return (await query("DELETE FROM tokens WHERE id = $1 RETURNING 1", [toBigint(id)])).length === 1;
}

/** Call inside a transaction. */
export async function addSession(
  query: Query,
  now: number,
  session: { hash: string; expiresAt: Date },
): Promise<void> {
  await query("DELETE FROM sessions WHERE expires_at <= $1", [now]);
  await query("INSERT INTO sessions (hash, created_at, expires_at) VALUES ($1, $2, $3)", [
    session.hash,
    now,
    session.expiresAt.getTime(),
  ]);
}

export async function session(
  query: Query,
  now: number,
  hash: string,
): Promise<{ createdAt: string; expiresAt: string } | undefined> {
  const [row] = await query<{ created_at: number; expires_at: number }>(
    "SELECT created_at, expires_at FROM sessions WHERE hash = $1 AND expires_at > $2",
    [hash, now],
  );
  return (
    row && {
      createdAt: new Date(row.created_at).toISOString(),
      expiresAt: new Date(row.expires_at).toISOString(),
    }
  );
}

export async function renewSession(
  query: Query,
  now: number,
  session: { hash: string; expiresAt: Date },
): Promise<boolean> {
  const rows = await query(
    "UPDATE sessions SET expires_at = $1 WHERE hash = $2 AND expires_at > $3 RETURNING 1",
    [session.expiresAt.getTime(), session.hash, now],
  );
  return rows.length === 1;
}

export async function removeSession(query: Query, hash: string): Promise<void> {
  await query("DELETE FROM sessions WHERE hash = $1", [hash]);
}

const dayMs = 86_400_000;

/** Call inside a transaction. */
export async function addCode(
  query: Query,
  now: number,
  code: Parameters<Store["addCode"]>[0],
): Promise<void> {
  const { hash, purpose, data = {}, expiresAt } = code;
  const inbox = typeof data.inbox === "string" ? data.inbox : null;
  await query("DELETE FROM codes WHERE expires_at <= $1", [now - dayMs]);
  await query(
    "INSERT INTO codes (hash, purpose, data, inbox, expires_at) VALUES ($1, $2, $3, $4, $5)",
    [hash, purpose, JSON.stringify(data), inbox, +expiresAt],
  );
}

export async function useCode(
  query: Query,
  now: number,
  hash: string,
  purpose: CodePurpose,
): Promise<UsedCode> {
  const [used] = await query<{ data: string }>(
    `UPDATE codes SET used_at = $3
     WHERE hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3 RETURNING data`,
    [hash, purpose, now],
  );
  if (used) return { kind: "ok", data: JSON.parse(used.data) };
  const [code] = await query<{ used_at: number | null }>(
    "SELECT used_at FROM codes WHERE hash = $1 AND purpose = $2",
    [hash, purpose],
  );
  if (!code) return { kind: "unknown" };
  return { kind: code.used_at === null ? "expired" : "used" };
}

export async function removeCodes(query: Query, purpose: CodePurpose): Promise<void> {
  await query("DELETE FROM codes WHERE purpose = $1 AND used_at IS NULL", [purpose]);
}
