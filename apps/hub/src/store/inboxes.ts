import type { KindName } from "../registers/register.ts";
import type { SunRule } from "../registers/rules.ts";
import type { Binding } from "./registers.ts";
import type { Origin, SealedSecrets } from "./routing.ts";

/** An inbox as the dashboard and the command show it. */
export type InboxRecord = {
  name: string;
  title?: string | undefined;
  /** Whether the inbox accepts scans without credentials. */
  open: boolean;
  /** The age in days of 24 hours after which scans are deleted. */
  keepDays?: number | undefined;
  /** The number of newest scans that are kept. */
  keepScans?: number | undefined;
  /**
   * Whether the inbox has an audit trail: its scans are chained by their hashes and never deleted.
   */
  audit: boolean;
  /** `file` means that it is defined in the settings file, and that the API must not change it. */
  origin: Origin;
  createdAt: string;
  /** Grows with every edit, from 1. Changes of its users are no edits. */
  revision: number;
  /** When it was last edited, or else created. */
  changedAt: string;
  credentials: {
    user: string;
    createdAt: string;
    lastUsedAt?: string | undefined;
    /**
     * If the inbox feeds a register, this user may undo movements, search entries and let guests in
     * against the rules.
     */
    supervisor?: true | undefined;
    /** The id of the person to whom the user belongs. */
    person?: number | undefined;
  }[];
  /** The number of its stored scans. */
  scans: number;
  /** The number of scans that it has received, including those that were deleted since. */
  received: number;
};

/** The settings of an inbox, without its users and counts. */
export type InboxSettings = Pick<
  InboxRecord,
  "name" | "title" | "open" | "keepDays" | "keepScans" | "audit" | "origin"
>;

/** Changes the given parts. An empty title removes the title, and 0 removes a limit. */
export type InboxChange = {
  title?: string;
  open?: boolean;
  keepDays?: number;
  keepScans?: number;
  audit?: boolean;
  origin?: Origin;
  /** The change is made only if this is still the revision. */
  revision?: number;
};

/** The origin is `dashboard` unless given. */
export type NewInbox = { name: string; title?: string; open: boolean; origin?: Origin };

/** The parts of an inbox that the receiver needs for every POST. */
export type InboxForReceiving = {
  name: string;
  open: boolean;
  credentials: readonly { user: string; passwordHash: string; supervisor?: true | undefined }[];
  /** How senders are answered, if the inbox feeds a register. */
  answer?: Binding["answer"] | undefined;
  /** The kind of that register. */
  kind?: KindName | undefined;
  /** Present if that register has only tags that cannot be copied. */
  sun?: SunCheck | undefined;
};

/** How a register checks its tags, with the sealed keys. */
export type SunCheck = { register: string; rule: SunRule; sealed: SealedSecrets };

/** The part of the store with the inboxes and their users. */
export interface InboxStore {
  /** Lists the inboxes by name, with counts. */
  inboxes(): Promise<InboxRecord[]>;
  /** Lists the inboxes by name, without counting scans, which takes long for many of them. */
  inboxSettings(): Promise<InboxSettings[]>;
  /**
   * Returns an inbox from memory, because every POST needs one. Changes by another process show
   * immediately on SQLite, and within milliseconds on PostgreSQL.
   */
  inbox(name: string): Promise<InboxForReceiving | undefined>;
  /** Returns false when the name is taken. */
  addInbox(inbox: NewInbox): Promise<boolean>;
  /**
   * Changes an inbox. Starting an audit trail resolves once the trail has every scan of the inbox.
   * Returns "audited", and changes nothing, when a trail with scans was to be ended, and
   * "changed-meanwhile" for an older revision.
   */
  changeInbox(
    name: string,
    change: InboxChange,
  ): Promise<"changed" | "no-such-inbox" | "audited" | "changed-meanwhile">;
  /**
   * Removes an inbox with its credentials and pair codes, and on request deletes its scans with
   * their deliveries, pending ones included. Deleting the scans of an inbox that is already removed
   * returns "removed" as long as there were any. Returns "audited", and removes nothing, when scans
   * of an audit trail were to be deleted.
   */
  removeInbox(
    name: string,
    options: { scans: "keep" | "delete" },
  ): Promise<"removed" | "no-such-inbox" | "audited">;
  /**
   * Adds a user, or replaces the password of an existing one. Returns false without such an inbox.
   */
  setCredential(inbox: string, user: string, passwordHash: string): Promise<boolean>;
  /**
   * Sets whether a user of an inbox is a supervisor. Returns false without such an inbox or user.
   */
  setSupervisor(inbox: string, user: string, supervisor: boolean): Promise<boolean>;
  /** Returns false without such an inbox or user. */
  removeCredential(inbox: string, user: string): Promise<boolean>;
}
