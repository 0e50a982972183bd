import type { Applied, PlaceOfEntry, TakenBack } from "../round-batches.ts";
import { lockScans } from "./locks.ts";
import { inputRows, type Steps, sql } from "./sql.ts";

/** How many entries one transaction books. Scans wait meanwhile. */
const bookedEntries = 200;

/**
 * Notes that the differences of a round are booked or taken back from now on. Returns false unless
 * the round has ended and is compared with the register.
 */
export function* beginBooking(
  register: number,
  round: number,
  booking: "apply" | "undo",
): Steps<boolean> {
  yield* lockScans;
  const rows = yield* sql`
    UPDATE rounds SET booking = ${booking}
    WHERE id = ${round} AND register = ${register} AND ended_at IS NOT NULL AND compared IS NULL
    RETURNING 1`;
  return rows.length === 1;
}

type ToApplyRow = {
  register: number;
  entry: number;
  place: number;
  delta: number;
  quantity: number | null;
  version: number | null;
  effective: number | null;
  is_superseded: number | boolean;
};

/**
 * Books the next differences of a round after one of them, but for those of articles that were
 * counted there again since the end. Without a last one, all are booked, or the round is taken back
 * meanwhile.
 */
export function* applyBatch(
  now: number,
  round: number,
  by: string,
  after: PlaceOfEntry,
): Steps<Applied> {
  yield* lockScans;
  const rows = yield* sql<ToApplyRow>`
    SELECT rounds.register, next.entry, next.place, delta, quantity, version, effective,
      (coalesce(states.status, '') = 'counted' AND since > ended_at) OR EXISTS (
        SELECT 1 FROM differences AS later JOIN rounds AS newer ON newer.id = later.round
        WHERE later.entry = next.entry AND later.place = next.place AND later.round > next.round
          AND newer.register = rounds.register
      ) AS is_superseded
    FROM (
      SELECT round, entry, place, delta FROM differences
      WHERE round = ${round} AND (entry, place) > (${after.entry}, ${after.place})
        AND delta <> 0 AND movement IS NULL
      ORDER BY entry, place LIMIT ${bookedEntries}
    ) AS next JOIN rounds ON rounds.id = next.round AND booking = 'apply'
    LEFT JOIN states ON states.register = rounds.register AND states.entry = next.entry
      AND states.place = next.place
    ORDER BY next.entry, next.place`;
  if (rows.length === 0) {
    yield* sql`
      UPDATE rounds SET applied_at = ${now}, booking = NULL
      WHERE id = ${round} AND booking = 'apply'`;
    return { booked: 0, last: undefined };
  }
  const wanted = rows.filter(({ is_superseded }) => !is_superseded);
  const changes = wanted.map(({ register, entry, place, version, effective, quantity, delta }) => ({
    register,
    entry,
    place,
    delta: capAtZero(delta, quantity ?? 0),
    round,
    at: now,
    door: by,
    code: "counted",
    action: "round",
    undoes: null,
    version: (version ?? 0) + 1,
    prior: effective ?? 0,
    effective: (version ?? 0) + 1,
    quantity: (quantity ?? 0) + capAtZero(delta, quantity ?? 0),
  }));
  const ids = yield* insertMovements(changes);
  yield* writeStates(changes);
  yield* linkMovements(
    round,
    changes.map(({ entry, place }, index) => ({ entry, place, movement: ids[index]! })),
  );
  const { entry, place } = rows.at(-1)!;
  return { booked: changes.length, last: { entry, place } };
}

/** Returns the part of a difference that takes away no more than there is. */
function capAtZero(delta: number, quantity: number): number {
  return Math.max(delta, Math.min(0, -quantity)) + 0;
}

type ToTakeBackRow = Omit<ToApplyRow, "is_superseded"> & {
  movement: number;
  applied_version: number;
  prior: number | null;
  is_undone: number | boolean;
};

/**
 * Takes back the next booked differences of a round. A movement that was undone by itself stays so.
 * Returns no differences also if the round is applied meanwhile.
 */
export function* takeBackBatch(now: number, round: number, by: string): Steps<TakenBack> {
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
    ) AS next JOIN rounds ON rounds.id = next.round AND booking = 'undo'
    JOIN movements ON movements.id = next.movement
    JOIN states ON states.register = rounds.register AND states.entry = next.entry
      AND states.place = next.place`;
  if (rows.length === 0) {
    yield* sql`
      UPDATE rounds SET applied_at = NULL, booking = NULL
      WHERE id = ${round} AND booking = 'undo'`;
    return { differences: 0, movements: 0 };
  }
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
  return { differences: rows.length, movements: changes.length };
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
