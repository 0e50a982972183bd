import type { DatabaseSync } from "node:sqlite";
import {
  type AlertRow,
  type AlertSettingsRow,
  alertSettingsColumns,
  toAlertRecord,
  toAlertSettings,
} from "../alert-row.ts";
import type { AlertRecord, AlertSettings, NotedState, StoredAlertSettings } from "../alerts.ts";
import type { Origin } from "../forwarding.ts";
import { prepared, transaction } from "./database.ts";

const columns = "subject, state, told, detail, since";

export function alertSettings(db: DatabaseSync): StoredAlertSettings {
  const row = prepared(db, `SELECT ${alertSettingsColumns} FROM alert_settings`).get();
  return toAlertSettings(row as AlertSettingsRow | undefined);
}

export function setAlertSettings(
  db: DatabaseSync,
  now: number,
  settings: AlertSettings,
  origin: Origin,
  revision?: number,
): "changed" | "changed-meanwhile" {
  const { changes } = prepared(
    db,
    `INSERT INTO alert_settings (singleton, settings, origin, revision, changed_at)
     VALUES (1, :settings, :origin, 2, :now)
     ON CONFLICT DO UPDATE SET
       settings = :settings, origin = :origin, revision = revision + 1, changed_at = :now
     WHERE revision = coalesce(:revision, revision)`,
  ).run({ settings: JSON.stringify(settings), origin, now, revision: revision ?? null });
  return changes === 0 ? "changed-meanwhile" : "changed";
}

export function alerts(db: DatabaseSync): AlertRecord[] {
  const rows = prepared(db, `SELECT ${columns} FROM alerts ORDER BY subject`).all();
  return (rows as AlertRow[]).map(toAlertRecord);
}

export function noteAlertState(db: DatabaseSync, now: number, noted: NotedState): void {
  const { subject, state, from, afterMs = 0 } = noted;
  transaction(db, () => {
    const row = prepared(db, "SELECT state FROM alerts WHERE subject = ?").get(subject);
    const before = row?.state ?? "ok";
    if (from !== undefined && before !== from) return;
    const detail = JSON.stringify(noted.detail);
    if (before === state) {
      prepared(db, "UPDATE alerts SET detail = ?, seen_at = ? WHERE subject = ?").run(
        detail,
        now,
        subject,
      );
      return;
    }
    prepared(
      db,
      `INSERT INTO alerts (subject, state, detail, since, seen_at, due_at)
       VALUES (:subject, :state, :detail, :now, :now, :dueAt)
       ON CONFLICT DO UPDATE SET
         state = :state, detail = :detail, since = :now, seen_at = :now, due_at = :dueAt`,
    ).run({ subject, state, detail, now, dueAt: now + afterMs });
  });
}

export function claimAlerts(db: DatabaseSync, now: number, leaseMs: number): AlertRecord[] {
  const rows = prepared(
    db,
    `UPDATE alerts SET due_at = ?1 WHERE state <> told AND due_at <= ?2 RETURNING ${columns}`,
  ).all(now + leaseMs, now) as AlertRow[];
  return rows.map(toAlertRecord);
}

export function recordAlertTold(db: DatabaseSync, subject: string, state: string): void {
  prepared(
    db,
    `UPDATE alerts SET told = ?1, due_at = CASE state WHEN ?1 THEN 0 ELSE due_at END
     WHERE subject = ?2 AND due_at <> 0`,
  ).run(state, subject);
}

export function postponeAlert(db: DatabaseSync, now: number, subject: string, ms: number): void {
  prepared(db, "UPDATE alerts SET due_at = ? WHERE subject = ?").run(now + ms, subject);
}

export function removeAlerts(db: DatabaseSync, subjects: readonly string[]): void {
  prepared(db, "DELETE FROM alerts WHERE subject IN (SELECT value FROM json_each(?))").run(
    JSON.stringify(subjects),
  );
}

export function removeSilentAlerts(
  db: DatabaseSync,
  now: number,
  prefix: string,
  silentMs: number,
): void {
  prepared(db, "DELETE FROM alerts WHERE substr(subject, 1, length(?1)) = ?1 AND seen_at < ?2").run(
    prefix,
    now - silentMs,
  );
}
