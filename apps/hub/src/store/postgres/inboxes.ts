import type { AnswerMode } from "../../registers/register.ts";
import { isEdit } from "../edits.ts";
import { type CredentialRow, type InboxRow, toInboxRecord } from "../inbox-row.ts";
import type { InboxChange, InboxForReceiving, InboxRecord } from "../store.ts";
import { endAuditTrail } from "./audit-trail.ts";
import type { Query } from "./database.ts";

export async function inboxes(query: Query): Promise<InboxRecord[]> {
  const rows = await query<InboxRow>(
    `SELECT name, title, open, created_at, revision, changed_at, keep_days, keep_scans,
       name IN (SELECT inbox FROM audits) AS audit, (SELECT count(*) FROM scans WHERE inbox = name) AS scans,
       (SELECT coalesce(sum(scans), 0)::bigint FROM scan_counts WHERE inbox = name) AS received
     FROM inboxes ORDER BY name`,
  );
  const credentials = await query<CredentialRow & { inbox: string }>(
    `SELECT inbox, "user", created_at, last_used_at, supervisor FROM credentials ORDER BY inbox, "user"`,
  );
  return rows.map((row) =>
    toInboxRecord(
      row,
      credentials.filter(({ inbox }) => inbox === row.name),
    ),
  );
}

export async function inboxForReceiving(
  query: Query,
  name: string,
): Promise<InboxForReceiving | undefined> {
  const rows = await query<{
    open: boolean;
    answer: AnswerMode | null;
    user: string | null;
    password_hash: string | null;
    supervisor: boolean | null;
  }>(
    `SELECT open, answer, "user", password_hash, supervisor FROM inboxes
     LEFT JOIN bindings ON bindings.inbox = name LEFT JOIN credentials ON credentials.inbox = name WHERE name = $1`,
    [name],
  );
  const [first] = rows;
  return (
    first && {
      name,
      open: first.open,
      credentials: rows.flatMap(({ user, password_hash, supervisor }) =>
        user === null || password_hash === null
          ? []
          : { user, passwordHash: password_hash, ...(supervisor && { supervisor: true as const }) },
      ),
      ...(first.answer !== null && { answer: first.answer }),
    }
  );
}

/**
 * Increases with every change that could alter the result of `inboxForReceiving`, by whichever
 * process.
 */
export async function inboxRevision(query: Query): Promise<number> {
  const [row] = await query<{ inbox_revision: number }>(
    "SELECT inbox_revision FROM owner",
    [],
    "inbox-revision",
  );
  return row!.inbox_revision;
}

export async function addInbox(
  query: Query,
  now: number,
  inbox: { name: string; title?: string; open: boolean },
): Promise<boolean> {
  const rows = await query(
    `INSERT INTO inboxes (name, title, open, created_at) VALUES ($1, nullif($2, ''), $3, $4)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [inbox.name, inbox.title ?? "", inbox.open, now],
  );
  return rows.length === 1;
}

/** Call inside a transaction. */
export async function changeInbox(
  query: Query,
  name: string,
  change: InboxChange,
  now: number,
): Promise<"changed" | "no-such-inbox" | "audited" | "changed-meanwhile"> {
  const { title, open, keepDays, keepScans, audit, revision } = change;
  if (audit !== undefined) await query("SELECT lock_scans()");
  const [found] = await query<{ revision: number }>(
    "SELECT revision FROM inboxes WHERE name = $1 FOR NO KEY UPDATE",
    [name],
  );
  if (!found) return "no-such-inbox";
  if (revision !== undefined && revision !== found.revision) return "changed-meanwhile";
  if (audit === false && !(await endAuditTrail(query, name))) return "audited";
  if (audit) await query("INSERT INTO audits (inbox) VALUES ($1) ON CONFLICT DO NOTHING", [name]);
  await query(
    `UPDATE inboxes SET
       title = CASE WHEN $2::text IS NULL THEN title ELSE nullif($2, '') END,
       open = coalesce($3, open),
       keep_days = CASE WHEN $4::bigint IS NULL THEN keep_days ELSE nullif($4, 0) END,
       keep_scans = CASE WHEN $5::bigint IS NULL THEN keep_scans ELSE nullif($5, 0) END,
       revision = revision + CASE WHEN $6 THEN 1 ELSE 0 END,
       changed_at = CASE WHEN $6 THEN $7 ELSE changed_at END
     WHERE name = $1`,
    [name, title ?? null, open ?? null, keepDays ?? null, keepScans ?? null, isEdit(change), now],
  );
  return "changed";
}

/**
 * Removes the inbox with its credentials and pair codes, but not its scans. Changes nothing and
 * returns "audited" when the scans are to be deleted but belong to an audit trail. Call inside a
 * transaction.
 */
export async function removeInbox(
  query: Query,
  name: string,
  scans: "keep" | "delete",
): Promise<"removed" | "no-such-inbox" | "audited"> {
  await query("SELECT lock_scans()");
  if (!(await endAuditTrail(query, name)) && scans === "delete") return "audited";
  await query("DELETE FROM codes WHERE purpose = 'pair' AND used_at IS NULL AND inbox = $1", [
    name,
  ]);
  const rows = await query("DELETE FROM inboxes WHERE name = $1 RETURNING 1", [name]);
  return rows.length === 1 ? "removed" : "no-such-inbox";
}

export async function setCredential(
  query: Query,
  now: number,
  inbox: string,
  user: string,
  passwordHash: string,
): Promise<boolean> {
  const rows = await query(
    `INSERT INTO credentials (inbox, "user", password_hash, created_at)
     SELECT name, $2, $3, $4 FROM inboxes WHERE name = $1 FOR KEY SHARE
     ON CONFLICT (inbox, "user") DO UPDATE SET password_hash = $3, created_at = $4, last_used_at = NULL
     RETURNING 1`,
    [inbox, user, passwordHash, now],
  );
  return rows.length === 1;
}

export async function setSupervisor(
  query: Query,
  inbox: string,
  user: string,
  supervisor: boolean,
): Promise<boolean> {
  const rows = await query(
    `UPDATE credentials SET supervisor = $3 WHERE inbox = $1 AND "user" = $2 RETURNING 1`,
    [inbox, user, supervisor],
  );
  return rows.length === 1;
}

export async function removeCredential(
  query: Query,
  inbox: string,
  user: string,
): Promise<boolean> {
  const rows = await query(`DELETE FROM credentials WHERE inbox = $1 AND "user" = $2 RETURNING 1`, [
    inbox,
    user,
  ]);
  return rows.length === 1;
}
