import { type AlertRecord, defaultAlertSettings, type StoredAlertSettings } from "./alerts.ts";
import type { Origin } from "./routing.ts";

/** A row of the table `alerts`, as both databases return it. */
export type AlertRow = {
  subject: string;
  state: string;
  told: string;
  detail: string;
  since: number;
};

export type AlertSettingsRow = {
  settings: string;
  origin: Origin;
  revision: number;
  changed_at: number | null;
};

/** The columns of `AlertSettingsRow`. */
export const alertSettingsColumns = "settings, origin, revision, changed_at";

export function toAlertRecord({ subject, state, told, detail, since }: AlertRow): AlertRecord {
  return {
    subject,
    state,
    told,
    detail: JSON.parse(detail),
    since: new Date(since).toISOString(),
  };
}

/**
 * Returns the settings of a row, or the defaults without one. Settings that an older release did
 * not store have their defaults.
 */
export function toAlertSettings(row: AlertSettingsRow | undefined): StoredAlertSettings {
  if (!row) return { ...defaultAlertSettings, origin: "dashboard", revision: 1 };
  const { settings, origin, revision, changed_at: changedAt } = row;
  return {
    ...defaultAlertSettings,
    ...JSON.parse(settings),
    origin,
    revision,
    changedAt: changedAt === null ? undefined : new Date(changedAt).toISOString(),
  };
}
