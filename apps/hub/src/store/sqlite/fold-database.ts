import type { DatabaseSync } from "node:sqlite";
import { foldText } from "@scanhook/content";
import { foldKey } from "../typed-search.ts";
import { indexScans, indexTags } from "./search.ts";

/**
 * Stores the folded texts by which entries are searched, and indexes the words of scans and tags
 * again if they have letters outside ASCII. Data of releases up to 0.2.0 needs both. Call it inside
 * a transaction.
 */
export function foldDatabase(db: DatabaseSync): void {
  foldEntries(db);
  indexAccented(db);
}

function foldEntries(db: DatabaseSync): void {
  db.function("fold_text", { deterministic: true }, (text) => foldText(String(text)));
  db.function("fold_key", { deterministic: true }, (key) => foldKey(String(key)));
  db.exec("UPDATE entries SET folded = fold_text(label)");
  db.exec("UPDATE entry_keys SET folded = fold_key(key)");
}

function indexAccented(db: DatabaseSync): void {
  const isAccented = (column: string) =>
    `${column} GLOB '*[^' || char(1) || '-' || char(127) || ']*'`;
  const indexed = `id <= (SELECT scan FROM indexing)
    AND (${isAccented("content")} OR ${isAccented("user")} OR ${isAccented("identifier")})`;
  db.exec(`DELETE FROM scan_words WHERE rowid IN (SELECT id FROM scans WHERE ${indexed})`);
  indexScans(db, `WHERE ${indexed}`);
  const tags = ["tags.name", "tags.identifier", "scans.content"].map(isAccented).join(" OR ");
  db.exec(
    `DELETE FROM tag_words WHERE rowid IN (
       SELECT tags.id FROM tags LEFT JOIN scans ON scans.id = tags.last_scan WHERE ${tags}
     )`,
  );
  indexTags(db, `WHERE ${tags}`);
}
