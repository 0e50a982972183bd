import type { Origin } from "./routing.ts";

/** A changed field. A secret has neither value. */
export type ChangedField = { field: string; from?: unknown; to?: unknown };

/** The kinds of settings that can change. */
export const changeSubjects = [
  "hub",
  "person",
  "token",
  "inbox",
  "user",
  "register",
  "display",
  "destination",
  "route",
  "alerts",
] as const;
export type ChangeSubject = (typeof changeSubjects)[number];

/**
 * By which way a change was made: `page` is the dashboard, `token` an API token, `command` the
 * command on the machine of the hub, `file` the settings file, and `sign-in` the groups of a
 * provider.
 */
export type ChangeVia = "page" | "token" | "command" | "file" | "sign-in";

/** An entry of the journal of changed settings. `name` is the name of what was changed. */
export type ChangeRecord = {
  id: number;
  at: string;
  /** The name of the person, with that of the token, or of the user of the machine. */
  by: string;
  via: ChangeVia;
  subject: ChangeSubject;
  name: string;
  action: "added" | "changed" | "removed";
  fields: ChangedField[];
};

export type NewChange = Omit<ChangeRecord, "id" | "at">;

/** Selects entries: with this subject, name or person, from this time and before that one. */
export type ChangeFilter = {
  subject?: ChangeSubject | undefined;
  name?: string | undefined;
  by?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** The part of the store with the journal of changed settings. */
export interface ChangeStore {
  addChange(change: NewChange): Promise<void>;
  /** Lists entries, the newest first: those with a smaller id than `before`. */
  changes(
    filter: ChangeFilter,
    page: { before?: number | undefined; limit: number },
  ): Promise<ChangeRecord[]>;
  /** Returns how many days entries are kept. Undefined: for good. */
  changesKeepDays(): Promise<number | undefined>;
  /** Returns who keeps that number of days. */
  changesOrigin(): Promise<Origin>;
  /** The origin is `dashboard` unless given. */
  setChangesKeepDays(days: number | undefined, origin?: Origin): Promise<void>;
  /** Deletes entries that are older than they are kept. Returns their number. */
  removeOldChanges(): Promise<number>;
}
