import type { Origin } from "./routing.ts";

/** When and where the owner is alerted. */
export type AlertSettings = {
  /**
   * The names of the destinations that alerts go to. The first one that is well is used. Empty: no
   * alerts.
   */
  destinations: string[];
  /** How long a destination must have failed before its owner hears of it. */
  failingMinutes: number;
  /** The disk counts as nearly full if less than this percentage of it is free, from 0 to 50, … */
  diskPercent: number;
  /** … or if less than this many GiB are free. */
  diskGiB: number;
  /** The age in days from which the last backup counts as old; 0: never. */
  backupDays: number;
};

/**
 * The settings as the store has them. Settings that were never changed have revision 1 and no
 * `changedAt`.
 */
export type StoredAlertSettings = AlertSettings & {
  origin: Origin;
  revision: number;
  changedAt?: string | undefined;
};

export const defaultAlertSettings: AlertSettings = {
  destinations: [],
  failingMinutes: 1,
  diskPercent: 5,
  diskGiB: 1,
  backupDays: 7,
};

/** A subject of alerts, such as a destination or the disk, with its current state. */
export type AlertRecord = {
  /**
   * `destination:<id>`, `given-up:<id>`, `disk`, `disk:<host>`, `backup`, `clock` or
   * `guessing:<inbox> <sender>`.
   */
  subject: string;
  /** `ok`, or a word for the problem. */
  state: string;
  /**
   * The state that the owner was last told. A subject that never had a problem counts as told `ok`.
   */
  told: string;
  /** Further values for the message. They never include contents of scans. */
  detail: Record<string, unknown>;
  /** When the subject entered this state. */
  since: string;
};

export type NotedState = {
  subject: string;
  state: string;
  detail: Record<string, unknown>;
  /** The state is only noted if this is the current one. A subject without a record is `ok`. */
  from?: string;
  /** How long the state must last before the owner is told. */
  afterMs?: number;
};

/**
 * The part of the store that alerts need. Like all of it, it rejects with `StoreUnavailable` only.
 */
export interface AlertStore {
  alertSettings(): Promise<StoredAlertSettings>;
  /** Replaces the settings; with a `revision`, only if they still have it. */
  setAlertSettings(
    settings: AlertSettings,
    origin: Origin,
    revision?: number,
  ): Promise<"changed" | "changed-meanwhile">;
  /** Lists the records by subject. */
  alerts(): Promise<AlertRecord[]>;
  /** Notes the state of a subject. If the state is unchanged, only the detail is updated. */
  noteAlertState(noted: NotedState): Promise<void>;
  /**
   * Returns the records that the owner has to be told now, and reserves them for this process for
   * `leaseMs`. Exactly one process gets each of them.
   */
  claimAlerts(leaseMs: number): Promise<AlertRecord[]>;
  /**
   * Records that the owner was told this state of a subject. If the state has changed since, the
   * new one is due at once. Does nothing if another process told the new one meanwhile.
   */
  recordAlertTold(subject: string, state: string): Promise<void>;
  /** Postpones an alert that could not be sent. */
  postponeAlert(subject: string, delayMs: number): Promise<void>;
  /** Forgets subjects, for example those of a destination that was removed. */
  removeAlerts(subjects: readonly string[]): Promise<void>;
  /** Forgets the subjects with this prefix that no process has noted for `silentMs`. */
  removeSilentAlerts(prefix: string, silentMs: number): Promise<void>;
}
