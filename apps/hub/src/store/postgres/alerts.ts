import {
  type AlertRow,
  type AlertSettingsRow,
  alertSettingsColumns,
  toAlertRecord,
  toAlertSettings,
} from "../alert-row.ts";
import type { AlertRecord, AlertSettings, NotedState, StoredAlertSettings } from "../alerts.ts";
import type { Origin } from "../forwarding.ts";
import type { Query } from "./database.ts";

const columns = "subject, state, told, detail, since";

export async function alertSettings(query: Query): Promise<StoredAlertSettings> {
  const [row] = await query<AlertSettingsRow>(`SELECT ${alertSettingsColumns} FROM alert_settings`);
  return toAlertSettings(row);
}

export async function setAlertSettings(
  query: Query,
  now: number,
  settings: AlertSettings,
  origin: Origin,
  revision?: number,
): Promise<"changed" | "changed-meanwhile"> {
  const rows = await query(
    `INSERT INTO alert_settings AS stored (singleton, settings, origin, revision, changed_at)
     VALUES (1, $1, $2, 2, $3)
     ON CONFLICT (singleton) DO UPDATE SET
       settings = $1, origin = $2, revision = stored.revision + 1, changed_at = $3
     WHERE stored.revision = coalesce($4, stored.revision)
     RETURNING revision`,
    [JSON.stringify(settings), origin, now, revision ?? null],
  );
  return rows.length === 0 ? "changed-meanwhile" : "changed";
}

export async function alerts(query: Query): Promise<AlertRecord[]> {
  const rows = await query<AlertRow>(`SELECT ${columns} FROM alerts ORDER BY subject`);
  return rows.map(toAlertRecord);
}

/** One statement, because several nodes may note the same state at the same time. */
export async function noteAlertState(query: Query, now: number, noted: NotedState): Promise<void> {
  const { subject, state, detail, from, afterMs = 0 } = noted;
  await query(
    `INSERT INTO alerts AS noted (subject, state, detail, since, seen_at, due_at)
     SELECT $1::text, $2::text, $3::text, $4::bigint, $4::bigint, $5::bigint
     WHERE EXISTS (SELECT FROM alerts WHERE subject = $1)
       OR ($2 <> 'ok' AND coalesce($6::text, 'ok') = 'ok')
     ON CONFLICT (subject) DO UPDATE SET
       state = excluded.state,
       detail = excluded.detail,
       seen_at = excluded.seen_at,
       since = CASE WHEN noted.state = excluded.state THEN noted.since ELSE excluded.since END,
       due_at = CASE WHEN noted.state = excluded.state THEN noted.due_at ELSE excluded.due_at END
     WHERE noted.state = coalesce($6, noted.state)`,
    [subject, state, JSON.stringify(detail), now, now + afterMs, from ?? null],
  );
}

export async function claimAlerts(
  query: Query,
  now: number,
  leaseMs: number,
): Promise<AlertRecord[]> {
  const rows = await query<AlertRow>(
    `UPDATE alerts SET due_at = $1 WHERE subject IN (
       SELECT subject FROM alerts WHERE state <> told AND due_at <= $2 FOR UPDATE SKIP LOCKED
     ) RETURNING ${columns}`,
    [now + leaseMs, now],
  );
  return rows.map(toAlertRecord);
}

export async function recordAlertTold(query: Query, subject: string, state: string): Promise<void> {
  await query(
    `UPDATE alerts SET told = $2, due_at = CASE state WHEN $2 THEN 0 ELSE due_at END
     WHERE subject = $1 AND due_at <> 0`,
    [subject, state],
  );
}

export async function postponeAlert(
  query: Query,
  now: number,
  subject: string,
  ms: number,
): Promise<void> {
  await query("UPDATE alerts SET due_at = $2 WHERE subject = $1", [subject, now + ms]);
}

export async function removeAlerts(query: Query, subjects: readonly string[]): Promise<void> {
  await query("DELETE FROM alerts WHERE subject = ANY ($1)", [subjects]);
}

export async function removeSilentAlerts(
  query: Query,
  now: number,
  prefix: string,
  silentMs: number,
): Promise<void> {
  await query("DELETE FROM alerts WHERE starts_with(subject, $1) AND seen_at < $2", [
    prefix,
    now - silentMs,
  ]);
}
