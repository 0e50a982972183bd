import type { KeyChange, KeyOutcome, TakenKey } from "../registers.ts";
import { foldKey } from "../typed-search.ts";
import { lockEntryList, undoAfterEdit } from "./entry-lists.ts";
import { forUpdate } from "./locks.ts";
import { inputRows, isOneOf, overwriteDeleted, type Steps, sql } from "./sql.ts";

export function* changeKeys(
  id: number,
  entry: number,
  { remove, add }: KeyChange,
): Steps<KeyOutcome> {
  const list = yield* lockEntryList(id);
  if (list === undefined) return "no-such-entry";
  const [found] = yield* sql`
    SELECT 1 FROM entries WHERE id = ${entry} AND register = ${list} ${forUpdate}`;
  if (!found) return "no-such-entry";
  const owner = yield* findKeyOwner(list, add, entry);
  if (owner) return owner;
  yield* overwriteDeleted;
  const removed = yield* sql`
    DELETE FROM entry_keys WHERE entry = ${entry} AND key ${isOneOf("text", remove)} RETURNING 1`;
  const rows = add.map((key) => ({ key, folded: foldKey(key) }));
  const added = yield* sql`
    INSERT INTO entry_keys (register, key, folded, entry)
    SELECT ${list}, key, folded, ${entry} FROM ${inputRows({ key: "text", folded: "text" }, rows)}
    WHERE true ON CONFLICT DO NOTHING RETURNING 1`;
  if (removed.length + added.length > 0) {
    yield* sql`
      UPDATE entries SET import_undo = ${undoAfterEdit}, version = version + 1
      WHERE id = ${entry}`;
  }
  return "changed";
}

/** Returns the first of these keys that another entry has, with the label of that entry. */
export function* findKeyOwner(
  list: number,
  keys: readonly string[],
  entry = 0,
): Steps<TakenKey | undefined> {
  const owners = yield* sql<{ key: string; label: string }>`
    SELECT key, label FROM entry_keys JOIN entries ON entries.id = entry
    WHERE entry_keys.register = ${list} AND key ${isOneOf("text", keys)} AND entry <> ${entry}`;
  const labelByKey = new Map(owners.map(({ key, label }) => [key, label]));
  const taken = keys.find((key) => labelByKey.has(key));
  return taken === undefined ? undefined : { taken, by: labelByKey.get(taken)! };
}
