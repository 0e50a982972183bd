import type { Source } from "@scanhook/webhook";

/** Selects the scans that match every given part. An empty filter selects all scans. */
export type ScanFilter = {
  inbox?: string;
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
   * Words of which each is the beginning of a word in content, identifier or user, or its end in
   * content or identifier; or all of them in the name of the tag. An end has 3 to 99 characters.
   * Any text is valid.
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
  /** Ends the page with the scan that fills about this many bytes. A page has at least one scan. */
  maxBytes?: number;
};

/** The scans of a page, and whether more follow it. */
export type ScanPage<Scan> = { scans: Scan[]; more: boolean };

/** Scans that were deleted together and can be brought back until `restorableUntil`. */
export type Deletion = {
  deletion: string;
  /** How many of them are still deleted. */
  scans: number;
  deletedAt: string;
  restorableUntil: string;
};

/** `refused` is the number of scans of audit trails, which stay. */
export type BulkDeletion = { deleted: number[]; refused: number };

/**
 * Deleted scans that are not purged yet: some by their ids, what was deleted together, of an inbox,
 * or until a time.
 */
export type DeletedSelection =
  | { ids: readonly number[] }
  | { deletion: string }
  | { inbox: string }
  | { deletedUntil: number };
