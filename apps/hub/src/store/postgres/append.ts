import type { NewDelivery } from "../deliveries.ts";
import { toFingerprint } from "../fingerprint.ts";
import type { JudgedArrival } from "../judge.ts";
import type { Judgement } from "../judgement.ts";
import type { Appended, Arrival } from "../store.ts";
import { arrivalColumns, type Cell } from "../stored-scan.ts";
import { takesVerdict } from "../verdicts.ts";
import type { Database, Query } from "./database.ts";
import { currentTime } from "./deleted-scans.ts";
import { judgeAll, storedVerdicts, verdictOf } from "./judge.ts";
import { readLedger } from "./read-ledger.ts";
import { toScanVector, toTagVector } from "./search.ts";
import { isRowError, isSerializationFailure } from "./unavailable.ts";

/** The outcome of one arrival of a group. */
export type Result = { ok: true; appended: Appended } | { ok: false; error: unknown };

export type AppendOptions = {
  /** The name of this node, by which it recognizes its own notifications. */
  by: string;
  /** The time in milliseconds since 1970, or null for the clock of the database. */
  now: number | null;
};

/**
 * Stores a group of arrivals in one transaction, and resolves once they are on the disk of the
 * database. If PostgreSQL refuses an arrival, only that arrival fails. Rejects with any other
 * error; then nothing was stored, unless the connection was lost after the commit.
 */
export async function appendGroup(
  database: Database,
  arrivals: readonly Arrival[],
  options: AppendOptions,
): Promise<Result[]> {
  if (arrivals.some(({ request }) => request)) return appendJudged(database, arrivals, options);
  const group = toGroup(arrivals);
  try {
    const [row] = await database.query<{ ids: number[]; deliveries: number[] | null }>(
      sql,
      toValues(group, options),
      "append",
    );
    return toResults(arrivals, group, row!.ids, row!.deliveries ?? []);
  } catch (error) {
    if (!isRowError(error instanceof Error ? (error.cause ?? error) : error)) throw error;
    if (arrivals.length === 1) return [{ ok: false, error }];
    const results: Result[] = [];
    for (const arrival of arrivals) {
      results.push(...(await appendGroup(database, [arrival], options)));
    }
    return results;
  }
}

/** Stores arrivals, some of which need a decision of a register. The others are stored first. */
async function appendJudged(
  database: Database,
  arrivals: readonly Arrival[],
  options: AppendOptions,
): Promise<Result[]> {
  const plain = arrivals.filter(({ request }) => !request);
  const judged = arrivals.filter(({ request }) => request);
  const plainResults = plain.length === 0 ? [] : await appendGroup(database, plain, options);
  const judgedResults = await appendUntilFresh(database, judged, options);
  return arrivals.map(({ request }) => (request ? judgedResults : plainResults).shift()!);
}

/** How many times a decision is tried without the lock before it is made with the lock. */
const optimisticAttempts = 5;

async function appendUntilFresh(
  database: Database,
  arrivals: readonly Arrival[],
  options: AppendOptions,
): Promise<Result[]> {
  try {
    for (let attempt = 0; attempt < optimisticAttempts; attempt++) {
      const results = await judgeAndAppend(database.query, arrivals, options).catch(ignoreNewKey);
      if (results) return results;
    }
    return await database.transaction(async (query) => {
      await query("SET LOCAL idle_in_transaction_session_timeout = '1s'");
      await query("SELECT lock_scans()");
      return (await judgeAndAppend(query, arrivals, options))!;
    });
  } catch (error) {
    if (!isRowError(error instanceof Error ? (error.cause ?? error) : error)) throw error;
    if (arrivals.length === 1) return [{ ok: false, error }];
    const results: Result[] = [];
    for (const arrival of arrivals)
      results.push(...(await appendUntilFresh(database, [arrival], options)));
    return results;
  }
}

/** Returns undefined, as for stale data, if `append_decided` found that a key is no longer new. */
function ignoreNewKey(error: unknown): undefined {
  if (!isSerializationFailure(error instanceof Error ? (error.cause ?? error) : error)) throw error;
}

/**
 * Decides about arrivals and stores them. Returns undefined, and stores nothing, if the data that
 * the decisions are based on has changed since it was read.
 */
async function judgeAndAppend(
  query: Query,
  arrivals: readonly Arrival[],
  options: AppendOptions,
): Promise<Result[] | undefined> {
  const group = toGroup(arrivals);
  const fingerprints = group.distinct.map(({ fingerprint }) => fingerprint);
  const candidates = group.distinct.map(({ arrival }) => toJudgedArrival(arrival));
  const read = await readLedger(query, candidates);
  // Read this after the ledger: a decision that another process makes in between is then in both,
  // or makes the ledger stale.
  const stored = await storedVerdicts(
    query,
    group.distinct.map(({ arrival, fingerprint }) => {
      return { fingerprint, language: arrival.request?.language };
    }),
  );
  const isStored = (fingerprint: Buffer) => stored.has(fingerprint.toString("hex"));
  const judged = candidates.map((arrival, index) =>
    isStored(fingerprints[index]!) ? null : arrival,
  );
  const now = options.now ?? (await currentTime(query));
  const { judgements, expected, decided } = judgeAll(read, judged, now);
  const reducedGroup = dropDeliveries(group, judgements);
  const [row] = await query<{
    ids: number[];
    deliveries: number[] | null;
    movements: number[] | null;
    stale: boolean;
  }>(judgedSql, [expected, decided, ...toValues(reducedGroup, options)], "append-decided");
  if (row!.stale) return undefined;
  const movements = row!.movements ?? [];
  const verdicts = group.distinct.map(({ fingerprint }, index) => {
    const judgement = judgements[index];
    return judgement
      ? verdictOf(judgement, movements.shift()!)
      : stored.get(fingerprint.toString("hex"));
  });
  const results = toResults(arrivals, reducedGroup, row!.ids, row!.deliveries ?? []);
  return results.map((result, index) => {
    if (!result.ok) return result;
    const scanIndex = group.indexes[index]!;
    const verdict = verdicts[scanIndex];
    const { deliveries: ids = [], ...appended } = result.appended;
    const all = group.distinct[scanIndex]!.arrival.deliveries ?? [];
    const taken = reducedGroup.distinct[scanIndex]!.arrival.deliveries ?? [];
    const deliveries = addZeros(all, taken, ids);
    return {
      ok: true,
      appended: {
        ...appended,
        ...(!appended.repeat && deliveries.length > 0 && { deliveries }),
        ...(verdict && { verdict }),
      },
    };
  });
}

/** Returns the group without the deliveries whose routes do not take the verdicts. */
function dropDeliveries(
  { distinct, indexes }: Group,
  judgements: readonly (Judgement | undefined)[],
): Group {
  const dropped = distinct.map((scan, index) => {
    const { deliveries = [] } = scan.arrival;
    const verdict = judgements[index]?.reply;
    const taken = deliveries.filter((delivery) => takesVerdict(delivery, verdict));
    return { ...scan, arrival: { ...scan.arrival, deliveries: taken } };
  });
  return { distinct: dropped, indexes };
}

/**
 * Returns the ids of all deliveries of an arrival in their order, with 0 for those that are not in
 * `taken`. `ids` are those of `taken`.
 */
function addZeros(
  all: readonly NewDelivery[],
  taken: readonly NewDelivery[],
  ids: readonly number[],
) {
  return all.map((delivery) => ids[taken.indexOf(delivery)] ?? 0);
}

function toJudgedArrival(arrival: Arrival): JudgedArrival {
  const { request, inbox, user = null, scan, source = null, tag = null } = arrival;
  const { date, content } = scan;
  return { request: request!, inbox, user, date, content, source, tag };
}

/** A scan of a group: its first arrival, and the number of its repeats in the same group. */
type DistinctScan = { arrival: Arrival; fingerprint: Buffer; repeats: number };

type Group = {
  distinct: DistinctScan[];
  /** For each arrival, the index of its scan in `distinct`. */
  indexes: number[];
};

function toGroup(arrivals: readonly Arrival[]): Group {
  const indexByKey = new Map<string, number>();
  const distinct: DistinctScan[] = [];
  const indexes = arrivals.map((arrival) => {
    const { inbox, user = null, address = null, scan } = arrival;
    const { identifier, date, content, tagType = null } = scan;
    const structured = scan.structured === undefined ? null : JSON.stringify(scan.structured);
    const sender = { inbox, user, address };
    const contents = { identifier, date, content, tagType, structured };
    const fingerprint = toFingerprint({ ...sender, ...contents });
    const key = fingerprint.toString("latin1");
    const existing = indexByKey.get(key);
    if (existing !== undefined) {
      distinct[existing]!.repeats += 1;
      return existing;
    }
    const index = distinct.length;
    indexByKey.set(key, index);
    distinct.push({ arrival, fingerprint, repeats: 0 });
    return index;
  });
  return { distinct, indexes };
}

function toValues({ distinct }: Group, { by, now }: AppendOptions): unknown[] {
  const arrivals = distinct.map(({ arrival }) => arrival);
  const uses = lastUses(arrivals);
  const deliveries = distinct.flatMap(({ arrival }, index) =>
    (arrival.deliveries ?? []).map((delivery) => ({ ...delivery, scan: index + 1 })),
  );
  return [
    by,
    now,
    ...arrivalColumns.map(({ toCell }) => toArray(arrivals.map(toCell))),
    distinct.map(({ fingerprint }) => fingerprint),
    distinct.map(({ repeats }) => repeats),
    arrivals.map(({ scan, user }) => toScanVector({ ...scan, user })),
    toArray(arrivals.map(({ tag }) => (tag === undefined ? null : toTagVector(tag)))),
    toArray(uses.map(({ inbox }) => inbox)),
    toArray(uses.map(({ user }) => user ?? null)),
    toArray(uses.map(({ receivedAt }) => receivedAt.getTime())),
    toArray(deliveries.map(({ scan }) => scan)),
    toArray(deliveries.map(({ route }) => route)),
    toArray(deliveries.map(({ state }) => state)),
    deliveries.map(({ claimedBy }) => claimedBy ?? null),
  ];
}

/** The parameters of the SQL function `append_scans` in the order of `toValues`. */
const parameters = [
  "given_by",
  "given_now",
  ...arrivalColumns.map(({ name }) => `given_${name}`),
  "given_fingerprint",
  "given_more",
  "given_words",
  "given_tag_words",
  "used_inbox",
  "used_user",
  "used_at",
  "new_scan",
  "new_route",
  "new_state",
  "new_node",
];

const sql = `SELECT ids, deliveries FROM append_scans(${parameters
  .map((name, index) => `${name} => $${index + 1}`)
  .join(", ")})`;

const judgedSql = `SELECT ids, deliveries, movements, stale FROM append_decided(${[
  "expected",
  "decided",
  ...parameters,
]
  .map((name, index) => `${name} => $${index + 1}`)
  .join(", ")})`;

/**
 * Returns the array, or null if all its cells are null, because the SQL function skips arguments
 * that are null.
 */
function toArray(cells: readonly Cell[]): readonly Cell[] | null {
  return cells.every((cell) => cell === null) ? null : cells;
}

/** Returns the last arrival of each user. */
function lastUses(arrivals: readonly Arrival[]): Arrival[] {
  const lastArrivalByUser = new Map<string, Arrival>();
  for (const arrival of arrivals) {
    const { inbox, user } = arrival;
    if (user !== undefined) lastArrivalByUser.set(JSON.stringify([inbox, user]), arrival);
  }
  return [...lastArrivalByUser.values()];
}

/**
 * Returns the outcome of each arrival. A negative id in `ids` means that the scan was stored
 * before. `deliveryIds` has the ids of the deliveries of all distinct scans in order.
 */
function toResults(
  arrivals: readonly Arrival[],
  { distinct, indexes }: Group,
  ids: readonly number[],
  deliveryIds: readonly number[],
): Result[] {
  let end = 0;
  const deliveriesOfScan = distinct.map(({ arrival }) => {
    const start = end;
    end += arrival.deliveries?.length ?? 0;
    return deliveryIds.slice(start, end);
  });
  const seenIndexes = new Set<number>();
  return arrivals.map((_, n) => {
    const index = indexes[n]!;
    const id = ids[index]!;
    const repeat = id < 0 || seenIndexes.has(index);
    seenIndexes.add(index);
    const deliveries = deliveriesOfScan[index]!;
    const withDeliveries = repeat || deliveries.length === 0 ? {} : { deliveries };
    return { ok: true, appended: { id: Math.abs(id), repeat, ...withDeliveries } };
  });
}
