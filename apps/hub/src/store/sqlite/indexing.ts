import type { DatabaseSync } from "node:sqlite";
import { countRollbacks, prepared, transaction } from "./database.ts";
import { indexScans } from "./search.ts";

/**
 * The number of scans that are indexed together while others keep arriving. Arriving scans then
 * wait for about 10 ms.
 */
const batchSize = 2000;

/**
 * The stored scans beyond the watermark that a connection knows. The watermark is the id in the
 * table `indexing`.
 */
type RecentScans = {
  /**
   * The ids by fingerprint. The map has all scans from the watermark to `last` except restored
   * ones, and also some that were deleted since.
   */
  idByFingerprint: Map<string, number>;
  /** Scans beyond this id have not been read. */
  last: number;
  watermark: number;
  /**
   * The number of rollbacks of the connection when the scans were read. A later rollback may have
   * removed scans.
   */
  rollbacks: number;
};

const recentScansByConnection = new WeakMap<DatabaseSync, RecentScans>();

/** Finds and records the fingerprints of scans inside one write transaction. */
export type Fingerprints = {
  /** Returns the id of the stored scan with a fingerprint. */
  find(fingerprint: Buffer): number | undefined;
  /** Records the fingerprint of a new scan. */
  add(fingerprint: Buffer, id: number): void;
  /** Records the fingerprint of a scan that is restored with its old id. */
  restore(fingerprint: Buffer, id: number): void;
};

/**
 * Returns the fingerprints of all stored scans. Call this and the methods of the result inside one
 * write transaction.
 */
export function openFingerprints(db: DatabaseSync): Fingerprints {
  const recent = readRecentScans(db);
  return {
    find(fingerprint) {
      const id = recent.idByFingerprint.get(toKey(fingerprint));
      if (id !== undefined && hasFingerprint(db, id, fingerprint)) return id;
      const sql = "SELECT scan FROM fingerprints WHERE fingerprint = ?";
      return prepared(db, sql).get(fingerprint)?.scan as number | undefined;
    },
    add(fingerprint, id) {
      recent.idByFingerprint.set(toKey(fingerprint), id);
      recent.last = id;
    },
    restore(fingerprint, id) {
      const sql = "INSERT INTO fingerprints (fingerprint, scan) VALUES (?, ?)";
      prepared(db, sql).run(fingerprint, id);
    },
  };
}

/**
 * Returns whether a batch of scans is not indexed yet, so that it should be indexed even while
 * others arrive.
 */
export function isIndexingDue(db: DatabaseSync): boolean {
  return (recentScansByConnection.get(db)?.idByFingerprint.size ?? 0) >= batchSize;
}

/**
 * Indexes the fingerprints and words of every scan beyond the watermark, and moves the watermark to
 * the last of them.
 */
export function indexRecentScans(db: DatabaseSync): void {
  const { watermark, newest } = readPositions(db);
  if (newest === null || newest <= watermark) return;
  transaction(db, () => {
    const { watermark, last } = readRecentScans(db);
    if (last === watermark) return;
    // The fingerprints of restored scans are already in the table.
    prepared(
      db,
      `INSERT INTO fingerprints SELECT fingerprint, id FROM scans WHERE id > ? ORDER BY fingerprint
       ON CONFLICT DO NOTHING`,
    ).run(watermark);
    indexScans(db, "WHERE id > ?", watermark);
    prepared(db, "UPDATE indexing SET scan = ?").run(last);
  });
  recentScansByConnection.delete(db);
}

/** Indexes the words of restored scans, inside the transaction that restored them. */
export function indexRestoredScans(db: DatabaseSync, ids: readonly number[]): void {
  // Restored scans beyond the watermark are indexed together with the scans around them.
  indexScans(
    db,
    "WHERE id IN (SELECT value FROM json_each(?)) AND id <= (SELECT scan FROM indexing)",
    JSON.stringify(ids),
  );
}

/**
 * Returns the scans beyond the watermark, including those that other processes have stored
 * meanwhile.
 */
function readRecentScans(db: DatabaseSync): RecentScans {
  const { watermark, newest } = readPositions(db);
  const rollbacks = countRollbacks(db);
  const known = recentScansByConnection.get(db);
  const isValid = known?.watermark === watermark && known.rollbacks === rollbacks;
  const recent = isValid
    ? known
    : { idByFingerprint: new Map(), last: watermark, watermark, rollbacks };
  recentScansByConnection.set(db, recent);
  if (newest === null || newest <= recent.last) return recent;
  const sql = "SELECT id, fingerprint FROM scans WHERE id > ? ORDER BY id";
  for (const { id, fingerprint } of prepared(db, sql).iterate(recent.last)) {
    recent.idByFingerprint.set(toKey(Buffer.from(fingerprint as Uint8Array)), id as number);
  }
  recent.last = newest;
  return recent;
}

/** Returns the watermark, and the id of the newest scan. */
function readPositions(db: DatabaseSync): { watermark: number; newest: number | null } {
  const sql = "SELECT scan AS watermark, (SELECT max(id) FROM scans) AS newest FROM indexing";
  return prepared(db, sql).get() as { watermark: number; newest: number | null };
}

function hasFingerprint(db: DatabaseSync, id: number, fingerprint: Buffer): boolean {
  const sql = "SELECT 1 FROM scans WHERE id = ? AND fingerprint = ?";
  return prepared(db, sql).get(id, fingerprint) !== undefined;
}

function toKey(fingerprint: Buffer): string {
  return fingerprint.toString("latin1");
}
