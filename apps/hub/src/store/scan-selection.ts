import type { Source } from "@scanhook/webhook";

/** Selects the scans that match every given part. An empty filter selects all scans. */
export type ScanFilter = {
  inbox?: string;
  /** Only scans of one of these inboxes. */
  inboxes?: readonly string[];
  source?: Source;
  /** The identifier of a tag, as the contract writes it. */
  tag?: string;
  /**
   * The earliest `receivedAt`, as an ISO 8601 time. An invalid time makes the method reject with a
   * RangeError.
   */
  from?: string;
  /** The time before which the scan was received. */
  to?: string;
  /**
   * Search words. A scan matches if each of them begins a word of the content, identifier or user,
   * or ends a word of the content or identifier. It also matches if the name of its tag has all of
   * them. An end has 3 to 99 characters. Any text is valid.
   */
  text?: string;
  ids?: readonly number[];
};

/**
 * A page of scans. With `after` alone, it has the oldest scans with a greater id, oldest first,
 * which is how to catch up. Otherwise it has the newest scans with a smaller id than `before`,
 * newest first, or the newest of all.
 */
export type Page = {
  before?: number;
  after?: number;
  limit: number;
  /** The size in bytes after which the page ends, approximately. A page has at least one scan. */
  maxBytes?: number;
};

/** The scans of a page, and whether more scans follow it. */
export type ScanPage<Scan> = { scans: Scan[]; more: boolean };

/** Scans that were deleted together and can be restored until `restorableUntil`. */
export type Deletion = {
  deletion: string;
  /** The number of these scans that are still deleted. */
  scans: number;
  deletedAt: string;
  restorableUntil: string;
};

/**
 * The result of deleting scans. `deleted` has their ids, and `refused` is the number of scans that
 * stay because they belong to an audit trail.
 */
export type BulkDeletion = { deleted: number[]; refused: number };

/**
 * Selects deleted scans that are not purged yet: by their ids, by the deletion that deleted them
 * together, by their inbox, or by the time until which they were deleted (milliseconds since 1970).
 */
export type DeletedSelection =
  | { ids: readonly number[] }
  | { deletion: string }
  | { inbox: string }
  | { deletedUntil: number };
