import type { Source } from "@scanhook/webhook";
import type { Verdict } from "../registers/register.ts";
import type { AlertStore } from "./alerts.ts";
import type { ClockStore } from "./clock.ts";
import type { DisplayStore } from "./displays.ts";
import type { ForwardingStore, NewDelivery } from "./forwarding.ts";
import type { Binding, DecisionRequest, RegisterStore } from "./registers.ts";
import type { ScanCountStore } from "./scan-counts.ts";
import type {
  BulkDeletion,
  DeletedSelection,
  Deletion,
  Page,
  ScanFilter,
  ScanPage,
} from "./scan-selection.ts";
import type {
  ArrivingScan,
  ExportedScan,
  ListedScan,
  StoredScan,
  TrailScan,
} from "./stored-scan.ts";
import type { TagFilter, TagPage, TagRecord } from "./tags.ts";

/** A scan on its way into the store together with its deliveries. */
export type Arrival = ArrivingScan & {
  /** Deliveries to store in the same transaction as the scan. A repeat gets none. */
  deliveries?: readonly NewDelivery[] | undefined;
  /**
   * The decision that a register has to make in the same transaction. A repeat gets the verdict of
   * the scan that it repeats.
   */
  request?: DecisionRequest | undefined;
};

/** The result of `append`. */
export type Appended = {
  /** The id of the scan. A repeat has the id of the scan that it repeats. */
  id: number;
  repeat: boolean;
  /**
   * The ids of the deliveries in the given order, with 0 for a delivery whose route was removed or
   * does not take the verdict. Absent for a scan without deliveries and for a repeat.
   */
  deliveries?: number[];
  /** The decision of the register, if one had to make it. */
  verdict?: Verdict;
};

/**
 * A scan of an audit trail. `count` is its number in the trail, from 1, and `hash` covers it and
 * all scans before it.
 */
export type ChainRow = { scan: TrailScan; count: number; hash: string };

/**
 * The end of an audit trail: the number of its scans, and the hash of the last one ("" without
 * scans).
 */
export type Head = { count: number; hash: string };

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
  }[];
  /** The number of its stored scans. */
  scans: number;
  /** The number of scans that it has received, including those that were deleted since. */
  received: number;
};

/** The limits of an inbox. An absent value means that there is no such limit. */
export type RetentionLimits = Pick<InboxRecord, "keepDays" | "keepScans">;

/**
 * The scans of an inbox beyond some limits, with the times at which the oldest and the newest of
 * them were received. `pending` of them have pending deliveries, so they are deleted only when
 * these are settled.
 */
export type ExpiringScans = { scans: number; pending: number; oldest?: string; newest?: string };

/** Changes the given parts. An empty title removes the title, and 0 removes a limit. */
export type InboxChange = {
  title?: string;
  open?: boolean;
  keepDays?: number;
  keepScans?: number;
  audit?: boolean;
  /** The change is made only if this is still the revision. */
  revision?: number;
};

/** The parts of an inbox that the receiver needs for every POST. */
export type InboxForReceiving = {
  name: string;
  open: boolean;
  credentials: readonly { user: string; passwordHash: string; supervisor?: true | undefined }[];
  /** How senders are answered, if the inbox feeds a register. */
  answer?: Binding["answer"] | undefined;
};

/** An API token. The store keeps only its hash. */
export type TokenRecord = { id: number; name: string; createdAt: string; lastUsedAt?: string };

/**
 * `login` codes let their holder set the owner's password, and `pair` codes give a phone its
 * credentials.
 */
export type CodePurpose = "login" | "pair";

/** The result of using a one-time code. `data` is the data that was passed to `addCode`. */
export type UsedCode =
  | { kind: "ok"; data: Record<string, unknown> }
  | { kind: "used" }
  | { kind: "expired" }
  | { kind: "unknown" };

/** Why the store cannot work. `newer` means that a newer release of Scanhook has used the data. */
export type StoreProblem = "full" | "read-only" | "busy" | "closed" | "newer" | "broken";

/**
 * Thrown when the environment of the store fails: the disk is full, a lock is held too long, or the
 * store is closed. Nothing was stored. Unless `problem` is `newer` or `closed`, a later attempt may
 * succeed.
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  readonly code = "store-unavailable";
  readonly problem: StoreProblem;

  constructor(problem: StoreProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/**
 * Everything that the hub keeps. Apart from bugs, methods reject with `StoreUnavailable` only,
 * unless their description names another error. Several processes may have the same store open, and
 * each sees what the others commit.
 *
 * Callers pass hashes and never secrets: for tokens, sessions and codes the SHA-256 of a long
 * random value, and for passwords the hashes of `login/passwords.ts`.
 */
export interface Store
  extends ForwardingStore,
    AlertStore,
    ClockStore,
    ScanCountStore,
    RegisterStore,
    DisplayStore {
  // ——— Scans

  /**
   * Stores a scan. Resolves once it is synced to disk, so that it survives a crash and a power cut.
   */
  append(arrival: Arrival): Promise<Appended>;
  /** Lists whole scans. Without `maxBytes`, the page may need `limit` times 2 MiB of memory. */
  listScans(filter: ScanFilter, page: Page): Promise<StoredScan[]>;
  /** Lists scans with long texts cut. `maxBytes` is 1 MiB unless given. */
  readListPage(filter: ScanFilter, page: Page): Promise<ScanPage<ListedScan>>;
  /**
   * Lists scans for an export, with `structured` as it was sent. `maxBytes` is 1 MiB unless given.
   */
  readExportPage(filter: ScanFilter, page: Page): Promise<ScanPage<ExportedScan>>;
  scan(id: number): Promise<(StoredScan & { body: string }) | undefined>;
  /** Returns the newest scan of a source. */
  lastScan(source: Source): Promise<StoredScan | undefined>;
  /**
   * Calls the listener with the greatest id when new scans are committed: immediately for those of
   * this process, and within a second for those of another. With an inbox, the store may leave out
   * calls for scans of others. Returns a function that removes the listener.
   */
  onAppend(listener: (lastId: number) => void, inbox?: string): () => void;
  /**
   * Calls the listener with the id of a scan when this process commits a repeat of it. Returns a
   * function that removes the listener.
   */
  onRepeat(listener: (id: number) => void): () => void;
  /** Returns the ids of the scans of a page in its order. */
  findScanIds(filter: ScanFilter, page: Omit<Page, "maxBytes">): Promise<number[]>;
  /**
   * Deletes a scan with its deliveries, as `deleteScans` does. Returns "audited", and deletes
   * nothing, when the scan belongs to an audit trail. With `forGood`, it may have been deleted
   * before.
   */
  deleteScan(
    id: number,
    options?: { forGood?: boolean },
  ): Promise<"deleted" | "no-such-scan" | "audited">;
  /**
   * Deletes scans with their deliveries, a batch at a time. Pending deliveries are not sent any
   * more. For ten minutes, `restoreScans` can restore them; `deletion` is a new name for the scans
   * that are deleted together. With `forGood`, they are deleted permanently, including those that
   * were deleted before.
   */
  deleteScans(
    ids: readonly number[],
    options: { deletion: string } | { forGood: true },
  ): Promise<BulkDeletion>;
  /** Lists the deletions that can be undone, the newest first. */
  deletions(): Promise<Deletion[]>;
  /**
   * Restores scans that were deleted in the last ten minutes, with their ids and deliveries.
   * `refused` is the number of those that are over ten minutes old, or whose inbox has begun an
   * audit trail since.
   */
  restoreScans(selection: DeletedSelection): Promise<{ restored: number[]; refused: number }>;
  /** Permanently deletes scans that were deleted before. Returns their number. */
  purgeDeleted(selection: DeletedSelection): Promise<number>;
  /**
   * Permanently deletes scans that were deleted more than ten minutes ago. Returns their number.
   */
  purgeExpired(): Promise<number>;
  /**
   * Calls the listener with the id of a scan when `deleteScan` or `deleteScans` of this process
   * deletes it. PostgreSQL also reports deletions by other processes. Returns a function that
   * removes the listener.
   */
  onDelete(listener: (id: number) => void): () => void;
  /**
   * Calls the listener with the id of a scan when it is restored, as `onDelete` does for deletions.
   */
  onRestore(listener: (id: number) => void): () => void;

  // ——— Tags

  /**
   * Lists tags, the most recently seen first. Tags without scans come last, in the order of their
   * identifiers.
   */
  tags(filter: TagFilter, page: TagPage): Promise<TagRecord[]>;
  /** Returns undefined for a tag that has neither scans nor a name. */
  tag(identifier: string): Promise<TagRecord | undefined>;
  /**
   * Names a tag, whether or not it was ever scanned. With a revision that is not the current one,
   * this and `unnameTag` change nothing and return "changed-meanwhile".
   */
  nameTag(
    identifier: string,
    name: string,
    revision?: number,
  ): Promise<TagRecord | "changed-meanwhile">;
  /**
   * Removes the name of a tag. A tag without scans disappears with its name. Returns "no-such-name"
   * if the tag has no name.
   */
  unnameTag(
    identifier: string,
    revision?: number,
  ): Promise<"removed" | "no-such-name" | "changed-meanwhile">;

  // ——— Inboxes

  /** Lists the inboxes by name, with counts. */
  inboxes(): Promise<InboxRecord[]>;
  /**
   * Returns an inbox from memory, because every POST needs one. Changes by another process show
   * immediately on SQLite, and within milliseconds on PostgreSQL.
   */
  inbox(name: string): Promise<InboxForReceiving | undefined>;
  /** Returns false when the name is taken. */
  addInbox(inbox: { name: string; title?: string; open: boolean }): Promise<boolean>;
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

  // ——— The owner

  /** Returns the hash of the password, or undefined before one was set. */
  ownerPassword(): Promise<string | undefined>;
  /**
   * Sets the hash of the password, and ends all sessions. The session in `leaving` ends at its
   * `expiresAt`, all others immediately.
   */
  setOwnerPassword(
    passwordHash: string,
    leaving?: { session: string; expiresAt: Date },
  ): Promise<void>;

  addToken(token: { name: string; hash: string }): Promise<TokenRecord>;
  /** Lists the tokens, oldest first. */
  tokens(): Promise<TokenRecord[]>;
  /** Finds a token by its hash, and records to the minute that it was used. */
  useToken(hash: string): Promise<TokenRecord | undefined>;
  /** Returns false without such a token. */
  removeToken(id: number): Promise<boolean>;

  addSession(session: { hash: string; expiresAt: Date }): Promise<void>;
  /** Returns undefined for an unknown or expired session. */
  session(hash: string): Promise<{ createdAt: string; expiresAt: string } | undefined>;
  /**
   * Sets a new end of a session. Returns false for an unknown or expired session, which stays
   * expired.
   */
  renewSession(session: { hash: string; expiresAt: Date }): Promise<boolean>;
  removeSession(hash: string): Promise<void>;

  /**
   * Adds a one-time code. `data` must be JSON, and that of a `pair` code names its inbox in
   * `data.inbox`. Also deletes codes that expired more than a day ago.
   */
  addCode(code: {
    hash: string;
    purpose: CodePurpose;
    data?: Record<string, unknown>;
    expiresAt: Date;
  }): Promise<void>;
  /**
   * Uses up a code. If several callers use the same code, also in different processes, exactly one
   * gets `ok`.
   */
  useCode(hash: string, purpose: CodePurpose): Promise<UsedCode>;
  /** Removes every unused code of a purpose, so that a new log-in link invalidates older ones. */
  removeCodes(purpose: CodePurpose): Promise<void>;

  // ——— Retention and audit trails

  /**
   * Deletes up to `limit` scans beyond the limits of their inbox, with their deliveries. Returns
   * the number of deleted scans; 0 means that none is left. Skips scans with pending deliveries,
   * and those of an audit trail even when its inbox was removed.
   */
  expire(limit: number): Promise<number>;
  /**
   * Counts the scans that an inbox with these limits would not keep. An inbox with an audit trail
   * keeps all. For an inbox that was removed, it counts the scans that it left behind.
   */
  countExpiring(inbox: string, limits: RetentionLimits): Promise<ExpiringScans>;
  /** Returns the head of an audit trail, or undefined without one. A trail outlives its inbox. */
  head(inbox: string): Promise<Head | undefined>;
  /**
   * Returns scans of an audit trail with an id greater than `after`, oldest first, as they are
   * stored now. Fewer than `limit` when they are large. Only an empty list means that none is left.
   */
  listChainRows(inbox: string, after: number, limit: number): Promise<ChainRow[]>;

  // ——— The store itself

  /** Returns the number of stored scans and the bytes on disk. */
  size(): Promise<{ scans: number; bytes: number }>;
  /**
   * Stores all scans that are already on their way, and then closes the store. Later calls of other
   * methods reject with `StoreUnavailable` (`closed`). Closing it again has no effect.
   */
  close(): Promise<void>;
}
