import { type CountedTally, compareRound } from "../../registers/compare-round.ts";
import type { Rules } from "../../registers/rules.ts";
import { type StateRow, selectStates, toPlacedState } from "../entry-row.ts";
import { lockScans } from "./locks.ts";
import { inputRows, isOneOf, rawSql, type Steps, sql } from "./sql.ts";

/** How many entries one transaction compares, and how many states it reads while scans wait. */
const comparedEntries = 400;
const readStates = 4000;
const maxEntry = Number.MAX_SAFE_INTEGER;

type ComparedRow = {
  register: number;
  list: number;
  rules: string;
  recount: number | boolean;
  first_movement: number;
  compared: number;
};

/**
 * Compares the next entries of a closed round with the register. Returns 0 once all are compared.
 */
export function* compareBatch(round: number): Steps<number> {
  yield* lockScans;
  const [found] = yield* sql<ComparedRow>`
    SELECT rounds.register, coalesce(entries_from, registers.id) AS list, rules, recount,
      first_movement, compared
    FROM rounds JOIN registers ON registers.id = rounds.register
    WHERE rounds.id = ${round} AND compared IS NOT NULL`;
  if (!found) return 0;
  const { register, compared } = found;
  const { single = false } = JSON.parse(found.rules) as Rules;
  const [{ upTo }] = (yield* sql<{ upTo: number | null }>`
    SELECT (
      SELECT entry FROM states WHERE states.register = ${register} AND entry > ${compared}
      ORDER BY entry LIMIT 1 OFFSET ${readStates}
    ) AS "upTo"`) as [{ upTo: number | null }];
  const next = yield* sql<{ entry: number }>`
    SELECT entry FROM (
      SELECT entry FROM (
        SELECT DISTINCT entry FROM tallies
        WHERE round = ${round} AND entry > ${compared} AND entry <= ${upTo ?? maxEntry}
        ORDER BY entry LIMIT ${comparedEntries}
      ) AS counted
      UNION
      SELECT entry FROM (
        SELECT DISTINCT entry FROM states
        WHERE states.register = ${register} AND entry > ${compared}
          AND entry <= ${upTo ?? maxEntry} AND quantity <> 0 AND EXISTS (
            SELECT 1 FROM round_places WHERE round = ${round} AND round_places.place = states.place
          )
        ORDER BY entry LIMIT ${comparedEntries}
      ) AS expected
    ) AS wanted ORDER BY entry LIMIT ${comparedEntries}`;
  const ids = next.map(({ entry }) => entry);
  const last = ids.length < comparedEntries ? upTo : ids.at(-1)!;
  yield* sql`UPDATE rounds SET compared = ${last} WHERE id = ${round}`;
  const tallies = yield* sql<TallyRow>`
    SELECT entry, place, door, counts, quantity, booked, first_booked, counted_at FROM tallies
    WHERE round = ${round} AND entry ${isOneOf("bigint", ids)}`;
  const states = yield* sql<StateRow>`
    ${rawSql(selectStates)}
    WHERE states.register = ${register} AND states.entry ${isOneOf("bigint", ids)}`;
  const visits = yield* sql<{ place: number; movement: number }>`
    SELECT place, max(movement) AS movement FROM round_places WHERE round = ${round}
    GROUP BY place`;
  // The sign keeps SQLite from reading all movements of the register since the begin of the round.
  const added = yield* sql<AddedRow>`
    SELECT entry, id, action, place, from_place, delta FROM movements
    WHERE entry ${isOneOf("bigint", ids)} AND +movements.register = ${register}
      AND id > ${found.first_movement} AND delta IS NOT NULL`;
  const unnamed = yield* sql<{ id: number }>`
    SELECT id FROM entries WHERE id ${isOneOf("bigint", ids)} AND unnamed`;
  const visited = new Map(visits.map(({ place, movement }) => [place, movement]));
  const isUnnamed = new Set(unnamed.map(({ id }) => id));
  const talliesOf = Map.groupBy(tallies, ({ entry }) => entry);
  const statesOf = Map.groupBy(states, ({ entry }) => entry);
  const addedOf = Map.groupBy(added, ({ entry }) => entry);
  const differences = ids.flatMap((entry) =>
    compareRound({
      tallies: (talliesOf.get(entry) ?? []).map(toCountedTally),
      states: (statesOf.get(entry) ?? []).map(toPlacedState),
      addedSinceVisit: sumAdded(visited, statesOf.get(entry) ?? [], addedOf.get(entry) ?? []),
      isUnnamed: isUnnamed.has(entry),
      recount: Boolean(found.recount),
      single,
    }).map((difference) => ({ round, entry, ...difference })),
  );
  yield* sql`
    INSERT INTO differences (round, entry, place, kind, counted, booked, delta, note)
    SELECT round, entry, place, kind, counted, booked, delta, note
    FROM ${inputRows(differenceColumns, differences)}`;
  return last === null ? 0 : 1;
}

type TallyRow = {
  entry: number;
  place: number;
  door: string;
  counts: number;
  quantity: number;
  booked: number;
  first_booked: number;
  counted_at: number;
};

type AddedRow = {
  entry: number;
  id: number;
  action: string;
  place: number | null;
  from_place: number | null;
  delta: number;
};

const differenceColumns = {
  round: "bigint",
  entry: "bigint",
  place: "bigint",
  kind: "text",
  counted: "bigint",
  booked: "bigint",
  delta: "bigint",
  note: "text",
} as const;

function toCountedTally(row: TallyRow): CountedTally {
  const { place, door, counts, quantity, booked, first_booked, counted_at } = row;
  return {
    place,
    door,
    counts,
    quantity,
    booked,
    firstBooked: first_booked,
    countedAt: counted_at,
  };
}

/**
 * Returns how much of an entry was added at each visited place that it is at, since the visit. If
 * it was counted there since, all of it is new.
 */
function sumAdded(
  visits: ReadonlyMap<number, number>,
  states: readonly StateRow[],
  movements: readonly AddedRow[],
): Map<number, number> {
  return new Map(
    states.flatMap(({ place }): [number, number][] => {
      const visit = visits.get(place);
      if (visit === undefined) return [];
      const later = movements.filter(({ id }) => id >= visit);
      const changes = later.flatMap(({ action, place: to, from_place: from, delta }) => [
        ...((to ?? 0) === place ? [action === "count" ? Infinity : delta] : []),
        ...(from === place ? [-delta] : []),
      ]);
      return [[place, changes.reduce((sum, change) => sum + Math.max(0, change), 0)]];
    }),
  );
}
