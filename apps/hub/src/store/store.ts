import type { Source } from "@scanhook/webhook";
import type { Verdict } from "../registers/verdict.ts";
import type { AlertStore } from "./alerts.ts";
import type { CareStore } from "./care.ts";
import type { ChangeStore } from "./changes.ts";
import type { ClockStore } from "./clock.ts";
import type { DecisionRequest } from "./decision-request.ts";
import type { DeliveryStore, NewDelivery } from "./deliveries.ts";
import type { DisplayStore } from "./displays.ts";
import type { InboxStore } from "./inboxes.ts";
import type { LeadStore } from "./leads.ts";
import type { LoginStore } from "./logins.ts";
import type { PeopleStore } from "./people.ts";
import type { RegisterStore } from "./registers.ts";
import type { RetentionStore } from "./retention.ts";
import type { RoundStore } from "./rounds.ts";
import type { RoutingStore } from "./routing.ts";
import type { ScanCountStore } from "./scan-counts.ts";
import type {
  BulkDeletion,
  DeletedSelection,
  Deletion,
  Page,
  ScanFilter,
  ScanPage,
} from "./scan-selection.ts";
import type { ArrivingScan, ExportedScan, ListedScan, StoredScan } from "./stored-scan.ts";
import type { TagStore } from "./tags.ts";

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
 * Everything that the hub keeps. Apart from bugs, methods reject with `StoreUnavailable` only,
 * unless their description names another error. Several processes may have the same store open, and
 * each sees what the others commit.
 *
 * Callers pass hashes and never secrets: for tokens, sessions and codes the SHA-256 of a long
 * random value, and for passwords the hashes of `login/passwords.ts`.
 */
export interface Store
  extends InboxStore,
    RetentionStore,
    PeopleStore,
    LoginStore,
    ChangeStore,
    TagStore,
    ScanCountStore,
    RoutingStore,
    DeliveryStore,
    AlertStore,
    RegisterStore,
    LeadStore,
    CareStore,
    RoundStore,
    DisplayStore,
    ClockStore {
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

  /** Returns the number of stored scans and the bytes on disk. */
  size(): Promise<{ scans: number; bytes: number }>;
  /**
   * Stores all scans that are already on their way, and then closes the store. Later calls of other
   * methods reject with `StoreUnavailable` (`closed`). Closing it again has no effect.
   */
  close(): Promise<void>;
}

/** The part of the store that forwarding needs. */
export type ForwardingStore = RoutingStore & DeliveryStore;
