import type { Kind } from "../registers/kinds/kind.ts";
import { kinds } from "../registers/kinds/kinds.ts";
import type { Hand, KindName, OpenRound, Tally } from "../registers/register.ts";
import type { Rules } from "../registers/rules.ts";

/**
 * The parts of a register that a decision needs. `list` is the id of the register that has its
 * entries.
 */
export type LedgerRegister = {
  id: number;
  name: string;
  title?: string | undefined;
  kind: Kind;
  rules: Rules;
  list: number;
  /** The id of the register that has the people, for one that has only the things itself. */
  people?: number | undefined;
  revision: number;
  inside: number;
  round?: OpenRound | undefined;
};

/** SQLite writes booleans as 0 and 1. */
export type Flag = number | boolean;

/** Times are milliseconds since 1970. */
export type LedgerRow = {
  id: number;
  name: string;
  title: string | null;
  kind: KindName;
  rules: string;
  list: number;
  people: number | null;
  revision: number;
  inside: number;
  round: number | null;
  blind: Flag | null;
  recount: Flag | null;
};

/** The columns of `LedgerRow`. */
export const ledgerColumns =
  "registers.id, name, title, kind, rules, coalesce(entries_from, registers.id) AS list, people_from AS people, revision, counters.inside, rounds.id AS round, blind, recount";

/** The tables of `ledgerColumns`. */
export const ledgerTables = `registers
  JOIN counters ON counters.register = registers.id
  LEFT JOIN rounds ON rounds.register = registers.id AND rounds.ended_at IS NULL`;

export function toLedgerRegister(row: LedgerRow): LedgerRegister {
  const { id, name, title, kind, rules, list, people, revision, inside, round } = row;
  return {
    id,
    name,
    title: title ?? undefined,
    kind: kinds[kind],
    rules: JSON.parse(rules),
    list,
    people: people ?? undefined,
    revision,
    inside,
    round:
      round === null
        ? undefined
        : { id: round, blind: Boolean(row.blind), recount: Boolean(row.recount) },
  };
}

/** The columns of `Tally`, with their names. */
export const tallyColumns = 'place, door, counts, quantity, booked, counted_at AS "countedAt"';

export type TallyRow = Tally & { round: number; entry: number; version: number };

/** The things that a user has in hand. `version` grows with every change. */
export type StoredHand = Hand & { version: number };

/** The things that a user has in hand. `user` is a word of SQL, so its column is quoted. */
export type HandRow = {
  inbox: string;
  user: string;
  register: number;
  place: number | null;
  from_place: number | null;
  quantity: number | null;
  holder: number | null;
  due_at: number | null;
  since: number;
  touched_at: number;
  version: number;
};

/** The columns of `HandRow`. */
export const handColumns =
  'inbox, "user", register, place, from_place, quantity, holder, due_at, since, touched_at, version';

export function toStoredHand(row: HandRow): StoredHand {
  const { place, from_place, quantity, holder, due_at, since, touched_at, version } = row;
  return {
    place: place ?? undefined,
    from: from_place ?? undefined,
    quantity: quantity ?? undefined,
    holder: holder ?? undefined,
    dueAt: due_at ?? undefined,
    since,
    touchedAt: touched_at,
    version,
  };
}
