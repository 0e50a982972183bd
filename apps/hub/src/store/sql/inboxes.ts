import type { KindName } from "../../registers/register.ts";
import type { Rules } from "../../registers/rules.ts";
import type { AnswerMode } from "../../registers/verdict.ts";
import {
  type CredentialRow,
  type InboxRow,
  type InboxSettingsRow,
  toInboxRecord,
  toInboxSettings,
} from "../inbox-row.ts";
import type {
  InboxChange,
  InboxForReceiving,
  InboxRecord,
  InboxSettings,
  NewInbox,
  SunCheck,
} from "../inboxes.ts";
import { editColumns, orNull } from "./edits.ts";
import { forKeyShare, forNoKeyUpdate, lockScans } from "./locks.ts";
import { assignments, perDatabase, rawSql, type Steps, sql } from "./sql.ts";

const settingColumns = rawSql(
  "name, title, open, keep_days, keep_scans, origin, name IN (SELECT inbox FROM audits) AS audit",
);

export function* inboxes(): Steps<InboxRecord[]> {
  const rows = yield* sql<InboxRow>`
    SELECT ${settingColumns}, created_at, revision, changed_at,
      (SELECT count(*) FROM scans WHERE inbox = name) AS scans,
      (SELECT CAST(coalesce(sum(scans), 0) AS bigint) FROM scan_counts WHERE inbox = name)
        AS received
    FROM inboxes ORDER BY name`;
  const credentials = yield* sql<CredentialRow & { inbox: string }>`
    SELECT inbox, "user", created_at, last_used_at, supervisor, person FROM credentials
    ORDER BY inbox, "user"`;
  const credentialsByInbox = Map.groupBy(credentials, ({ inbox }) => inbox);
  return rows.map((row) => toInboxRecord(row, credentialsByInbox.get(row.name) ?? []));
}

export function* inboxSettings(): Steps<InboxSettings[]> {
  const rows = yield* sql<InboxSettingsRow>`SELECT ${settingColumns} FROM inboxes ORDER BY name`;
  return rows.map(toInboxSettings);
}

type ReceivingRow = {
  open: number | boolean;
  answer: AnswerMode | null;
  kind: KindName | null;
  register: string | null;
  rules: string | null;
  secrets: string | null;
  user: string | null;
  password_hash: string | null;
  supervisor: number | boolean | null;
};

export function* inboxForReceiving(name: string): Steps<InboxForReceiving | undefined> {
  const rows = yield* sql<ReceivingRow>`
    SELECT open, answer, kind, registers.name AS register, rules, secrets, "user", password_hash,
      supervisor FROM inboxes
    LEFT JOIN bindings ON bindings.inbox = inboxes.name
    LEFT JOIN registers ON registers.id = bindings.register
    LEFT JOIN credentials ON credentials.inbox = inboxes.name WHERE inboxes.name = ${name}`;
  const [first] = rows;
  if (!first) return undefined;
  return {
    name,
    open: Boolean(first.open),
    credentials: rows.flatMap(({ user, password_hash, supervisor }) =>
      user === null || password_hash === null
        ? []
        : { user, passwordHash: password_hash, supervisor: supervisor ? true : undefined },
    ),
    answer: first.answer ?? undefined,
    kind: first.kind ?? undefined,
    sun: toSunCheck(first),
  };
}

function toSunCheck({ register, rules, secrets }: ReceivingRow): SunCheck | undefined {
  const { keys } = JSON.parse(rules ?? "{}") as Rules;
  if (register === null || !keys?.sun) return undefined;
  return { register, rule: keys.sun, sealed: JSON.parse(secrets ?? "{}") };
}

/**
 * Returns a number that increases with every change, by any process, that could alter the result of
 * `inboxForReceiving`.
 */
export function* inboxRevision(): Steps<number> {
  const [row] = yield* sql<{ inbox_revision: number }>`
    SELECT inbox_revision FROM owner`.named("inbox-revision");
  return row!.inbox_revision;
}

export function* addInbox(
  now: number,
  { name, title, open, origin = "dashboard" }: NewInbox,
): Steps<boolean> {
  const rows = yield* sql`
    INSERT INTO inboxes (name, title, open, origin, created_at)
    VALUES (${name}, ${orNull(title, "")}, ${open}, ${origin}, ${now})
    ON CONFLICT DO NOTHING RETURNING 1`;
  return rows.length === 1;
}

export function* changeInbox(
  name: string,
  change: InboxChange,
  now: number,
): Steps<"changed" | "no-such-inbox" | "audited" | "changed-meanwhile"> {
  const { title, open, keepDays, keepScans, audit, origin, revision } = change;
  if (audit !== undefined) yield* lockScans;
  const [found] = yield* sql<{ revision: number }>`
    SELECT revision FROM inboxes WHERE name = ${name} ${forNoKeyUpdate}`;
  if (!found) return "no-such-inbox";
  if (revision !== undefined && revision !== found.revision) return "changed-meanwhile";
  if (audit === false && !(yield* endAuditTrail(name))) return "audited";
  if (audit) yield* sql`INSERT INTO audits (inbox) VALUES (${name}) ON CONFLICT DO NOTHING`;
  const columns = assignments({
    title: orNull(title, ""),
    open,
    keep_days: orNull(keepDays, 0),
    keep_scans: orNull(keepScans, 0),
    origin,
    ...editColumns(change, now),
  });
  yield* sql`UPDATE inboxes SET ${columns} WHERE name = ${name}`;
  return "changed";
}

/** The name of the inbox in the data of a code. */
const inboxOfCode = perDatabase({ sqlite: rawSql("data ->> 'inbox'"), postgres: rawSql("inbox") });

/**
 * Removes the inbox with its credentials and pair codes, but not its scans. Changes nothing and
 * returns "audited" when the scans are to be deleted but belong to an audit trail.
 */
export function* removeInbox(
  name: string,
  scans: "keep" | "delete",
): Steps<"removed" | "no-such-inbox" | "audited"> {
  yield* lockScans;
  if (!(yield* endAuditTrail(name)) && scans === "delete") return "audited";
  yield* sql`
    DELETE FROM codes WHERE purpose = 'pair' AND used_at IS NULL AND ${inboxOfCode} = ${name}`;
  const rows = yield* sql`DELETE FROM inboxes WHERE name = ${name} RETURNING 1`;
  return rows.length === 1 ? "removed" : "no-such-inbox";
}

/**
 * Ends the audit trail of an inbox unless it has scans. Returns false if the trail stays because it
 * has scans. Call it after `lockScans`.
 */
function* endAuditTrail(inbox: string): Steps<boolean> {
  const [trail] = yield* sql`SELECT 1 FROM audits WHERE inbox = ${inbox}`;
  if (!trail) return true;
  const [scan] = yield* sql`SELECT 1 FROM scans WHERE inbox = ${inbox} LIMIT 1`;
  if (scan) return false;
  yield* sql`DELETE FROM audits WHERE inbox = ${inbox}`;
  return true;
}

export function* setCredential(
  now: number,
  inbox: string,
  user: string,
  passwordHash: string,
): Steps<boolean> {
  const rows = yield* sql`
    INSERT INTO credentials (inbox, "user", password_hash, created_at)
    SELECT name, ${user}, ${passwordHash}, ${now} FROM inboxes WHERE name = ${inbox} ${forKeyShare}
    ON CONFLICT (inbox, "user") DO UPDATE SET password_hash = excluded.password_hash,
      created_at = excluded.created_at, last_used_at = NULL
    RETURNING 1`;
  return rows.length === 1;
}

export function* setSupervisor(inbox: string, user: string, supervisor: boolean): Steps<boolean> {
  const rows = yield* sql`
    UPDATE credentials SET supervisor = ${supervisor}
    WHERE inbox = ${inbox} AND "user" = ${user} RETURNING 1`;
  return rows.length === 1;
}

export function* removeCredential(inbox: string, user: string): Steps<boolean> {
  const rows = yield* sql`
    DELETE FROM credentials WHERE inbox = ${inbox} AND "user" = ${user} RETURNING 1`;
  return rows.length === 1;
}
