import type { DatabaseSync } from "node:sqlite";
import type { AnswerMode } from "../../registers/register.ts";
import { isEdit } from "../edits.ts";
import { type CredentialRow, type InboxRow, toInboxRecord } from "../inbox-row.ts";
import type { InboxChange, InboxForReceiving, InboxRecord } from "../store.ts";
import { endAuditTrail } from "./audit-trail.ts";
import { prepared, transaction } from "./database.ts";

export function inboxes(db: DatabaseSync): InboxRecord[] {
  const rows = prepared(
    db,
    `SELECT name, title, open, created_at, revision, changed_at, keep_days, keep_scans,
       name IN (SELECT inbox FROM audits) AS audit, (SELECT count(*) FROM scans WHERE inbox = name) AS scans,
       (SELECT coalesce(sum(scans), 0) FROM scan_counts WHERE inbox = name) AS received
     FROM inboxes ORDER BY name`,
  ).all() as (Omit<InboxRow, "open" | "audit"> & { open: number; audit: number })[];
  return rows.map((row) =>
    toInboxRecord(
      { ...row, open: row.open === 1, audit: row.audit === 1 },
      credentialsOf(db, row.name),
    ),
  );
}

function credentialsOf(db: DatabaseSync, inbox: string): CredentialRow[] {
  const rows = prepared(
    db,
    "SELECT user, created_at, last_used_at, supervisor FROM credentials WHERE inbox = ? ORDER BY user",
  ).all(inbox) as (Omit<CredentialRow, "supervisor"> & { supervisor: number })[];
  return rows.map((row) => ({ ...row, supervisor: row.supervisor === 1 }));
}

export function inboxForReceiving(db: DatabaseSync, name: string): InboxForReceiving | undefined {
  const inbox = prepared(
    db,
    "SELECT open, answer FROM inboxes LEFT JOIN bindings ON inbox = name WHERE name = ?",
  ).get(name) as { open: number; answer: AnswerMode | null } | undefined;
  if (!inbox) return undefined;
  const credentials = prepared(
    db,
    "SELECT user, password_hash, supervisor FROM credentials WHERE inbox = ?",
  ).all(name) as { user: string; password_hash: string; supervisor: number }[];
  return {
    name,
    open: inbox.open === 1,
    credentials: credentials.map(({ user, password_hash, supervisor }) => ({
      user,
      passwordHash: password_hash,
      ...(supervisor === 1 && { supervisor: true }),
    })),
    ...(inbox.answer !== null && { answer: inbox.answer }),
  };
}

/**
 * Increases with every change that could alter the result of `inboxForReceiving`, by whichever
 * process.
 */
export function inboxRevision(db: DatabaseSync): number {
  return prepared(db, "SELECT inbox_revision FROM owner").get()!.inbox_revision as number;
}

export function addInbox(
  db: DatabaseSync,
  now: number,
  inbox: { name: string; title?: string; open: boolean },
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
  change: InboxChange,
  now: number,
): "changed" | "no-such-inbox" | "audited" | "changed-meanwhile" {
  const { title, open, keepDays, keepScans, audit, revision } = change;
  return transaction(db, () => {
    const found = prepared(db, "SELECT revision FROM inboxes WHERE name = ?").get(name);
    if (!found) return "no-such-inbox";
    if (revision !== undefined && revision !== found.revision) return "changed-meanwhile";
    if (audit === false && !endAuditTrail(db, name)) return "audited";
    if (audit)
      prepared(db, "INSERT INTO audits (inbox) VALUES (?) ON CONFLICT DO NOTHING").run(name);
    prepared(
      db,
      `UPDATE inboxes SET
         title = iif(:title IS NULL, title, nullif(:title, '')),
         open = coalesce(:open, open),
         keep_days = iif(:keepDays IS NULL, keep_days, nullif(:keepDays, 0)),
         keep_scans = iif(:keepScans IS NULL, keep_scans, nullif(:keepScans, 0)),
         revision = revision + :edits,
         changed_at = iif(:edits, :now, changed_at)
       WHERE name = :name`,
    ).run({
      name,
      title: title ?? null,
      open: open === undefined ? null : Number(open),
      keepDays: keepDays ?? null,
      keepScans: keepScans ?? null,
      edits: Number(isEdit(change)),
      now,
    });
    return "changed";
  });
}

/**
 * Removes the inbox with its credentials and pair codes, but not its scans. Changes nothing and
 * returns "audited" when the scans are to be deleted but belong to an audit trail.
 */
export function removeInbox(
  db: DatabaseSync,
  name: string,
  scans: "keep" | "delete",
): "removed" | "no-such-inbox" | "audited" {
  return transaction(db, () => {
    if (!endAuditTrail(db, name) && scans === "delete") return "audited";
    prepared(
      db,
      "DELETE FROM codes WHERE purpose = 'pair' AND used_at IS NULL AND data ->> 'inbox' = ?",
    ).run(name);
    const { changes } = prepared(db, "DELETE FROM inboxes WHERE name = ?").run(name);
    return changes === 1 ? "removed" : "no-such-inbox";
  });
}

export function setCredential(
  db: DatabaseSync,
  now: number,
  inbox: string,
  user: string,
  passwordHash: string,
): boolean {
  const { changes } = prepared(
    db,
    `INSERT INTO credentials (inbox, user, password_hash, created_at)
     SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM inboxes WHERE name = ?1)
     ON CONFLICT (inbox, user) DO UPDATE SET password_hash = ?3, created_at = ?4, last_used_at = NULL`,
  ).run(inbox, user, passwordHash, now);
  return changes === 1;
}

export function setSupervisor(
  db: DatabaseSync,
  inbox: string,
  user: string,
  supervisor: boolean,
): boolean {
  return (
    prepared(db, "UPDATE credentials SET supervisor = ? WHERE inbox = ? AND user = ?").run(
      Number(supervisor),
      inbox,
      user,
    ).changes === 1
  );
}

export function removeCredential(db: DatabaseSync, inbox: string, user: string): boolean {
  return (
    prepared(db, "DELETE FROM credentials WHERE inbox = ? AND user = ?").run(inbox, user)
      .changes === 1
  );
}
