import type { DatabaseSync } from "node:sqlite";
import { prepared, transaction } from "./database.ts";

/**
 * Records that this node is alive, and frees the claims of nodes that have been silent for
 * `silentMs`. Returns whether any claim was freed. A node is recorded only while it has claims, so
 * an idle hub writes nothing. A node that has claims but no record counts as seen now.
 */
export function recordHeartbeat(
  db: DatabaseSync,
  node: string,
  silentMs: number,
  now: number,
): boolean {
  return transaction(db, () => {
    const nodesWithClaims = new Set(
      prepared(db, "SELECT DISTINCT node FROM deliveries WHERE node IS NOT NULL")
        .all()
        .map((row) => row.node as string),
    );
    const lastSeenByNode = new Map(
      prepared(db, "SELECT name, seen_at FROM nodes")
        .all()
        .map(({ name, seen_at }) => [name as string, seen_at as number]),
    );
    for (const name of nodesWithClaims)
      if (name === node || !lastSeenByNode.has(name)) saveRecord(db, name, now);
    if (lastSeenByNode.has(node) && !nodesWithClaims.has(node)) deleteRecord(db, node);
    let freed = 0;
    for (const [name, seenAt] of lastSeenByNode) {
      if (name === node || seenAt > now - silentMs) continue;
      deleteRecord(db, name);
      freed += freeClaims(db, name);
    }
    return freed > 0;
  });
}

/** Frees the claims of this node and deletes its record. */
export function releaseNode(db: DatabaseSync, node: string): void {
  transaction(db, () => {
    freeClaims(db, node);
    deleteRecord(db, node);
  });
}

/**
 * Returns a number that increases whenever an existing delivery may have become due. New deliveries
 * do not change it.
 */
export function dueRevision(db: DatabaseSync): number {
  return prepared(db, "SELECT due_revision FROM owner").get()!.due_revision as number;
}

/**
 * Makes the other processes check for due deliveries. Call it inside the transaction that made
 * deliveries due.
 */
export function announceDue(db: DatabaseSync): void {
  prepared(db, "UPDATE owner SET due_revision = due_revision + 1").run();
}

function saveRecord(db: DatabaseSync, name: string, now: number): void {
  const sql =
    "INSERT INTO nodes (name, seen_at) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET seen_at = ?2";
  prepared(db, sql).run(name, now);
}

function deleteRecord(db: DatabaseSync, name: string): void {
  prepared(db, "DELETE FROM nodes WHERE name = ?").run(name);
}

function freeClaims(db: DatabaseSync, node: string): number {
  const { changes } = prepared(
    db,
    "UPDATE deliveries SET node = NULL WHERE node IS NOT NULL AND node = ?",
  ).run(node);
  if (Number(changes) > 0) announceDue(db);
  return Number(changes);
}
