import type { DatabaseSync } from "node:sqlite";
import { prepared, transaction } from "./database.ts";

/**
 * Says that this node lives, and frees what nodes had claimed that were silent. A node is written down only while it has
 * something under way, so a hub at rest writes nothing; of one that nobody wrote down the silence begins now.
 * Answers whether something was freed.
 */
export function beat(db: DatabaseSync, node: string, silentMs: number, now: number): boolean {
  return transaction(db, () => {
    const busy = new Set(
      prepared(db, "SELECT DISTINCT node FROM deliveries WHERE node IS NOT NULL")
        .all()
        .map((row) => row.node as string),
    );
    const seen = new Map(
      prepared(db, "SELECT name, seen_at FROM nodes")
        .all()
        .map(({ name, seen_at }) => [name as string, seen_at as number]),
    );
    for (const name of busy) if (name === node || !seen.has(name)) write(db, name, now);
    if (seen.has(node) && !busy.has(node)) forget(db, node);
    let freed = 0;
    for (const [name, seenAt] of seen) {
      if (name === node || seenAt > now - silentMs) continue;
      forget(db, name);
      freed += free(db, name);
    }
    return freed > 0;
  });
}

/** Gives back what this node has. */
export function leave(db: DatabaseSync, node: string): void {
  transaction(db, () => {
    free(db, node);
    forget(db, node);
  });
}

/** Grows whenever something may have become due, other than by a new delivery. */
export function dueRevision(db: DatabaseSync): number {
  return prepared(db, "SELECT due_revision FROM owner").get()!.due_revision as number;
}

/** Lets the other processes look; belongs into the transaction that made something due. */
export function noteDue(db: DatabaseSync): void {
  prepared(db, "UPDATE owner SET due_revision = due_revision + 1").run();
}

function write(db: DatabaseSync, name: string, now: number): void {
  const sql =
    "INSERT INTO nodes (name, seen_at) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET seen_at = ?2";
  prepared(db, sql).run(name, now);
}

function forget(db: DatabaseSync, name: string): void {
  prepared(db, "DELETE FROM nodes WHERE name = ?").run(name);
}

function free(db: DatabaseSync, node: string): number {
  const { changes } = prepared(
    db,
    "UPDATE deliveries SET node = NULL WHERE node IS NOT NULL AND node = ?",
  ).run(node);
  if (Number(changes) > 0) noteDue(db);
  return Number(changes);
}
