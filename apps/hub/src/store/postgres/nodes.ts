import type { Query } from "./database.ts";

/**
 * Records that this node is alive, and frees the claims of nodes that have been silent for
 * `silentMs`. Returns whether any claim was freed. A node is recorded only while it has claims, so
 * an idle hub writes nothing. A node that has claims but no record counts as seen now. `now` is in
 * milliseconds since 1970, or null for the clock of the database.
 */
export async function recordHeartbeat(
  query: Query,
  node: string,
  silentMs: number,
  now: number | null,
): Promise<boolean> {
  const [row] = await query<{ freed: boolean }>("SELECT beat($1, $2, $3) AS freed", [
    node,
    silentMs,
    now,
  ]);
  return row!.freed;
}

/** Frees the claims of this node and deletes its record. */
export async function releaseNode(query: Query, node: string): Promise<void> {
  await query("SELECT leave($1)", [node]);
}
