import type { Verdict } from "../../registers/verdict.ts";
import { toStateColumns } from "../entry-row.ts";
import { type JudgedArrival, judge } from "../judge.ts";
import type { Judgement } from "../judgement.ts";
import { toHandRow, toMovementRows, toNewEntryRow, toTagRow } from "../judgement-rows.ts";
import { type StoredReplyRow, selectReplies, toStoredVerdict } from "../movement-row.ts";
import type { TriedScan, TriedVerdict } from "../movements.ts";
import { foldKey } from "../typed-search.ts";
import { toTriedVerdict, toVerdict } from "../verdicts.ts";
import type { Query } from "./database.ts";
import { readLedger } from "./read-ledger.ts";
import { toStoredJson } from "./stored-text.ts";
import { handKey, type TrackedLedger, tagKey } from "./tracked-ledger.ts";

/**
 * Decides about arrivals in their order. Null stands for an arrival that needs no decision. Returns
 * the judgements, and the parameters `expected` and `decided` of `append_decided`.
 */
export function judgeAll(
  read: TrackedLedger,
  arrivals: readonly (JudgedArrival | null)[],
  now: number,
) {
  const judgements = arrivals.map((arrival) => {
    const judgement = arrival === null ? undefined : judge(read.ledger, arrival, now);
    if (judgement) read.apply(judgement);
    return judgement;
  });
  const movements = judgements.flatMap((judgement, index) =>
    judgement ? toMovementRows(judgement, index + 1) : [],
  );
  const made = judgements.filter((judgement) => judgement !== undefined);
  const states = new Map(
    made.flatMap(({ register, states }) =>
      states.map(({ entry, state }) => [
        `${register.id} ${entry} ${state.place}`,
        { register: register.id, entry, ...toStateColumns(state) },
      ]),
    ),
  );
  const hands = new Map(
    made.flatMap((judgement) => {
      const row = toHandRow(judgement);
      return row ? [[handKey(row.inbox, row.user), row] as const] : [];
    }),
  );
  const tags = new Map(
    made.flatMap((judgement) => {
      const row = toTagRow(judgement);
      return row ? [[tagKey(row.register, row.tag), row] as const] : [];
    }),
  );
  const visits = new Map(
    made.flatMap(({ visit }) =>
      visit ? [[`${visit.round} ${visit.place} ${visit.door}`, visit]] : [],
    ),
  );
  const tallies = Map.groupBy(
    made.flatMap(({ tallies, entry }) =>
      tallies.map(({ countedAt: counted_at, ...tally }) => ({
        ...{ ...tally, counted_at },
        entry: entry!.id,
      })),
    ),
    ({ round, entry, place, door }) => JSON.stringify([round, entry, place, door]),
  );
  const added = made.flatMap(({ register: { list }, entry, newKeys }) =>
    entry && newKeys ? { list, entry, keys: newKeys } : [],
  );
  const edited = new Map(
    made.flatMap(({ entry, isEdited }) => (entry && isEdited ? [[entry.id, entry] as const] : [])),
  );
  const counters = Map.groupBy(made, ({ register }) => register.id);
  const decided = {
    movements,
    entries: added.map(({ list, entry }) => ({
      ...toNewEntryRow(entry),
      list,
      unnamed: entry.unnamed ?? false,
    })),
    keys: added.flatMap(({ list, entry, keys }) =>
      keys.map((key) => ({ list, key, folded: foldKey(key), entry: entry.id })),
    ),
    edits: [...edited.values()].map(({ id, fields, version }) => {
      return { id, fields: JSON.stringify(fields), version };
    }),
    states: [...states.values()],
    hands: [...hands.values()],
    tags: [...tags.values()],
    visits: [...visits.values()],
    tallies: [...tallies.values()].map((changes) => ({
      ...changes.at(-1)!,
      first_booked: changes[0]!.booked,
      counts: sum(changes.map(({ counts }) => counts)),
      quantity: sum(changes.map(({ quantity }) => quantity)),
    })),
    counters: [...counters].map(([register, counted]) => ({
      register,
      inside: sum(counted.map(({ inside }) => inside)),
      admitted: sum(counted.map(({ admitted }) => admitted)),
      refused: sum(counted.map(({ refused }) => refused)),
    })),
  };
  return {
    judgements,
    expected: toStoredJson(read.expected()),
    decided: toStoredJson(decided),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Returns the verdicts that stored scans were told, by the hexadecimal fingerprint of the scan.
 * `language` is that of a verdict which the scan has no more.
 */
export async function storedVerdicts(
  query: Query,
  asked: readonly { fingerprint: Buffer; language: string | undefined }[],
): Promise<Map<string, Verdict | undefined>> {
  const scans = await query<{ id: number; fingerprint: Buffer }>(
    "SELECT id, fingerprint FROM scans WHERE fingerprint = ANY ($1)",
    [asked.map(({ fingerprint }) => fingerprint)],
    "read-fingerprints",
  );
  if (scans.length === 0) return new Map();
  const rows = await query<StoredReplyRow & { scan: number }>(
    `${selectReplies} WHERE scan = ANY ($1)`,
    [scans.map(({ id }) => id)],
  );
  const rowOf = new Map(rows.map((row) => [row.scan, row]));
  return new Map(
    scans.map(({ id, fingerprint }) => {
      const row = rowOf.get(id);
      const { language } = asked.find((each) => each.fingerprint.equals(fingerprint)) ?? {};
      return [fingerprint.toString("hex"), row && toStoredVerdict(row, language)];
    }),
  );
}

/** Returns the verdict of a judgement that was stored as the movement with this id. */
export function verdictOf({ reply, at }: Judgement, movement: number): Verdict {
  return toVerdict(reply, movement, at);
}

/** Returns what a register would decide about a scan, without storing anything. */
export async function tryScan(
  query: Query,
  now: number,
  id: number,
  { content, tag, action, place, holder, sun, language }: TriedScan,
): Promise<TriedVerdict> {
  const arrival = {
    request: { kind: "scan" as const, sun, language },
    inbox: "",
    user: "",
    date: new Date(now).toISOString(),
    content,
    source: tag === undefined ? null : ("nfc" as const),
    tag: tag ?? null,
  };
  const binding = { inbox: "", register: id, action };
  const places = [place ?? [], holder ?? []].flat();
  const { ledger } = await readLedger(query, [arrival], { bindings: [binding], places });
  const hand = () => ({ place, holder, since: now, touchedAt: now, version: 0 });
  const judgement = judge({ ...ledger, hand }, arrival, now);
  if (!judgement) throw new RangeError(`There is no register ${id}.`);
  return toTriedVerdict(judgement);
}
