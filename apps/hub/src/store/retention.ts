import type { InboxRecord } from "./inboxes.ts";
import type { TrailScan } from "./stored-scan.ts";

/** The limits of an inbox. An absent value means that there is no such limit. */
export type RetentionLimits = Pick<InboxRecord, "keepDays" | "keepScans">;

/**
 * The scans of an inbox beyond some limits, with the times at which the oldest and the newest of
 * them were received. `pending` of them have pending deliveries, so they are deleted only when
 * these are settled.
 */
export type ExpiringScans = { scans: number; pending: number; oldest?: string; newest?: string };

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

/** The part of the store with the limits of inboxes and with audit trails. */
export interface RetentionStore {
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
}
