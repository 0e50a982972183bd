import type { DatabaseSync } from "node:sqlite";
import type { InboxForReceiving, InboxRecord } from "../store.ts";
import { prepared, transaction } from "./database.ts";
import { countGone } from "./tag-counts.ts";

export function inboxes(db: DatabaseSync): InboxRecord[] {
  const rows = prepared(
    db,
    `SELECT name, title, open, created_at, (SELECT count(*) FROM scans WHERE inbox = name) AS scans
     FROM inboxes ORDER BY name`,
  ).all() as {
    name: string;
    title: string | null;
    open: number;
    created_at: number;
    scans: number;
  }[];
  return rows.map(({ name, title, open, created_at, scans }) => ({
    name,
    ...(title === null ? {} : { title }),
    open: open === 1,
    createdAt: new Date(created_at).toISOString(),
    credentials: credentialsOf(db, name),
    scans,
  }));
}

function credentialsOf(db: DatabaseSync, inbox: string): InboxRecord["credentials"] {
  const rows = prepared(
    db,
    "SELECT user, created_at, last_used_at FROM credentials WHERE inbox = ? ORDER BY user",
  ).all(inbox) as { user: string; created_at: number; last_used_at: number | null }[];
  return rows.map(({ user, created_at, last_used_at }) => ({
    user,
    createdAt: new Date(created_at).toISOString(),
    ...(last_used_at === null ? {} : { lastUsedAt: new Date(last_used_at).toISOString() }),
  }));
}

export function inboxForReceiving(db: DatabaseSync, name: string): InboxForReceiving | undefined {
  const inbox = prepared(db, "SELECT open FROM inboxes WHERE name = ?").get(name);
  if (!inbox) return undefined;
  const credentials = prepared(
    db,
    "SELECT user, password_hash FROM credentials WHERE inbox = ?",
  ).all(name) as { user: string; password_hash: string }[];
  return {
    name,
    open: inbox.open === 1,
    credentials: credentials.map(({ user, password_hash }) => ({
      user,
      passwordHash: password_hash,
    })),
  };
}

/** Grows with every change that `inboxForReceiving` could show, whichever process made it. */
export function inboxRevision(db: DatabaseSync): number {
  return prepared(db, "SELECT inbox_revision FROM owner").get()!.inbox_revision as number;
}

export function addInbox(
  db: DatabaseSync,
  inbox: { name: string; title?: string; open: boolean },
  now: number,
): boolean {
  const { changes } = prepared(
    db,
    "INSERT INTO inboxes (name, title, open, created_at) VALUES (?, nullif(?, ''), ?, ?) ON CONFLICT DO NOTHING",
  ).run(inbox.name, inbox.title ?? "", Number(inbox.open), now);
  return changes === 1;
}

export function changeInbox(
  db: DatabaseSync,
  name: string,
  { title, open }: { title?: string; open?: boolean },
): boolean {
  const { changes } = prepared(
    db,
    `UPDATE inboxes SET title = iif(?2 IS NULL, title, nullif(?2, '')), open = coalesce(?3, open)
     WHERE name = ?1`,
  ).run(name, title ?? null, open === undefined ? null : Number(open));
  return changes === 1;
}

/** The inbox with its credentials and pair codes; its scans stay. */
export function removeInbox(db: DatabaseSync, name: string): boolean {
  return transaction(db, () => {
    prepared(
      db,
      "DELETE FROM codes WHERE purpose = 'pair' AND used_at IS NULL AND data ->> 'inbox' = ?",
    ).run(name);
    return prepared(db, "DELETE FROM inboxes WHERE name = ?").run(name).changes === 1;
  });
}

/** Deletes some scans of an inbox, few enough that an arriving scan need not wait long; answers how many. */
export function deleteSomeScans(db: DatabaseSync, inbox: string): number {
  return transaction(db, () => {
    const gone = prepared(
      db,
      "DELETE FROM scans WHERE id IN (SELECT id FROM scans WHERE inbox = ? LIMIT 500) RETURNING tag",
    ).all(inbox) as { tag: string | null }[];
    countGone(
      db,
      gone.flatMap(({ tag }) => tag ?? []),
    );
    return gone.length;
  });
}

export function setCredential(
  db: DatabaseSync,
  inbox: string,
  user: string,
  passwordHash: string,
  now: number,
): boolean {
  const { changes } = prepared(
    db,
    `INSERT INTO credentials (inbox, user, password_hash, created_at)
     SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM inboxes WHERE name = ?1)
     ON CONFLICT (inbox, user) DO UPDATE SET password_hash = ?3, created_at = ?4, last_used_at = NULL`,
  ).run(inbox, user, passwordHash, now);
  return changes === 1;
}

export function removeCredential(db: DatabaseSync, inbox: string, user: string): boolean {
  return (
    prepared(db, "DELETE FROM credentials WHERE inbox = ? AND user = ?").run(inbox, user)
      .changes === 1
  );
}
