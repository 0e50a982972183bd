import type { Scan, Source } from "@scanhook/webhook";
import type { ForwardingStore, NewDelivery } from "./forwarding.ts";

/** A scan on its way into the store, as the receiver took it. */
export type Arrival = {
  inbox: string;
  /** The Basic user that sent it, once its password was checked. */
  user?: string;
  scan: Scan;
  source?: Source;
  /** The tag it is of, as the contract writes identifiers; none for a code and for a tag that did not show its own. */
  tag?: string;
  /** The request body exactly as it came (valid UTF-8, so text and bytes are the same thing). */
  body: string;
  receivedAt: Date;
  /** W3C trace context of the request, for what its deliveries cause. */
  trace?: string;
  /** Written in the same transaction; a repeat makes none. */
  deliveries?: readonly NewDelivery[];
};

/** A scan as the store gives it back. Times are ISO 8601 in UTC with milliseconds. */
export type StoredScan = {
  /** Grows with every scan, in the order of the commits; never used twice. */
  id: number;
  inbox: string;
  user?: string;
  identifier: string;
  date: string;
  content: string;
  tagType?: string;
  structured?: Record<string, unknown>;
  source?: Source;
  /** As it arrived. */
  tag?: string;
  /** As the tag is called now. */
  tagName?: string;
  receivedAt: string;
  /** How often the same scan came again after the first time. */
  repeats: number;
};

/**
 * What `append` did: the id of the scan, whether it had been there before, and the ids of the deliveries it was given,
 * in their order; 0 for one whose route is gone. A repeat has none.
 */
export type Appended = { id: number; repeat: boolean; deliveries?: number[] };

/** Every part narrows; nothing given means all scans. */
export type ScanFilter = {
  inbox?: string;
  source?: Source;
  /** The identifier of a tag, as the contract writes it. */
  tag?: string;
  /** ISO 8601 times on `receivedAt`: `from` included, `to` excluded. A time that cannot be read is a RangeError. */
  from?: string;
  to?: string;
  /**
   * Words, each the beginning of a word in content, identifier or user; or all of them in the name of the tag. Any text
   * is safe.
   */
  text?: string;
  /** Only these. */
  ids?: readonly number[];
};

/**
 * `before`: scans with a smaller id, newest first (also when neither is given).
 * `after`: scans with a greater id, oldest first (catching up).
 */
export type Page = { before?: number; after?: number; limit: number };

/** An NFC tag that was scanned or named, over all inboxes. */
export type TagRecord = {
  /** As the contract writes it: upper-case hexadecimal bytes, colons between. */
  identifier: string;
  /** What its owner calls it; other tags may be called the same. */
  name?: string;
  /** Scans of it that are stored; a scan that came again counts once. */
  scans: number;
  /** When the first and the last of its scans were received. */
  firstSeenAt?: string;
  lastSeenAt?: string;
  lastScan?: StoredScan;
};

/** Words, each the beginning of a word in the name, the identifier or what the last scan read. Any text is safe. */
export type TagFilter = { text?: string };

/** `after`: only what comes later in the list than a tag with this identifier and this last scan (0: never seen). */
export type TagPage = { after?: TagPlace; limit: number };

export type TagPlace = { lastScan: number; identifier: string };

/** One scan of an audit trail, its place there (the first is 1), and the hash over it and all before it. */
export type ChainRow = { scan: StoredScan & { body: string }; count: number; hash: string };

/** How far an audit trail reaches: the number of its scans, and the hash of the newest. */
export type Head = { count: number; hash: string };

/** An inbox as the dashboard and the command line show it. */
export type InboxRecord = {
  name: string;
  title?: string;
  /** Takes scans without credentials. */
  open: boolean;
  /** Scans are deleted when they are older, in days of 24 hours. */
  keepDays?: number;
  /** Scans are deleted when so many newer ones are there. */
  keepScans?: number;
  /** Its scans are chained by their hashes, and none is ever deleted. */
  audit: boolean;
  createdAt: string;
  credentials: { user: string; createdAt: string; lastUsedAt?: string }[];
  scans: number;
};

/** An empty title takes it away, and 0 a limit. An audit trail ends only while it has no scans. */
export type InboxChange = {
  title?: string;
  open?: boolean;
  keepDays?: number;
  keepScans?: number;
  audit?: boolean;
};

/** An inbox as the receiver needs it for every POST. */
export type InboxForReceiving = {
  name: string;
  open: boolean;
  credentials: readonly { user: string; passwordHash: string }[];
};

/** An API token. The token itself is never stored, only its hash. */
export type TokenRecord = { id: number; name: string; createdAt: string; lastUsedAt?: string };

/** `login` codes set the owner's password, `pair` codes give a phone its credentials. */
export type CodePurpose = "login" | "pair";

/** What became of a one-time code; `data` is what `addCode` was given. */
export type UsedCode =
  | { kind: "ok"; data: Record<string, unknown> }
  | { kind: "used" }
  | { kind: "expired" }
  | { kind: "unknown" };

/** Why the store cannot do its work right now. */
export type StoreTrouble = "full" | "read-only" | "busy" | "closed" | "newer" | "broken";

/**
 * Thrown when the store cannot do what was asked because its surroundings fail: a full disk, a lock held
 * too long, a closed store. Nothing was stored. Worth trying again, except for `newer` and `closed`.
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  readonly code = "store-unavailable";
  readonly trouble: StoreTrouble;

  constructor(trouble: StoreTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}

/**
 * Everything the hub keeps. Every method may reject with `StoreUnavailable`, and with nothing else but bugs.
 * Several processes may have the same store open; each sees what the others committed.
 * Hashes of tokens, sessions and codes are made by the caller (SHA-256 of a long random value is enough);
 * password hashes come from `passwords.ts`.
 */
export interface Store extends ForwardingStore {
  // ——— scans
  /** Resolves once the scan is committed and synced to disk; then it survives a crash and a power cut. */
  append(arrival: Arrival): Promise<Appended>;
  listScans(filter: ScanFilter, page: Page): Promise<StoredScan[]>;
  scan(id: number): Promise<(StoredScan & { body: string }) | undefined>;
  lastScan(source: Source): Promise<StoredScan | undefined>;
  countScans(filter: ScanFilter): Promise<number>;
  /**
   * Calls the listener with the greatest id whenever new scans were committed, by this process at once and by another
   * one within a second. Returns the way to stop it.
   */
  onAppend(listener: (lastId: number) => void): () => void;
  /**
   * Calls the listener with the id of a scan that came again, once that is committed; only for what this process took.
   * Returns the way to stop it.
   */
  onRepeat(listener: (id: number) => void): () => void;
  /**
   * Deletes one scan with its deliveries, the pending ones too, which are not made any more. Audited: it is part of an
   * audit trail; nothing was deleted.
   */
  deleteScan(id: number): Promise<"deleted" | "no-such-scan" | "audited">;
  /**
   * Calls the listener with the id of a scan that `deleteScan` deleted, once that is committed: of this process at once;
   * of another one where the store is told of it. Returns the way to stop it.
   */
  onDelete(listener: (id: number) => void): () => void;

  // ——— tags
  /** Those seen last come first; those never seen come last, by identifier. */
  tags(filter: TagFilter, page: TagPage): Promise<TagRecord[]>;
  /** Undefined: it was neither seen nor named. */
  tag(identifier: string): Promise<TagRecord | undefined>;
  /** Names a tag, whether or not it was seen. */
  nameTag(identifier: string, name: string): Promise<TagRecord>;
  /** Takes the name away, and the tag with it when it has no scans. False: it has no name. */
  unnameTag(identifier: string): Promise<boolean>;

  // ——— inboxes
  /** By name; with counts, for people. */
  inboxes(): Promise<InboxRecord[]>;
  /** Cheap: on the path of every POST. Sees what another process changed at once; of a store that is told of it, within milliseconds. */
  inbox(name: string): Promise<InboxForReceiving | undefined>;
  /** False: that name is taken. */
  addInbox(inbox: { name: string; title?: string; open: boolean }): Promise<boolean>;
  /**
   * Switching audit on resolves once every scan there is in the trail. Audited: it was to be switched off and has scans;
   * nothing was changed.
   */
  changeInbox(name: string, change: InboxChange): Promise<"changed" | "no-such-inbox" | "audited">;
  /**
   * Its credentials and pair codes end at once; scans are deleted with their deliveries, the pending ones too.
   * No such inbox: there is none, and nothing of it left to delete. Audited: scans in an audit trail were to be deleted;
   * nothing was removed.
   */
  removeInbox(
    name: string,
    options: { scans: "keep" | "delete" },
  ): Promise<"removed" | "no-such-inbox" | "audited">;
  /** Adds a user or rotates the password of one. False: no such inbox. */
  setCredential(inbox: string, user: string, passwordHash: string): Promise<boolean>;
  /** False: no such inbox or user. */
  removeCredential(inbox: string, user: string): Promise<boolean>;

  // ——— the owner
  ownerPassword(): Promise<string | undefined>;
  /** Sets the password hash and ends every session. */
  setOwnerPassword(passwordHash: string): Promise<void>;

  addToken(token: { name: string; hash: string }): Promise<TokenRecord>;
  /** Oldest first. */
  tokens(): Promise<TokenRecord[]>;
  /** Finds a token by its hash and notes that it was used (to the minute). */
  useToken(hash: string): Promise<TokenRecord | undefined>;
  /** False: no such token. */
  removeToken(id: number): Promise<boolean>;

  addSession(session: { hash: string; expiresAt: Date }): Promise<void>;
  /** Undefined when there is none or it has expired. */
  session(hash: string): Promise<{ createdAt: string; expiresAt: string } | undefined>;
  /** Moves the end of a session. False: there is none, or it has expired; that does not bring it back. */
  renewSession(session: { hash: string; expiresAt: Date }): Promise<boolean>;
  removeSession(hash: string): Promise<void>;

  /** `data` must be JSON. A `pair` code names its inbox in `data.inbox`. Forgets codes expired for a day. */
  addCode(code: {
    hash: string;
    purpose: CodePurpose;
    data?: Record<string, unknown>;
    expiresAt: Date;
  }): Promise<void>;
  /** Uses a code up: of any number of callers, in any number of processes, exactly one gets `ok`. */
  useCode(hash: string, purpose: CodePurpose): Promise<UsedCode>;
  /** Takes back every unused code of a purpose (a new log-in link makes the older ones useless). */
  removeCodes(purpose: CodePurpose): Promise<void>;

  // ——— keeping
  /**
   * Deletes some scans, at most `limit`, that their inbox wants kept no longer, with their deliveries; none with a
   * delivery still to be made, and none of an audit trail, also when its inbox is gone. Answers how many; 0: that was all.
   */
  expire(limit: number): Promise<number>;
  /** How far the audit trail of an inbox reaches. Undefined: it has none. A trail stays when its inbox is removed. */
  head(inbox: string): Promise<Head | undefined>;
  /** The scans of an audit trail whose id is greater than `after`, oldest first, as they are stored now. */
  chain(inbox: string, after: number, limit: number): Promise<ChainRow[]>;

  // ——— the house
  /** Scans stored, and bytes on disk. */
  size(): Promise<{ scans: number; bytes: number }>;
  /** Finishes what was appended, then closes. Later calls reject with `StoreUnavailable`, `closed`. Safe to call twice. */
  close(): Promise<void>;
}
