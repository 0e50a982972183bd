import { toFingerprint } from "../fingerprint.ts";
import type { Appended, Arrival } from "../store.ts";
import type { Database } from "./database.ts";
import { toScanVector, toTagVector } from "./search.ts";
import { isAboutTheRow } from "./trouble.ts";

/** What became of one arrival of a group. */
export type Result = { ok: true; appended: Appended } | { ok: false; error: unknown };

export type AppendOptions = {
  /** Told to the other nodes, so that this one can tell its own news apart. */
  by: string;
  /** Null: the clock of the database. */
  now: number | null;
};

/**
 * Stores a group of arrivals in one transaction; when it resolves they are on the disk of the database. An arrival that
 * PostgreSQL refuses fails alone; any other trouble is thrown, and nothing was stored as far as one can know.
 */
export async function appendGroup(
  database: Database,
  arrivals: readonly Arrival[],
  options: AppendOptions,
): Promise<Result[]> {
  const rows = toRows(arrivals);
  try {
    const [row] = await database.query<{ ids: number[]; deliveries: number[] | null }>(
      sql,
      toValues(rows, options),
      "append",
    );
    return toResults(arrivals, rows, row!.ids, row!.deliveries ?? []);
  } catch (error) {
    if (!isAboutTheRow(error instanceof Error ? (error.cause ?? error) : error)) throw error;
    if (arrivals.length === 1) return [{ ok: false, error }];
    const alone: Result[] = [];
    for (const one of arrivals) alone.push(...(await appendGroup(database, [one], options)));
    return alone;
  }
}

/** One scan of the group: its first arrival, and how often it came again in the same group. */
type Row = { arrival: Arrival; fingerprint: Buffer; more: number };

type Rows = {
  distinct: Row[];
  /** Of each arrival the place of its scan among those. */
  places: number[];
};

function toRows(arrivals: readonly Arrival[]): Rows {
  const known = new Map<string, number>();
  const distinct: Row[] = [];
  const places = arrivals.map((arrival) => {
    const { inbox, scan } = arrival;
    const fingerprint = toFingerprint(inbox, scan.identifier, scan.date, scan.content);
    const key = fingerprint.toString("latin1");
    const place = known.get(key);
    if (place === undefined) {
      known.set(key, distinct.length);
      return distinct.push({ arrival, fingerprint, more: 0 }) - 1;
    }
    distinct[place]!.more += 1;
    return place;
  });
  return { distinct, places };
}

function toValues({ distinct }: Rows, { by, now }: AppendOptions): unknown[] {
  const of = <T>(part: (arrival: Arrival) => T) => distinct.map(({ arrival }) => part(arrival));
  const used = lastUses(distinct);
  const deliveries = distinct.flatMap(({ arrival }, place) =>
    (arrival.deliveries ?? []).map((one) => ({ ...one, scan: place + 1 })),
  );
  const ofDeliveries = <T>(part: (one: (typeof deliveries)[number]) => T) =>
    deliveries.length === 0 ? null : deliveries.map(part);
  const hasTags = distinct.some(({ arrival }) => arrival.tag !== undefined);
  return [
    by,
    now,
    of(({ inbox }) => inbox),
    of(({ user }) => user),
    of(({ scan }) => scan.identifier),
    of(({ scan }) => scan.date),
    of(({ scan }) => scan.content),
    of(({ scan }) => scan.tagType),
    of(({ scan }) => scan.structured && JSON.stringify(scan.structured)),
    of(({ source }) => source),
    of(({ receivedAt }) => receivedAt.getTime()),
    of(({ body }) => body),
    of(({ scan, user }) => toScanVector({ ...scan, ...(user !== undefined && { user }) })),
    distinct.map(({ fingerprint }) => fingerprint),
    distinct.map(({ more }) => more),
    of(({ trace }) => trace),
    hasTags ? of(({ tag }) => tag) : null,
    hasTags ? of(({ tag }) => tag && toTagVector(tag)) : null,
    used?.map(({ inbox }) => inbox),
    used?.map(({ user }) => user),
    used?.map(({ receivedAt }) => receivedAt.getTime()),
    ofDeliveries(({ scan }) => scan),
    ofDeliveries(({ route }) => route),
    ofDeliveries(({ state }) => state),
    ofDeliveries(({ claimedBy }) => claimedBy),
  ];
}

const sql = `SELECT ids, deliveries FROM append_scans(${Array.from({ length: 25 }, (_, n) => `$${n + 1}`).join(", ")})`;

/** The last arrival of each user. */
function lastUses(distinct: readonly Row[]): Arrival[] | undefined {
  const last = new Map<string, Arrival>();
  for (const { arrival } of distinct) {
    const { inbox, user } = arrival;
    if (user !== undefined) last.set(JSON.stringify([inbox, user]), arrival);
  }
  return last.size === 0 ? undefined : [...last.values()];
}

function toResults(
  arrivals: readonly Arrival[],
  { distinct, places }: Rows,
  ids: readonly number[],
  made: readonly number[],
): Result[] {
  let taken = 0;
  const ofScan = distinct.map(({ arrival }) => {
    const count = arrival.deliveries?.length ?? 0;
    taken += count;
    return made.slice(taken - count, taken);
  });
  const isSeen = new Set<number>();
  return arrivals.map((_, n) => {
    const place = places[n]!;
    const id = ids[place]!;
    const repeat = id < 0 || isSeen.has(place);
    isSeen.add(place);
    const deliveries = ofScan[place]!;
    const more = repeat || deliveries.length === 0 ? {} : { deliveries };
    return { ok: true, appended: { id: Math.abs(id), repeat, ...more } };
  });
}
