import type { DatabaseSync } from "node:sqlite";
import { prepared } from "./database.ts";

/**
 * The digit that FTS5 writes before each term of the main index. Prefix indexes have other digits.
 */
const mainIndex = "0";

/**
 * Yields the terms of an FTS5 table that begin with an ASCII text, in no particular order and some
 * of them twice, and undefined for each damaged page. Leaves out the terms of uncommitted rows.
 * FTS5's own list of terms (fts5vocab) walks over every row of a term to find the next one, which
 * takes 50 ms for a word of 5 million rows. This reads only the pages on which terms start. Their
 * format is part of SQLite's file format (https://sqlite.org/src/file/ext/fts5/fts5_index.c, "ON
 * DISK FORMAT").
 */
export function* readTerms(
  db: DatabaseSync,
  table: string,
  beginning: string,
): Iterable<string | undefined> {
  const from = Buffer.from(mainIndex + beginning);
  const to = Buffer.from(from);
  to[to.length - 1]! += 1;
  // For each page with terms, the table `_idx` has a text that is not greater than the first of its
  // terms, and greater than all terms of earlier pages. One statement reads all pages, because a
  // merge could move terms between two statements.
  const pages = prepared(
    db,
    `WITH RECURSIVE segments(id) AS (
       SELECT min(segid) FROM ${table}_idx UNION ALL
       SELECT (SELECT min(segid) FROM ${table}_idx WHERE segid > id) FROM segments WHERE id IS NOT NULL
     )
     SELECT block FROM segments
       CROSS JOIN ${table}_idx AS pages ON pages.segid = segments.id
       CROSS JOIN ${table}_data AS data ON data.id = (pages.segid << 37) + (pages.pgno >> 1)
     WHERE term < :to AND term >=
       (SELECT max(term) FROM ${table}_idx WHERE segid = segments.id AND term <= :from)`,
  ).iterate({ from, to });
  for (const { block } of pages) {
    if (block instanceof Uint8Array) yield* findTerms(Buffer.from(block), from);
    else yield undefined;
  }
}

/**
 * Yields the terms of a page that begin with `beginning`, which has `mainIndex` in front, and ends
 * with undefined if the page is damaged. The bytes 2 and 3 of a page have the position of a list,
 * which has the position of each term as the distance from the previous term. The first term is
 * complete; the others lack the beginning that they share with the previous term.
 */
function* findTerms(page: Buffer, beginning: Buffer): Iterable<string | undefined> {
  if (page.length < headerLength) return yield undefined;
  const list = { page, at: page.readUInt16BE(2) };
  let position = 0;
  let term = Buffer.alloc(256);
  let previousEnd = 0;
  while (list.at < page.length) {
    const isFirst = position === 0;
    position += readVarint(list);
    const entry = { page, at: position };
    const shared = isFirst ? 0 : readVarint(entry);
    const length = readVarint(entry);
    const end = shared + length;
    // The condition is also false with NaN, for a number that does not end on the page.
    if (!(position >= headerLength && shared <= previousEnd && entry.at + length <= page.length)) {
      return yield undefined;
    }
    if (end > term.length) term = Buffer.concat([term], 2 * end);
    page.copy(term, shared, entry.at, entry.at + length);
    previousEnd = end;
    const order = term.compare(beginning, 0, beginning.length, 0, Math.min(end, beginning.length));
    if (order > 0) return;
    if (order === 0) yield term.toString("utf8", mainIndex.length, end);
  }
}

const headerLength = 4;

/**
 * Reads an integer with seven bits in each byte, the highest bits first. Only its last byte is less
 * than 128. Returns NaN if it does not end on the page, or has more bytes than an integer of 32
 * bits. Moves `reader.at` behind it.
 */
function readVarint(reader: { page: Buffer; at: number }): number {
  let value = 0;
  for (let count = 0; count < 5; count++) {
    const byte = reader.page[reader.at++];
    if (byte === undefined) break;
    value = value * 128 + (byte & 0x7f);
    if (byte < 128) return value;
  }
  return Number.NaN;
}
