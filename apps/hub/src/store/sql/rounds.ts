import {
  type CountedTally,
  compareRound,
  type DifferenceKind,
} from "../../registers/compare-round.ts";
import type { Rules } from "../../registers/register.ts";
import { type StateRow, selectStates, toPlacedState } from "../entry-row.ts";
import type { DifferenceRecord, RoundRecord } from "../rounds.ts";
import { lockScans } from "./locks.ts";
import { inputRows, isOneOf, rawSql, type Steps, sql } from "./sql.ts";

/** How many entries one transaction compares, and books. Scans wait meanwhile. */
const comparedEntries = 400;
const bookedEntries = 200;

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
  applied_at: number | null;
  visited: number;
  places: number;
  counted: number;
};

export function* rounds(register: number): Steps<RoundRecord[]> {
  const rows = yield* sql<RoundRow>`
    SELECT rounds.id, blind, recount, began_at, ended_at, applied_at,
      (SELECT count(DISTINCT place) FROM round_places WHERE round = rounds.id) AS visited,
      (SELECT count(*) FROM entries WHERE role = 'place' AND entries.register = (
        SELECT coalesce(entries_from, registers.id) FROM registers WHERE registers.id = ${register}
      )) AS places,
      (SELECT count(DISTINCT entry) FROM tallies WHERE round = rounds.id) AS counted
    FROM rounds WHERE rounds.register = ${register} ORDER BY rounds.id DESC LIMIT 100`;
  const kinds = yield* sql<{ round: number; kind: DifferenceKind; count: number }>`
    SELECT round, kind, count(*) AS count FROM differences
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
    appliedAt: applied_at === null ? undefined : new Date(applied_at).toISOString(),
    visited,
    places,
    counted,
    differences: Object.fromEntries(
      kinds.filter(({ round }) => round === id).map(({ kind, count }) => [kind, count]),
    ),
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

type ComparedRow = {
  register: number;
  list: number;
  rules: string;
  recount: number | boolean;
  first_movement: number;
  compared: number;
};

/**
 * Compares the next entries of a closed round with the register. Returns how many there were; 0
 * means that all are compared.
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
  const next = yield* sql<{ entry: number }>`
    SELECT entry FROM (
      SELECT entry FROM (
        SELECT DISTINCT entry FROM tallies WHERE round = ${round} AND entry > ${compared}
        ORDER BY entry LIMIT ${comparedEntries}
      ) AS counted
      UNION
      SELECT entry FROM (
        SELECT DISTINCT entry FROM states
        WHERE states.register = ${register} AND entry > ${compared} AND quantity <> 0 AND EXISTS (
          SELECT 1 FROM round_places WHERE round = ${round} AND round_places.place = states.place
        )
        ORDER BY entry LIMIT ${comparedEntries}
      ) AS expected
    ) AS wanted ORDER BY entry LIMIT ${comparedEntries}`;
  const ids = next.map(({ entry }) => entry);
  if (ids.length === 0) {
    yield* sql`UPDATE rounds SET compared = NULL WHERE id = ${round}`;
    return 0;
  }
  const tallies = yield* sql<TallyRow>`
    SELECT entry, place, door, quantity, booked, first_booked, counted_at FROM tallies
    WHERE round = ${round} AND entry ${isOneOf("bigint", ids)}`;
  const states = yield* sql<StateRow>`
    ${rawSql(selectStates)}
    WHERE states.register = ${register} AND states.entry ${isOneOf("bigint", ids)}`;
  const visits = yield* sql<{ place: number; visited_at: number }>`
    SELECT place, max(visited_at) AS visited_at FROM round_places WHERE round = ${round}
    GROUP BY place`;
  const added = yield* sql<AddedRow>`
    SELECT entry, at, place, from_place, delta FROM movements
    WHERE entry ${isOneOf("bigint", ids)} AND movements.register = ${register}
      AND id > ${found.first_movement} AND delta IS NOT NULL`;
  const unnamed = yield* sql<{ id: number }>`
    SELECT id FROM entries WHERE id ${isOneOf("bigint", ids)} AND unnamed`;
  const visitedAt = new Map(visits.map(({ place, visited_at }) => [place, visited_at]));
  const isUnnamed = new Set(unnamed.map(({ id }) => id));
  const talliesOf = Map.groupBy(tallies, ({ entry }) => entry);
  const statesOf = Map.groupBy(states, ({ entry }) => entry);
  const addedOf = Map.groupBy(added, ({ entry }) => entry);
  const differences = ids.flatMap((entry) =>
    compareRound({
      tallies: (talliesOf.get(entry) ?? []).map(toCountedTally),
      states: (statesOf.get(entry) ?? []).map(toPlacedState),
      addedSinceVisit: sumAdded(visitedAt, statesOf.get(entry) ?? [], addedOf.get(entry) ?? []),
      isUnnamed: isUnnamed.has(entry),
      recount: Boolean(found.recount),
      single,
    }).map((difference) => ({ round, entry, ...difference })),
  );
  yield* sql`
    INSERT INTO differences (round, entry, place, kind, counted, booked, delta, note)
    SELECT round, entry, place, kind, counted, booked, delta, note
    FROM ${inputRows(differenceColumns, differences)}`;
  yield* sql`UPDATE rounds SET compared = ${ids.at(-1)!} WHERE id = ${round}`;
  return ids.length;
}

type TallyRow = {
  entry: number;
  place: number;
  door: string;
  quantity: number;
  booked: number;
  first_booked: number;
  counted_at: number;
};

type AddedRow = {
  entry: number;
  at: number;
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
  const { place, door, quantity, booked, first_booked, counted_at } = row;
  return { place, door, quantity, booked, firstBooked: first_booked, countedAt: counted_at };
}

/** Returns how much of an entry was added at each visited place that it is at, since the visit. */
function sumAdded(
  visits: ReadonlyMap<number, number>,
  states: readonly StateRow[],
  movements: readonly AddedRow[],
): Map<number, number> {
  return new Map(
    states.flatMap(({ place }): [number, number][] => {
      const visited_at = visits.get(place);
      if (visited_at === undefined) return [];
      const later = movements.filter(({ at }) => at >= visited_at);
      const changes = later.flatMap(({ place: to, from_place: from, delta }) => [
        ...((to ?? 0) === place ? [delta] : []),
        ...(from === place ? [-delta] : []),
      ]);
      return [[place, changes.reduce((sum, change) => sum + Math.max(0, change), 0)]];
    }),
  );
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

/** Returns whether a round has ended and is compared with the register. */
export function* isCompared(register: number, round: number): Steps<boolean> {
  const rows = yield* sql`
    SELECT 1 FROM rounds WHERE id = ${round} AND register = ${register}
      AND ended_at IS NOT NULL AND compared IS NULL`;
  return rows.length === 1;
}

/** Notes when the differences of a round were booked; null once they are taken back. */
export function* noteApplied(round: number, at: number | null): Steps<void> {
  yield* sql`UPDATE rounds SET applied_at = ${at} WHERE id = ${round}`;
}

type ToApplyRow = {
  register: number;
  entry: number;
  place: number;
  delta: number;
  quantity: number | null;
  version: number | null;
  effective: number | null;
};

/** Books the next differences of a round. Returns how many there were. */
export function* applyBatch(now: number, round: number, by: string): Steps<number> {
  yield* lockScans;
  const rows = yield* sql<ToApplyRow>`
    SELECT rounds.register, next.entry, next.place, delta, quantity, version, effective
    FROM (
      SELECT round, entry, place, delta FROM differences
      WHERE round = ${round} AND delta <> 0 AND movement IS NULL
      ORDER BY entry, place LIMIT ${bookedEntries}
    ) AS next JOIN rounds ON rounds.id = next.round
    LEFT JOIN states ON states.register = rounds.register AND states.entry = next.entry
      AND states.place = next.place`;
  if (rows.length === 0) return 0;
  const changes = rows.map(({ version, effective, quantity, ...row }) => ({
    ...row,
    round,
    at: now,
    door: by,
    code: "counted",
    action: "round",
    undoes: null,
    version: (version ?? 0) + 1,
    prior: effective ?? 0,
    effective: (version ?? 0) + 1,
    quantity: (quantity ?? 0) + row.delta,
  }));
  const ids = yield* insertMovements(changes);
  yield* writeStates(changes);
  yield* linkMovements(
    round,
    changes.map(({ entry, place }, index) => ({ entry, place, movement: ids[index]! })),
  );
  return rows.length;
}

type ToTakeBackRow = ToApplyRow & {
  movement: number;
  applied_version: number;
  prior: number | null;
  is_undone: number | boolean;
};

/** Takes back the next booked differences of a round. Returns how many there were. */
export function* takeBackBatch(now: number, round: number, by: string): Steps<number> {
  yield* lockScans;
  const rows = yield* sql<ToTakeBackRow>`
    SELECT rounds.register, next.entry, next.place, next.movement, movements.delta,
      movements.version AS applied_version, movements.prior, states.quantity, states.version,
      states.effective,
      EXISTS (SELECT 1 FROM movements AS later WHERE later.undoes = movements.id) AS is_undone
    FROM (
      SELECT round, entry, place, movement FROM differences
      WHERE round = ${round} AND movement IS NOT NULL
      ORDER BY entry, place LIMIT ${bookedEntries}
    ) AS next JOIN rounds ON rounds.id = next.round
    JOIN movements ON movements.id = next.movement
    JOIN states ON states.register = rounds.register AND states.entry = next.entry
      AND states.place = next.place`;
  if (rows.length === 0) return 0;
  const changes = rows
    .filter(({ is_undone }) => !is_undone)
    .map((row) => ({
      register: row.register,
      entry: row.entry,
      place: row.place,
      round,
      at: now,
      door: by,
      code: "undone",
      action: "undo",
      undoes: row.movement,
      delta: -row.delta,
      version: row.version! + 1,
      prior: row.effective!,
      effective: row.effective === row.applied_version ? (row.prior ?? 0) : row.version! + 1,
      quantity: row.quantity! - row.delta,
    }));
  yield* insertMovements(changes);
  yield* writeStates(changes);
  yield* linkMovements(
    round,
    rows.map(({ entry, place }) => ({ entry, place, movement: null })),
  );
  return rows.length;
}

type Change = {
  register: number;
  entry: number;
  place: number;
  round: number;
  at: number;
  door: string;
  code: string;
  action: string;
  undoes: number | null;
  delta: number;
  version: number;
  prior: number;
  effective: number;
  quantity: number;
};

const changeColumns = {
  register: "bigint",
  entry: "bigint",
  place: "bigint",
  round: "bigint",
  at: "bigint",
  door: "text",
  code: "text",
  action: "text",
  undoes: "bigint",
  delta: "bigint",
  version: "bigint",
  prior: "bigint",
  effective: "bigint",
  quantity: "bigint",
} as const;

/** Adds movements that no scan made. Returns their ids in order. */
function* insertMovements(changes: readonly Change[]): Steps<number[]> {
  const rows = yield* sql<{ id: number }>`
    INSERT INTO movements (register, entry, undoes, at, door, action, result, code, inside, admitted,
      version, prior, place, delta, round, forced)
    SELECT register, entry, undoes, at, door, action, 'yes', code, 0, 0, version, prior,
      nullif(place, 0), delta, round, ${false}
    FROM ${inputRows(changeColumns, changes)} RETURNING id`;
  // Both databases assign ids in the order in which rows are inserted.
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

function* writeStates(changes: readonly Change[]): Steps<void> {
  yield* sql`
    INSERT INTO states
      (register, entry, place, status, quantity, since, door, uses, version, effective)
    SELECT register, entry, place, CASE WHEN undoes IS NULL THEN 'counted' ELSE 'booked' END,
      quantity, at, door, 0, version, effective
    FROM ${inputRows(changeColumns, changes)} WHERE true
    ON CONFLICT (register, entry, place) DO UPDATE SET status = excluded.status,
      quantity = excluded.quantity, since = excluded.since, door = excluded.door,
      version = excluded.version, effective = excluded.effective`;
}

function* linkMovements(
  round: number,
  links: readonly { entry: number; place: number; movement: number | null }[],
): Steps<void> {
  const columns = {
    round: "bigint",
    entry: "bigint",
    place: "bigint",
    movement: "bigint",
  } as const;
  const rows = links.map((link) => ({ round, ...link }));
  // With a constant round, SQLite would compare every difference of the round with every row.
  yield* sql`
    UPDATE differences SET movement = input.movement FROM ${inputRows(columns, rows)}
    WHERE differences.round = input.round AND differences.entry = input.entry
      AND differences.place = input.place`;
}
