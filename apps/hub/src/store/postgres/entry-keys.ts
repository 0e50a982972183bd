import { byHand } from "../import-undo.ts";
import type { KeyChange, KeyOutcome } from "../registers.ts";
import { foldKey } from "../typed-search.ts";
import type { Query } from "./database.ts";
import { lockList } from "./register-entries.ts";

/** Call inside a transaction. */
export async function changeKeys(
  query: Query,
  id: number,
  entry: number,
  { remove, add }: KeyChange,
): Promise<KeyOutcome> {
  const list = await lockList(query, id);
  if (!list) return "no-such-entry";
  const found = await query("SELECT FROM entries WHERE id = $1 AND register = $2 FOR UPDATE", [
    entry,
    list.id,
  ]);
  if (found.length === 0) return "no-such-entry";
  const [other] = await query<{ key: string; label: string }>(
    `SELECT key, label FROM entry_keys JOIN entries ON entries.id = entry
     WHERE entry_keys.register = $1 AND key = ANY ($2) AND entry <> $3
     ORDER BY array_position($2::text[], key) LIMIT 1`,
    [list.id, add, entry],
  );
  if (other) return { taken: other.key, by: other.label };
  const removed = await query(
    "DELETE FROM entry_keys WHERE entry = $1 AND key = ANY ($2) RETURNING 1",
    [entry, remove],
  );
  const added = await query(
    `INSERT INTO entry_keys (register, key, entry, folded)
     SELECT $1, key, $3, folded FROM unnest($2::text[], $4::text[]) AS given (key, folded)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [list.id, add, entry, add.map(foldKey)],
  );
  if (removed.length + added.length > 0)
    await query(
      `UPDATE entries SET import_undo = CASE WHEN import_undo IS NOT NULL THEN $2 END, version = version + 1
       WHERE id = $1`,
      [entry, byHand],
    );
  return "changed";
}
