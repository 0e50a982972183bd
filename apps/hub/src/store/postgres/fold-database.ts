import { foldText } from "@scanhook/content";
import { foldKey } from "../typed-search.ts";
import type { Query } from "./database.ts";
import { toScanVector, toTagVector } from "./search.ts";

const batchSize = 1000;
/** A regular expression that matches texts with characters outside ASCII. */
const accented = "[^\\u0001-\\u007f]";

/**
 * Stores the folded texts by which entries are searched, and indexes the words of scans and tags
 * again if they have letters outside ASCII. Data of releases up to 0.2.0 needs both. Call it inside
 * a transaction.
 */
export async function foldDatabase(query: Query): Promise<void> {
  await foldEntries(query);
  await foldScans(query, 0);
  await foldDeletedScans(query);
  await foldTags(query);
}

/** How long nodes of an older release may run beside newer ones, in milliseconds. */
const updateMs = 2 * 24 * 3_600_000;

/**
 * Does the same for the entries and scans that nodes of releases up to 0.2.0 stored while newer
 * ones ran already, until two days after the migration. Each node calls it at its start, and the
 * last one to be updated finds what the older ones left.
 */
export async function foldLateRows(query: Query, now: Date): Promise<void> {
  const [migration] = await query<{ at: number }>(
    "SELECT applied_at AS at FROM migrations WHERE name = '0017_folded.sql'",
  );
  if (!migration || now.getTime() > migration.at + updateMs) return;
  await foldEntries(query);
  await foldScans(query, migration.at);
}

async function foldEntries(query: Query): Promise<void> {
  await inBatches(async (after) => {
    const rows = await query<{ id: number; label: string }>(
      `SELECT id, label FROM entries WHERE id > $1
         AND (folded IS NULL
           OR EXISTS (SELECT FROM entry_keys WHERE entry = entries.id AND entry_keys.folded IS NULL))
       ORDER BY id LIMIT $2`,
      [after, batchSize],
    );
    await query(
      `UPDATE entries SET folded = given.folded
       FROM unnest($1::bigint[], $2::text[]) AS given (id, folded) WHERE entries.id = given.id`,
      [rows.map(({ id }) => id), rows.map(({ label }) => foldText(label))],
    );
    const keys = await query<{ register: number; key: string }>(
      "SELECT register, key FROM entry_keys WHERE entry = ANY ($1)",
      [rows.map(({ id }) => id)],
    );
    await query(
      `UPDATE entry_keys SET folded = given.folded
       FROM unnest($1::bigint[], $2::text[], $3::text[]) AS given (register, key, folded)
       WHERE entry_keys.register = given.register AND entry_keys.key = given.key`,
      [
        keys.map(({ register }) => register),
        keys.map(({ key }) => key),
        keys.map(({ key }) => foldKey(key)),
      ],
    );
    return rows.at(-1)?.id;
  });
}

/** Indexes the scans again that were received at `since`, in Unix milliseconds, or later. */
async function foldScans(query: Query, since: number): Promise<void> {
  await inBatches(async (after) => {
    const rows = await query<ScanTexts>(
      `SELECT id, content, identifier, "user" FROM scans
       WHERE id > $1 AND received_at >= $4 AND (content ~ $3 OR identifier ~ $3 OR "user" ~ $3)
       ORDER BY id LIMIT $2`,
      [after, batchSize, accented, since],
    );
    await query(
      `UPDATE scans SET words = given.words::tsvector
       FROM unnest($1::bigint[], $2::text[]) AS given (id, words)
       WHERE scans.id = given.id AND scans.words <> given.words::tsvector`,
      [rows.map(({ id }) => id), rows.map(toScanVector)],
    );
    return rows.at(-1)?.id;
  });
}

async function foldDeletedScans(query: Query): Promise<void> {
  await inBatches(async (after) => {
    const rows = await query<ScanTexts>(
      `SELECT id, scan ->> 'content' AS content, scan ->> 'identifier' AS identifier,
         scan ->> 'user' AS "user"
       FROM deleted_scans WHERE id > $1 AND scan::text ~ $3 ORDER BY id LIMIT $2`,
      [after, batchSize, accented],
    );
    await query(
      `UPDATE deleted_scans SET scan = scan || jsonb_build_object('words', given.words::tsvector)
       FROM unnest($1::bigint[], $2::text[]) AS given (id, words) WHERE deleted_scans.id = given.id`,
      [rows.map(({ id }) => id), rows.map(toScanVector)],
    );
    return rows.at(-1)?.id;
  });
}

async function foldTags(query: Query): Promise<void> {
  const tags = await query<{ identifier: string; name: string }>(
    "SELECT identifier, name FROM tags WHERE name ~ $1",
    [accented],
  );
  await query(
    `UPDATE tags SET own_words = given.words::tsvector
     FROM unnest($1::text[], $2::text[]) AS given (identifier, words)
     WHERE tags.identifier = given.identifier`,
    [
      tags.map(({ identifier }) => identifier),
      tags.map(({ identifier, name }) => toTagVector(identifier, name)),
    ],
  );
  await query(
    `UPDATE tags SET words = own_words
       || coalesce((SELECT ts_filter(scans.words, '{d}') FROM scans WHERE scans.id = tags.last_scan), '')
     WHERE name ~ $1
       OR EXISTS (SELECT FROM scans WHERE scans.id = tags.last_scan AND scans.content ~ $1)`,
    [accented],
  );
}

type ScanTexts = { id: number; content: string; identifier: string; user: string | null };

/** Calls `work` with the id that it returned last, at first 0, until it returns undefined. */
async function inBatches(work: (after: number) => Promise<number | undefined>): Promise<void> {
  let after: number | undefined = 0;
  while (after !== undefined) after = await work(after);
}
