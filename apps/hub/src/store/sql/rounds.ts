import type { DifferenceKind } from "../../registers/compare-round.ts";
import type { DifferenceRecord, RoundRecord } from "../rounds.ts";
import { lockScans } from "./locks.ts";
import { isOneOf, rawSql, type Steps, sql } from "./sql.ts";

export function* beginRound(
  now: number,
  register: number,
  { blind, recount }: { blind: boolean; recount: boolean },
): Steps<number | "round-open"> {
  yield* lockScans;
  const [round] = yield* sql<{ id: number }>`
    INSERT INTO rounds (register, blind, recount, first_movement, began_at)
    SELECT ${register}, ${blind}, ${recount}, (SELECT coalesce(max(id), 0) FROM movements), ${now}
    WHERE NOT EXISTS (SELECT 1 FROM rounds WHERE register = ${register} AND ended_at IS NULL)
    RETURNING id`;
  return round ? round.id : "round-open";
}

type RoundRow = {
  id: number;
  blind: number | boolean;
  recount: number | boolean;
  began_at: number;
  ended_at: number | null;
  compared: number | null;
  applied_at: number | null;
  visited: number;
  places: number;
  counted: number;
};

export function* rounds(
  register: number,
  { id: wanted, limit }: { id?: number; limit: number },
): Steps<RoundRecord[]> {
  const only = wanted === undefined ? rawSql("") : sql`AND rounds.id = ${wanted}`;
  const rows = yield* sql<RoundRow>`
    SELECT rounds.id, blind, recount, began_at, ended_at, compared, applied_at,
      (SELECT count(DISTINCT place) FROM round_places WHERE round = rounds.id) AS visited,
      (SELECT count(*) FROM entries WHERE role = 'place' AND entries.register = (
        SELECT coalesce(entries_from, registers.id) FROM registers WHERE registers.id = ${register}
      )) AS places,
      (SELECT count(DISTINCT entry) FROM tallies WHERE round = rounds.id) AS counted
    FROM rounds WHERE rounds.register = ${register} ${only} ORDER BY rounds.id DESC LIMIT ${limit}`;
  const kinds = yield* sql<{
    round: number;
    kind: DifferenceKind;
    count: number;
    unbooked: number;
  }>`
    SELECT round, kind, count(*) AS count,
      count(CASE WHEN delta <> 0 AND movement IS NULL THEN 1 END) AS unbooked
    FROM differences
    WHERE round ${isOneOf(
      "bigint",
      rows.map(({ id }) => id),
    )} GROUP BY round, kind`;
  return rows.map(({ id, began_at, ended_at, applied_at, visited, places, counted, ...row }) => ({
    id,
    blind: Boolean(row.blind),
    recount: Boolean(row.recount),
    beganAt: new Date(began_at).toISOString(),
    endedAt: ended_at === null ? undefined : new Date(ended_at).toISOString(),
    isComparing: row.compared !== null,
    appliedAt: applied_at === null ? undefined : new Date(applied_at).toISOString(),
    visited,
    places,
    counted,
    differences: Object.fromEntries(
      kinds.filter(({ round }) => round === id).map(({ kind, count }) => [kind, count]),
    ),
    unbooked: kinds.reduce((sum, kind) => sum + (kind.round === id ? kind.unbooked : 0), 0),
  }));
}

/** Closes a round for scans, and returns whether the register has it. */
export function* closeRound(now: number, register: number, round: number): Steps<boolean> {
  yield* lockScans;
  yield* sql`
    UPDATE rounds SET ended_at = ${now}, compared = 0
    WHERE id = ${round} AND register = ${register} AND ended_at IS NULL`;
  const rows = yield* sql`SELECT 1 FROM rounds WHERE id = ${round} AND register = ${register}`;
  return rows.length === 1;
}

type DifferenceRow = {
  entry: number;
  label: string;
  unit: string | null;
  place: number;
  place_label: string | null;
  kind: DifferenceKind;
  counted: number;
  booked: number;
  delta: number;
  note: string | null;
  movement: number | null;
};

export function* differences(
  round: number,
  {
    kinds,
    after = { entry: 0, place: 0 },
    limit,
  }: {
    kinds?: readonly DifferenceKind[];
    after?: { entry: number; place: number };
    limit: number;
  },
): Steps<DifferenceRecord[]> {
  const wanted = kinds ? sql`AND kind ${isOneOf("text", kinds)}` : rawSql("");
  const rows = yield* sql<DifferenceRow>`
    SELECT entry, entries.label, entries.unit, place, places.label AS place_label, kind, counted,
      booked, delta, note, movement
    FROM differences JOIN entries ON entries.id = entry
    LEFT JOIN entries AS places ON places.id = place
    WHERE round = ${round} AND (entry, place) > (${after.entry}, ${after.place}) ${wanted}
    ORDER BY entry, place LIMIT ${limit}`;
  return rows.map(({ unit, place_label, note, movement, ...row }) => ({
    ...row,
    unit: unit ?? undefined,
    placeLabel: place_label ?? undefined,
    note: note ?? undefined,
    movement: movement ?? undefined,
  }));
}
