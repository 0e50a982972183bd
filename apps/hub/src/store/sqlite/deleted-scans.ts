import { hash } from "node:crypto";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { bulkBatchSize } from "../batches.ts";
import type { DeliveryState } from "../deliveries.ts";
import type { DeletedSelection, Deletion } from "../scan-selection.ts";
import { erasing, prepared, transaction } from "./database.ts";
import { eraseScans } from "./deletion.ts";
import {
  countRestored,
  type DeliveryTally,
  type DroppedFor,
  writeTally,
} from "./delivery-counts.ts";
import { type Fingerprints, indexRestoredScans, openFingerprints } from "./indexing.ts";
import { announceDue } from "./nodes.ts";
import { countRestoredScans } from "./tag-counts.ts";

type Row = Record<string, SQLInputValue>;

/** The rows of a deleted scan. The fingerprint is in hexadecimal. */
type Snapshot = { scan: Row; deliveries: Row[]; attempts: Row[] };

/**
 * Deletes scans so that they can be restored, and returns their ids. Skips scans of an audit trail.
 */
export function trashScans(
  db: DatabaseSync,
  ids: readonly number[],
  deletion: string,
  now: number,
): number[] {
  return transaction(db, () => {
    const rows = prepared(
      db,
      `SELECT * FROM scans WHERE id IN (SELECT value FROM json_each(?))
       AND inbox NOT IN (SELECT inbox FROM audits)`,
    ).all(JSON.stringify(ids)) as Row[];
    for (const scan of rows) {
      const id = scan.id as number;
      const snapshot: Snapshot = {
        scan: { ...scan, fingerprint: Buffer.from(scan.fingerprint as Uint8Array).toString("hex") },
        deliveries: prepared(db, "SELECT * FROM deliveries WHERE scan = ? ORDER BY id").all(
          id,
        ) as Row[],
        attempts: prepared(
          db,
          `SELECT attempts.* FROM deliveries JOIN attempts ON attempts.delivery = deliveries.id
           WHERE deliveries.scan = ? ORDER BY attempts.id`,
        ).all(id) as Row[],
      };
      prepared(
        db,
        "INSERT INTO deleted_scans (id, inbox, deletion, deleted_at, snapshot) VALUES (?, ?, ?, ?, ?)",
      ).run(id, scan.inbox!, deletion, now, JSON.stringify(snapshot));
    }
    eraseScans(db, rows);
    return rows.map(({ id }) => id as number);
  });
}

/**
 * Restores scans with their deliveries, and returns their ids. Skips scans that were deleted at
 * `deletedAfter` (milliseconds since 1970) or earlier, and scans whose inbox has an audit trail by
 * now. If the same scan was stored again meanwhile, the restored one gets another fingerprint, so
 * that both stay.
 */
export function restoreScans(
  db: DatabaseSync,
  ids: readonly number[],
  deletedAfter: number,
): number[] {
  return transaction(db, () => {
    const rows = prepared(
      db,
      `SELECT id, snapshot FROM deleted_scans
       WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at > ?
         AND inbox NOT IN (SELECT inbox FROM audits) ORDER BY id`,
    ).all(JSON.stringify(ids), deletedAfter) as { id: number; snapshot: string }[];
    const tally: DeliveryTally = new Map();
    const tags: string[] = [];
    let hasPending = false;
    const fingerprints = openFingerprints(db);
    for (const { id, snapshot } of rows) {
      const { scan, deliveries, attempts } = JSON.parse(snapshot) as Snapshot;
      const fingerprint = findFreeFingerprint(fingerprints, scan);
      insertRow(db, "scans", { ...scan, fingerprint });
      fingerprints.restore(fingerprint, id);
      if (typeof scan.tag === "string") tags.push(scan.tag);
      for (const delivery of deliveries) {
        const state = restoredState(db, delivery);
        hasPending ||= state === "pending";
        const droppedFor = (delivery.dropped_for ?? null) as DroppedFor | null;
        countRestored(tally, delivery.destination as number, { state, droppedFor });
        insertRow(db, "deliveries", { ...delivery, state, node: null });
      }
      // The attempts get new ids, because other attempts may have the old ones by now.
      for (const { id: _, ...attempt } of attempts) insertRow(db, "attempts", attempt);
      prepared(db, "DELETE FROM deleted_scans WHERE id = ?").run(id);
    }
    const restoredIds = rows.map(({ id }) => id);
    indexRestoredScans(db, restoredIds);
    countRestoredScans(db, tags);
    writeTally(db, tally);
    if (hasPending) announceDue(db);
    return restoredIds;
  });
}

/** Lists the deletions after a time, the newest first. */
export function listDeletions(
  db: DatabaseSync,
  deletedAfter: number,
): Omit<Deletion, "restorableUntil">[] {
  const rows = prepared(
    db,
    `SELECT deletion, count(*) AS scans, max(deleted_at) AS deleted_at FROM deleted_scans
     WHERE deleted_at > ? GROUP BY deletion ORDER BY max(deleted_at) DESC, deletion`,
  ).all(deletedAfter) as { deletion: string; scans: number; deleted_at: number }[];
  return rows.map(({ deletion, scans, deleted_at }) => ({
    deletion,
    scans,
    deletedAt: new Date(deleted_at).toISOString(),
  }));
}

/** Returns some deleted scans with the sizes of their rows, in the order of their ids. */
export function findDeletedScans(
  db: DatabaseSync,
  selection: DeletedSelection,
  after: number,
): { id: number; bytes: number }[] {
  const { condition, value } = toCondition(selection);
  return prepared(
    db,
    `SELECT id, octet_length(snapshot) AS bytes FROM deleted_scans
     WHERE ${condition} AND id > ? ORDER BY id LIMIT ${bulkBatchSize}`,
  ).all(value, after) as { id: number; bytes: number }[];
}

/** Permanently deletes some deleted scans, and returns their number. */
export function purgeDeletedBatch(db: DatabaseSync, selection: DeletedSelection): number {
  const { condition, value } = toCondition(selection);
  const purge = prepared(
    db,
    `DELETE FROM deleted_scans WHERE id IN
       (SELECT id FROM deleted_scans WHERE ${condition} LIMIT ${bulkBatchSize})`,
  );
  return Number(erasing(db, () => purge.run(value)).changes);
}

function toCondition(selection: DeletedSelection): { condition: string; value: string | number } {
  if ("ids" in selection) {
    const condition = "id IN (SELECT value FROM json_each(?))";
    return { condition, value: JSON.stringify(selection.ids) };
  }
  if ("deletion" in selection) return { condition: "deletion = ?", value: selection.deletion };
  if ("inbox" in selection) return { condition: "inbox = ?", value: selection.inbox };
  return { condition: "deleted_at <= ?", value: selection.deletedUntil };
}

function findFreeFingerprint(fingerprints: Fingerprints, scan: Row): Buffer {
  const fingerprint = Buffer.from(scan.fingerprint as string, "hex");
  if (fingerprints.find(fingerprint) === undefined) return fingerprint;
  const other = Buffer.concat([fingerprint, Buffer.from(String(scan.id))]);
  return hash("sha256", other, "buffer").subarray(0, 20);
}

/**
 * Returns the state of a restored delivery. A pending one whose destination was removed meanwhile
 * is dropped, as the removal would have done.
 */
function restoredState(db: DatabaseSync, { state, destination }: Row): DeliveryState {
  if (state !== "pending") return state as DeliveryState;
  const sql = "SELECT 1 FROM destinations WHERE id = ? AND removed_at IS NULL";
  return prepared(db, sql).get(destination!) ? "pending" : "dropped";
}

function insertRow(db: DatabaseSync, table: string, row: Row): void {
  const names = Object.keys(row);
  const columns = names.map((name) => `"${name}"`).join(", ");
  const values = names.map(() => "?").join(", ");
  prepared(db, `INSERT INTO ${table} (${columns}) VALUES (${values})`).run(...Object.values(row));
}
