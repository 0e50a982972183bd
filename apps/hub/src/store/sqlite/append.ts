import type { DatabaseSync } from "node:sqlite";
import type { Source } from "@scanhook/webhook";
import type { Verdict } from "../../registers/verdict.ts";
import type { DecisionRequest } from "../decision-request.ts";
import type { NewDelivery } from "../deliveries.ts";
import { toFingerprint } from "../fingerprint.ts";
import { toDayNumber } from "../scan-counts.ts";
import { arrivalColumns, type Cell } from "../stored-scan.ts";
import { useResolutionMs } from "../token-use.ts";
import {
  cellsPerArrival,
  countArrivals,
  createCellReader,
  addressCell as readAddressCell,
  deliveriesCell as readDeliveriesCell,
  requestCell as readRequestCell,
} from "./arrival-cells.ts";
import { auditedInboxes, chainBatch } from "./audit-trail.ts";
import { prepared, transaction } from "./database.ts";
import { insertDeliveries, type RouteParts } from "./deliveries.ts";
import { type DeliveryTally, writeTally } from "./delivery-counts.ts";
import { type Fingerprints, openFingerprints } from "./indexing.ts";
import { judgeScan, storedVerdict } from "./judge.ts";
import { toContentKey } from "./recent-contents.ts";
import { addToDayCounts, type NewScans } from "./scan-counts.ts";
import { countNewScans, type NewTagScans } from "./tag-counts.ts";
import { type Failure, isRowError, toFailure } from "./unavailable.ts";

/**
 * The outcome of a group. `results` has for each arrival the id of its scan or the reason for its
 * failure, and `repeats` whether it is a repeat. These are two lists because objects are several
 * times more expensive to copy between threads. `deliveries` has the ids of all new deliveries in
 * order. `verdicts` pairs the index of an arrival in the group with the decision of its register.
 */
export type AppendedGroup = {
  results: (number | Failure)[];
  repeats: boolean[];
  deliveries: number[];
  verdicts: [number, Verdict][];
};

/**
 * Stores a group of arrivals in one transaction, which is synced to disk on return. If SQLite
 * refuses an arrival, only that arrival fails. On any other error, stores nothing and throws.
 */
export function appendGroup(db: DatabaseSync, cells: Cell[], now: number): AppendedGroup {
  try {
    return transaction(db, () => appendRows(db, cells, now));
  } catch (error) {
    if (!isRowError(error)) throw error;
    const count = countArrivals(cells);
    if (count === 1) return failGroup(cells, toFailure(error));
    const groups = Array.from({ length: count }, (_, index) =>
      appendGroup(db, cells.slice(index * cellsPerArrival, (index + 1) * cellsPerArrival), now),
    );
    return {
      results: groups.flatMap(({ results }) => results),
      repeats: groups.flatMap(({ repeats }) => repeats),
      deliveries: groups.flatMap(({ deliveries }) => deliveries),
      verdicts: groups.flatMap(({ verdicts }, index) =>
        verdicts.map(([, verdict]): [number, Verdict] => [index, verdict]),
      ),
    };
  }
}

/** Returns the outcome of a group of which nothing was stored because of this failure. */
export function failGroup(cells: Cell[], failure: Failure): AppendedGroup {
  const results = Array<Failure>(countArrivals(cells)).fill(failure);
  return { results, repeats: results.map(() => false), deliveries: [], verdicts: [] };
}

/** The scan that was stored for an arrival, or that the arrival repeats. */
type AppendedScan = { id: number; repeat: boolean };

/** Stores arrivals inside a transaction. If it throws, the caller must roll back. */
export function appendRows(db: DatabaseSync, cells: Cell[], now: number): AppendedGroup {
  const scans: AppendedScan[] = [];
  const fingerprints = openFingerprints(db);
  for (let index = 0; index < countArrivals(cells); index++) {
    scans.push(insertScan(db, fingerprints, cells, index));
  }
  countTags(db, cells, scans);
  countPerDay(db, cells, scans);
  recordUse(db, cells);
  chainAudited(db, cells, scans);
  const verdicts = judgeScans(db, cells, scans, now);
  const deliveries = addDeliveries(db, cells, scans, { now, verdicts: new Map(verdicts) });
  return {
    results: scans.map(({ id }) => id),
    repeats: scans.map(({ repeat }) => repeat),
    verdicts,
    deliveries,
  };
}

const readInbox = createCellReader("inbox");
const readUser = createCellReader("user");
const readIdentifier = createCellReader("identifier");
const readDate = createCellReader("date");
const readContent = createCellReader("content");
const readTagType = createCellReader("tag_type");
const readStructured = createCellReader("structured");
const readSource = createCellReader("source");
const readTag = createCellReader("tag");
const readReceivedAt = createCellReader("received_at");

const columnNames = [...arrivalColumns.map(({ name }) => name), "fingerprint"];

const insertSql = `INSERT INTO scans (${columnNames.join(", ")})
  VALUES (${columnNames.map(() => "?").join(", ")})`;

/** Inserts the scan of the arrival with this index, or counts a repeat of it. */
function insertScan(
  db: DatabaseSync,
  fingerprints: Fingerprints,
  cells: Cell[],
  index: number,
): AppendedScan {
  const fingerprint = toFingerprint({
    inbox: readInbox(cells, index) as string,
    user: readUser(cells, index) as string | null,
    address: readAddressCell(cells, index) as string | null,
    identifier: readIdentifier(cells, index) as string,
    date: readDate(cells, index) as string,
    content: readContent(cells, index) as string,
    tagType: readTagType(cells, index) as string | null,
    structured: readStructured(cells, index) as string | null,
  });
  const original = fingerprints.find(fingerprint);
  if (original !== undefined) {
    prepared(db, "UPDATE scans SET repeats = repeats + 1 WHERE id = ?").run(original);
    return { id: original, repeat: true };
  }
  const start = index * cellsPerArrival;
  const values = cells.slice(start, start + arrivalColumns.length);
  const id = Number(prepared(db, insertSql).run(...values, fingerprint).lastInsertRowid);
  fingerprints.add(fingerprint, id);
  return { id, repeat: false };
}

/** Counts new scans for their tags. Repeats do not count. */
function countTags(db: DatabaseSync, cells: Cell[], scans: AppendedScan[]): void {
  const newScansByTag = new Map<string, NewTagScans>();
  scans.forEach(({ id, repeat }, index) => {
    const tag = readTag(cells, index) as string | null;
    if (repeat || tag === null) return;
    const counted = newScansByTag.get(tag) ?? { scans: 0, first: id };
    const content = readContent(cells, index) as string;
    newScansByTag.set(tag, {
      scans: counted.scans + 1,
      first: counted.first,
      last: id,
      content,
    });
  });
  countNewScans(db, newScansByTag);
}

/** Counts new scans for their day, inbox and user. Repeats do not count. */
function countPerDay(db: DatabaseSync, cells: Cell[], scans: AppendedScan[]): void {
  const added = new Map<string, NewScans>();
  scans.forEach(({ repeat }, index) => {
    if (repeat) return;
    const day = toDayNumber(readReceivedAt(cells, index) as number);
    const inbox = readInbox(cells, index) as string;
    const user = (readUser(cells, index) as string | null) ?? "";
    const key = `${day} ${inbox} ${user}`;
    const counted = added.get(key);
    if (counted) counted.scans += 1;
    else added.set(key, { day, inbox, user, scans: 1 });
  });
  addToDayCounts(db, added.values());
}

/**
 * Adds new scans to their audit trails, together with some older scans that a new trail does not
 * have yet.
 */
function chainAudited(db: DatabaseSync, cells: Cell[], scans: AppendedScan[]): void {
  const audited = new Set<Cell>(auditedInboxes(db));
  if (audited.size === 0) return;
  const inboxes = new Set(
    scans.flatMap(({ repeat }, index) => (repeat ? [] : [readInbox(cells, index) as string])),
  );
  for (const inbox of inboxes) if (audited.has(inbox)) chainBatch(db, inbox, scans.length + 100);
}

/**
 * Decides about the scans of inboxes that feed a register, in their order. Returns the verdicts,
 * each with the index of its arrival.
 */
function judgeScans(db: DatabaseSync, cells: Cell[], scans: AppendedScan[], now: number) {
  const verdicts: [number, Verdict][] = [];
  scans.forEach(({ id, repeat }, index) => {
    const json = readRequestCell(cells, index);
    if (json === null) return;
    const arrival = {
      request: JSON.parse(json as string) as DecisionRequest,
      inbox: readInbox(cells, index) as string,
      user: readUser(cells, index) as string | null,
      date: readDate(cells, index) as string,
      content: readContent(cells, index) as string,
      source: readSource(cells, index) as Source | null,
      tag: readTag(cells, index) as string | null,
    };
    const { language } = arrival.request;
    const verdict = repeat ? storedVerdict(db, id, language) : judgeScan(db, id, arrival, now);
    if (verdict) verdicts.push([index, verdict]);
  });
  return verdicts;
}

/**
 * Inserts the deliveries of new scans, and returns their ids. Repeats get none. `verdicts` has the
 * verdicts by the index of the arrival.
 */
function addDeliveries(
  db: DatabaseSync,
  cells: Cell[],
  scans: AppendedScan[],
  { now, verdicts }: { now: number; verdicts: ReadonlyMap<number, Verdict> },
): number[] {
  const routes: RouteParts = new Map();
  const tally: DeliveryTally = new Map();
  const deliveryIds = scans.flatMap(({ id, repeat }, index) => {
    const json = readDeliveriesCell(cells, index);
    if (repeat || json === null) return [];
    const deliveries = JSON.parse(json as string) as NewDelivery[];
    const verdict = verdicts.get(index);
    const contentKey = () =>
      toContentKey({
        content: readContent(cells, index) as string,
        tag: readTag(cells, index) as string | null,
        identifier: readIdentifier(cells, index) as string,
      });
    return insertDeliveries(db, id, deliveries, { verdict, now, routes, tally, contentKey });
  });
  writeTally(db, tally);
  return deliveryIds;
}

/** Records when each user last sent a scan, to the minute. */
function recordUse(db: DatabaseSync, cells: Cell[]): void {
  const lastUseByInbox = new Map<Cell, Map<Cell, Cell>>();
  for (let index = 0; index < countArrivals(cells); index++) {
    const inbox = readInbox(cells, index);
    const user = readUser(cells, index);
    if (user === null) continue;
    const lastUseByUser = lastUseByInbox.get(inbox) ?? new Map<Cell, Cell>();
    lastUseByInbox.set(inbox, lastUseByUser.set(user, readReceivedAt(cells, index)));
  }
  for (const [inbox, lastUseByUser] of lastUseByInbox) {
    for (const [user, time] of lastUseByUser) {
      prepared(
        db,
        `UPDATE credentials SET last_used_at = ?3
         WHERE inbox = ?1 AND user = ?2 AND (last_used_at IS NULL OR last_used_at <= ?3 - ${useResolutionMs})`,
      ).run(inbox, user, time);
    }
  }
}
