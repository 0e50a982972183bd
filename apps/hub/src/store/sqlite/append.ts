import type { DatabaseSync } from "node:sqlite";
import { toFingerprint } from "../fingerprint.ts";
import type { NewDelivery } from "../forwarding.ts";
import type { Arrival } from "../store.ts";
import { auditedInboxes, chainSome } from "./audit-trail.ts";
import { prepared, transaction } from "./database.ts";
import { insertDeliveries, type Targets } from "./deliveries.ts";
import { type Tally, writeTally } from "./delivery-counts.ts";
import { countSeen, type Seen } from "./tag-counts.ts";
import { type Failure, isAboutTheRow, toFailure } from "./trouble.ts";

export type Cell = string | number | null;

const width = 13;

/**
 * Arrivals travel to the writer's thread as one flat list, thirteen cells each: that is several times cheaper to copy
 * between threads than objects are.
 */
export function pushCells(
  cells: Cell[],
  { inbox, user, scan, source, tag, body, receivedAt, trace, deliveries = [] }: Arrival,
) {
  cells.push(
    inbox,
    user ?? null,
    scan.identifier,
    scan.date,
    scan.content,
    scan.tagType ?? null,
    scan.structured === undefined ? null : JSON.stringify(scan.structured),
    source ?? null,
    receivedAt.getTime(),
    body,
    tag ?? null,
    trace ?? null,
    deliveries.length === 0 ? null : JSON.stringify(deliveries),
  );
}

export function countRows(cells: Cell[]): number {
  return cells.length / width;
}

/** Of each row the id of its scan, negative when it had been there before; and the ids of all deliveries, in order. */
export type AppendedGroup = { results: (number | Failure)[]; deliveries: number[] };

/**
 * Stores a group of arrivals in one transaction; when it returns they are synced to disk. A row that SQLite refuses
 * fails alone; any other trouble is thrown, and nothing was stored.
 */
export function appendGroup(db: DatabaseSync, cells: Cell[], now: number): AppendedGroup {
  try {
    return transaction(db, () => appendRows(db, cells, now));
  } catch (error) {
    if (!isAboutTheRow(error)) throw error;
    if (cells.length === width) return { results: [toFailure(error)], deliveries: [] };
    const alone = Array.from({ length: cells.length / width }, (_, row) =>
      appendGroup(db, cells.slice(row * width, (row + 1) * width), now),
    );
    return {
      results: alone.flatMap(({ results }) => results),
      deliveries: alone.flatMap(({ deliveries }) => deliveries),
    };
  }
}

/** The same inside of a transaction; what it throws has to undo that. */
export function appendRows(db: DatabaseSync, cells: Cell[], now: number): AppendedGroup {
  const results: number[] = [];
  for (let at = 0; at < cells.length; at += width) results.push(insertScan(db, cells, at));
  insertWords(db, results);
  noteTags(db, cells, results);
  noteUse(db, cells);
  chainAudited(db, cells, results);
  return { results, deliveries: passOn(db, cells, results, now) };
}

function insertScan(db: DatabaseSync, cells: Cell[], at: number): number {
  const [
    inbox,
    user,
    identifier,
    date,
    content,
    tagType,
    structured,
    source,
    receivedAt,
    body,
    tag,
    trace,
  ] = cells.slice(at, at + width) as [string, Cell, string, string, string, ...Cell[]];
  const fingerprint = toFingerprint(inbox, identifier, date, content);
  const inserted = prepared(
    db,
    `INSERT INTO scans (inbox, user, identifier, date, content, tag_type, structured, source, received_at, body, tag, trace, fingerprint)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (fingerprint) DO NOTHING`,
  ).run(
    inbox,
    user,
    identifier,
    date,
    content,
    tagType!,
    structured!,
    source!,
    receivedAt!,
    body!,
    tag!,
    trace!,
    fingerprint,
  );
  if (inserted.changes === 1) return Number(inserted.lastInsertRowid);
  const first = prepared(
    db,
    "UPDATE scans SET repeats = repeats + 1 WHERE fingerprint = ? RETURNING id",
  ).get(fingerprint) as { id: number };
  return -first.id;
}

/** New ids are greater than any before them, so the first of the group tells which scans are new. */
function insertWords(db: DatabaseSync, ids: number[]): void {
  const first = ids.find((id) => id > 0);
  if (first === undefined) return;
  prepared(
    db,
    `INSERT INTO scan_words (rowid, content, identifier, user)
     SELECT id, content, replace(replace(identifier, '-', ''), ':', ''), user FROM scans WHERE id >= ?`,
  ).run(first);
}

/** Tells the tags of what was new; a repeat is not seen again. */
function noteTags(db: DatabaseSync, cells: Cell[], ids: number[]): void {
  const seen = new Map<string, Seen>();
  ids.forEach((id, row) => {
    const tag = cells[row * width + 10]!;
    if (id < 0 || tag === null) return;
    const { scans, first } = seen.get(tag as string) ?? { scans: 0, first: id };
    const content = cells[row * width + 4] as string;
    seen.set(tag as string, { scans: scans + 1, first, last: id, content });
  });
  countSeen(db, seen);
}

/** Takes what is new into the audit trails, and some of what a trail that just began has not taken in yet. */
function chainAudited(db: DatabaseSync, cells: Cell[], ids: number[]): void {
  const audited = new Set<Cell>(auditedInboxes(db));
  if (audited.size === 0) return;
  const inboxes = new Set(ids.flatMap((id, row) => (id > 0 ? (cells[row * width] as string) : [])));
  for (const inbox of inboxes) if (audited.has(inbox)) chainSome(db, inbox, ids.length + 100);
}

/** Makes the deliveries of what was new; a repeat makes none. */
function passOn(db: DatabaseSync, cells: Cell[], ids: number[], now: number): number[] {
  const targets: Targets = new Map();
  const tally: Tally = new Map();
  const made = ids.flatMap((id, row) => {
    const given = cells[row * width + 12]!;
    if (id < 0 || given === null) return [];
    const deliveries = JSON.parse(given as string) as NewDelivery[];
    return insertDeliveries(db, id, deliveries, { now, targets, tally });
  });
  writeTally(db, tally);
  return made;
}

const minute = 60_000;

/** Notes when a user last sent something, to the minute. */
function noteUse(db: DatabaseSync, cells: Cell[]): void {
  const users = new Map<Cell, Map<Cell, Cell>>();
  for (let at = 0; at < cells.length; at += width) {
    const [inbox, user] = [cells[at]!, cells[at + 1]!];
    if (user === null) continue;
    const ofInbox = users.get(inbox) ?? new Map<Cell, Cell>();
    users.set(inbox, ofInbox.set(user, cells[at + 8]!));
  }
  for (const [inbox, ofInbox] of users) {
    for (const [user, time] of ofInbox) {
      prepared(
        db,
        `UPDATE credentials SET last_used_at = ?3
         WHERE inbox = ?1 AND user = ?2 AND (last_used_at IS NULL OR last_used_at <= ?3 - ${minute})`,
      ).run(inbox, user, time);
    }
  }
}
