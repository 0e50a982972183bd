import { type AlertRecord, type AlertSettings, defaultAlertSettings } from "./alerts.ts";
import type { Origin } from "./forwarding.ts";

/** A row of the table `alerts`, as both databases return it. */
export type AlertRow = {
  subject: string;
  state: string;
  told: string;
  detail: string;
  since: number;
};

export type AlertSettingsRow = { settings: string; origin: Origin };

export function toAlertRecord({ subject, state, told, detail, since }: AlertRow): AlertRecord {
  return {
    subject,
    state,
    told,
    detail: JSON.parse(detail),
    since: new Date(since).toISOString(),
  };
}

/** Returns the settings of a row. Whatever an older release did not store has its default. */
export function toAlertSettings(
  row: AlertSettingsRow | undefined,
): AlertSettings & { origin: Origin } {
  if (!row) return { ...defaultAlertSettings, origin: "dashboard" };
  return { ...defaultAlertSettings, ...JSON.parse(row.settings), origin: row.origin };
}
