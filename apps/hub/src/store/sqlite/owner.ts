import type { DatabaseSync } from "node:sqlite";
import type { CodePurpose, Store, TokenRecord, UsedCode } from "../store.ts";
import { type TokenRow, toTokenRecord } from "../token-row.ts";
import { prepared, transaction } from "./database.ts";

export function ownerPassword(db: DatabaseSync): string | undefined {
  const row = prepared(db, "SELECT password_hash FROM owner").get();
  return (row?.password_hash as string | null) ?? undefined;
}

export function setOwnerPassword(
  db: DatabaseSync,
  passwordHash: string,
  leaving?: { session: string; expiresAt: Date },
): void {
  const { session = "", expiresAt = new Date(0) } = leaving ?? {};
  transaction(db, () => {
    prepared(db, "UPDATE owner SET password_hash = ?").run(passwordHash);
    prepared(db, "DELETE FROM sessions WHERE hash <> ?").run(session);
    prepared(db, "UPDATE sessions SET expires_at = min(expires_at, ?)").run(+expiresAt);
  });
}

export function addToken(
  db: DatabaseSync,
  now: number,
  token: { name: string; hash: string },
): TokenRecord {
  const row = prepared(
    db,
    "INSERT INTO tokens (name, hash, created_at) VALUES (?, ?, ?) RETURNING *",
  ).get(token.name, token.hash, now);
  return toTokenRecord(row as TokenRow);
}

export function tokens(db: DatabaseSync): TokenRecord[] {
  const rows = prepared(db, "SELECT * FROM tokens ORDER BY id").all();
  return (rows as TokenRow[]).map(toTokenRecord);
}

export function tokenByHash(db: DatabaseSync, hash: string): TokenRecord | undefined {
  const row = prepared(db, "SELECT * FROM tokens WHERE hash = ?").get(hash);
  return row && toTokenRecord(row as TokenRow);
}

export function recordTokenUse(db: DatabaseSync, id: number, now: number): void {
  prepared(db, "UPDATE tokens SET last_used_at = ? WHERE id = ?").run(now, id);
}

export function removeToken(db: DatabaseSync, id: number): boolean {
  return prepared(db, "DELETE FROM tokens WHERE id = ?").run(id).changes === 1;
}

export function addSession(
  db: DatabaseSync,
  now: number,
  session: { hash: string; expiresAt: Date },
): void {
  transaction(db, () => {
    prepared(db, "DELETE FROM sessions WHERE expires_at <= ?").run(now);
    prepared(db, "INSERT INTO sessions (hash, created_at, expires_at) VALUES (?, ?, ?)").run(
      session.hash,
      now,
      session.expiresAt.getTime(),
    );
  });
}

export function session(
  db: DatabaseSync,
  now: number,
  hash: string,
): { createdAt: string; expiresAt: string } | undefined {
  const row = prepared(
    db,
    "SELECT created_at, expires_at FROM sessions WHERE hash = ? AND expires_at > ?",
  ).get(hash, now) as { created_at: number; expires_at: number } | undefined;
  return (
    row && {
      createdAt: new Date(row.created_at).toISOString(),
      expiresAt: new Date(row.expires_at).toISOString(),
    }
  );
}

export function renewSession(
  db: DatabaseSync,
  now: number,
  session: { hash: string; expiresAt: Date },
): boolean {
  const sql = "UPDATE sessions SET expires_at = ? WHERE hash = ? AND expires_at > ?";
  return prepared(db, sql).run(session.expiresAt.getTime(), session.hash, now).changes === 1;
}

export function removeSession(db: DatabaseSync, hash: string): void {
  prepared(db, "DELETE FROM sessions WHERE hash = ?").run(hash);
}

const dayMs = 86_400_000;

export function addCode(
  db: DatabaseSync,
  now: number,
  code: Parameters<Store["addCode"]>[0],
): void {
  transaction(db, () => {
    prepared(db, "DELETE FROM codes WHERE expires_at <= ?").run(now - dayMs);
    prepared(db, "INSERT INTO codes (hash, purpose, data, expires_at) VALUES (?, ?, ?, ?)").run(
      code.hash,
      code.purpose,
      JSON.stringify(code.data ?? {}),
      code.expiresAt.getTime(),
    );
  });
}

export function useCode(
  db: DatabaseSync,
  now: number,
  hash: string,
  purpose: CodePurpose,
): UsedCode {
  return transaction(db, () => {
    const code = prepared(
      db,
      "SELECT data, expires_at, used_at FROM codes WHERE hash = ? AND purpose = ?",
    ).get(hash, purpose) as
      | { data: string; expires_at: number; used_at: number | null }
      | undefined;
    if (!code) return { kind: "unknown" };
    if (code.used_at !== null) return { kind: "used" };
    if (code.expires_at <= now) return { kind: "expired" };
    prepared(db, "UPDATE codes SET used_at = ? WHERE hash = ?").run(now, hash);
    return { kind: "ok", data: JSON.parse(code.data) };
  });
}

export function removeCodes(db: DatabaseSync, purpose: CodePurpose): void {
  prepared(db, "DELETE FROM codes WHERE purpose = ? AND used_at IS NULL").run(purpose);
}
