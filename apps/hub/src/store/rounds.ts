import type { Difference, DifferenceKind } from "../registers/compare-round.ts";

/**
 * A stocktake of a register. Times are ISO 8601. A round is open until `endedAt`; then
 * `differences` counts by kind what it found. `applied` are the differences that are booked.
 */
export type RoundRecord = {
  id: number;
  blind: boolean;
  recount: boolean;
  beganAt: string;
  endedAt?: string | undefined;
  /** The round has ended, but is not yet compared with the whole register. */
  isComparing: boolean;
  appliedAt?: string | undefined;
  /** The numbers of visited places, and of all places of the register. */
  visited: number;
  places: number;
  /** How many articles were counted so far. */
  counted: number;
  differences: Partial<Record<DifferenceKind, number>>;
  /** How many differences are not booked. */
  unbooked: number;
};

/** A difference with the labels of the entry and the place. */
export type DifferenceRecord = Difference & {
  entry: number;
  label: string;
  unit?: string | undefined;
  placeLabel?: string | undefined;
  /** The movement that applied it. */
  movement?: number | undefined;
};

/** The part of the store that stocktakes need. */
export interface RoundStore {
  /**
   * Begins a round. Returns its id, or "round-open" if the register has an open round. Only a stock
   * has rounds.
   */
  beginRound(
    register: number,
    round: { blind: boolean; recount: boolean },
  ): Promise<number | "round-open">;
  /** Lists the rounds of a register, the newest first, or only the one with this id. */
  rounds(register: number, list: { id?: number; limit: number }): Promise<RoundRecord[]>;
  /**
   * Ends an open round, and compares it with the register a few entries at a time, so that no scan
   * waits long. Continues after an interruption. Returns whether there is such a round.
   */
  endRound(register: number, round: number): Promise<boolean>;
  /** Lists differences in the order of entries and places. `after` is the last one of a page. */
  differences(
    round: number,
    list: {
      kinds?: readonly DifferenceKind[];
      after?: { entry: number; place: number };
      limit: number;
    },
  ): Promise<DifferenceRecord[]>;
  /**
   * Books the differences of an ended round as movements, a few at a time, but not those of
   * articles that were counted there again since the end, by hand or in another round. Nothing
   * falls below zero. `by` is the user, or whoever acts by hand. Returns how many were booked, or
   * "not-ended". Stops if the round is taken back meanwhile.
   */
  applyRound(register: number, round: number, by: string): Promise<number | "not-ended">;
  /**
   * Takes back what `applyRound` booked, by movements. Returns how many, or "not-ended". Stops if
   * the round is applied meanwhile.
   */
  undoRound(register: number, round: number, by: string): Promise<number | "not-ended">;
}
