import {
  type AlertRow,
  type AlertSettingsRow,
  alertSettingsColumns,
  toAlertRecord,
  toAlertSettings,
} from "../alert-row.ts";
import type { AlertRecord, AlertSettings, NotedState, StoredAlertSettings } from "../alerts.ts";
import type { Origin } from "../routing.ts";
import { skipLocked } from "./locks.ts";
import { isOneOf, rawSql, type Steps, sql } from "./sql.ts";

const columns = rawSql("subject, state, told, detail, since");

export function* alertSettings(): Steps<StoredAlertSettings> {
  const [row] = yield* sql<AlertSettingsRow>`
    SELECT ${rawSql(alertSettingsColumns)} FROM alert_settings`;
  return toAlertSettings(row);
}

export function* setAlertSettings(
  now: number,
  settings: AlertSettings,
  origin: Origin,
  revision?: number,
): Steps<"changed" | "changed-meanwhile"> {
  const rows = yield* sql`
    INSERT INTO alert_settings AS stored (singleton, settings, origin, revision, changed_at)
    VALUES (1, ${JSON.stringify(settings)}, ${origin}, 2, ${now})
    ON CONFLICT (singleton) DO UPDATE SET
      settings = excluded.settings, origin = excluded.origin, revision = stored.revision + 1,
      changed_at = excluded.changed_at
    WHERE stored.revision = coalesce(${revision}, stored.revision)
    RETURNING revision`;
  return rows.length === 0 ? "changed-meanwhile" : "changed";
}

export function* alerts(): Steps<AlertRecord[]> {
  const rows = yield* sql<AlertRow>`SELECT ${columns} FROM alerts ORDER BY subject`;
  return rows.map(toAlertRecord);
}

/**
 * Notes a state in one statement, because several nodes may note the same state at the same time.
 */
export function* noteAlertState(now: number, noted: NotedState): Steps<void> {
  const { subject, state, detail, from, afterMs = 0 } = noted;
  yield* sql`
    INSERT INTO alerts AS noted (subject, state, detail, since, seen_at, due_at)
    SELECT ${subject}, ${state}, ${JSON.stringify(detail)}, ${now}, ${now}, ${now + afterMs}
    WHERE EXISTS (SELECT 1 FROM alerts WHERE subject = ${subject})
      OR (${state} <> 'ok' AND coalesce(${from}, 'ok') = 'ok')
    ON CONFLICT (subject) DO UPDATE SET
      state = excluded.state,
      detail = excluded.detail,
      seen_at = excluded.seen_at,
      since = CASE WHEN noted.state = excluded.state THEN noted.since ELSE excluded.since END,
      due_at = CASE WHEN noted.state = excluded.state THEN noted.due_at ELSE excluded.due_at END
    WHERE noted.state = coalesce(${from}, noted.state)`;
}

export function* claimAlerts(now: number, leaseMs: number): Steps<AlertRecord[]> {
  const rows = yield* sql<AlertRow>`
    UPDATE alerts SET due_at = ${now + leaseMs} WHERE subject IN (
      SELECT subject FROM alerts WHERE state <> told AND due_at <= ${now} ${skipLocked}
    ) RETURNING ${columns}`;
  return rows.map(toAlertRecord);
}

export function* recordAlertTold(subject: string, state: string): Steps<void> {
  yield* sql`
    UPDATE alerts SET told = ${state}, due_at = CASE state WHEN ${state} THEN 0 ELSE due_at END
    WHERE subject = ${subject} AND due_at <> 0`;
}

export function* postponeAlert(now: number, subject: string, delayMs: number): Steps<void> {
  yield* sql`UPDATE alerts SET due_at = ${now + delayMs} WHERE subject = ${subject}`;
}

export function* removeAlerts(subjects: readonly string[]): Steps<void> {
  yield* sql`DELETE FROM alerts WHERE subject ${isOneOf("text", subjects)}`;
}

export function* removeSilentAlerts(now: number, prefix: string, silentMs: number): Steps<void> {
  yield* sql`
    DELETE FROM alerts
    WHERE substr(subject, 1, length(${prefix})) = ${prefix} AND seen_at < ${now - silentMs}`;
}
