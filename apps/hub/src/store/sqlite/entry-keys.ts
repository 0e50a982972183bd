import type { DatabaseSync } from "node:sqlite";
import { byHand } from "../import-undo.ts";
import type { KeyChange, KeyOutcome } from "../registers.ts";
import { foldKey } from "../typed-search.ts";
import { erasing, prepared, transaction } from "./database.ts";
import { listOf } from "./register-entries.ts";

export function changeKeys(
  db: DatabaseSync,
  id: number,
  entry: number,
  { remove, add }: KeyChange,
): KeyOutcome {
  return erasing(db, () =>
    transaction(db, () => {
      const list = listOf(db, id);
      const found = prepared(db, "SELECT 1 FROM entries WHERE id = ? AND register = ?");
      if (!found.get(entry, list)) return "no-such-entry";
      const owner = prepared(
        db,
        `SELECT label FROM entry_keys JOIN entries ON entries.id = entry
         WHERE entry_keys.register = ? AND key = ? AND entry <> ?`,
      );
      for (const key of add) {
        const other = owner.get(list, key, entry);
        if (other) return { taken: key, by: String(other.label) };
      }
      let changes = 0;
      const removal = prepared(db, "DELETE FROM entry_keys WHERE entry = ? AND key = ?");
      for (const key of remove) changes += Number(removal.run(entry, key).changes);
      const insertion = prepared(
        db,
        `INSERT INTO entry_keys (register, key, folded, entry) VALUES (?, ?, ?, ?)
         ON CONFLICT DO NOTHING`,
      );
      for (const key of add)
        changes += Number(insertion.run(list, key, foldKey(key), entry).changes);
      if (changes > 0)
        prepared(
          db,
          `UPDATE entries SET import_undo = iif(import_undo IS NULL, NULL, ?), version = version + 1
           WHERE id = ?`,
        ).run(byHand, entry);
      return "changed";
    }),
  );
}
