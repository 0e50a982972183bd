import type { CareStatus, Entry, PlacedState } from "../registers/register.ts";
import type { MovementRecord } from "./movements.ts";

/**
 * How many things of a group have the same status and date. `status` is absent for those that were
 * never lent or inspected. `dueAt` is in milliseconds since 1970.
 */
export type CareCount = {
  group?: string | undefined;
  status?: CareStatus | undefined;
  blocked: boolean;
  dueAt?: number | undefined;
  count: number;
};

/** A thing with its state, whose date may have come. */
export type DatedThing = { entry: Pick<Entry, "id" | "group" | "blocked">; state: PlacedState };

/** A movement with the name of its register. */
export type HistoryRecord = MovementRecord & { register: string };

/** An entry with the register that has it. */
export type EntryOfTag = { register: string; id: number; label: string };

/** The part of the store that registers of loans and inspections need. */
export interface CareStore {
  /**
   * Counts the things of a register by group, status, date, and whether they are blocked. A place
   * counts if it was inspected.
   */
  countCare(id: number): Promise<CareCount[]>;
  /**
   * Lists things whose date is before a time, in milliseconds since 1970, and of which fewer than
   * `told` stages were reported.
   */
  datedThings(id: number, list: { before: number; told: number }): Promise<DatedThing[]>;
  /**
   * Lists the movements of all registers about an entry, or with it as their holder, the newest
   * first, without those that only asked what was answered later.
   */
  history(
    entry: number,
    list: { before?: number | undefined; limit: number },
  ): Promise<HistoryRecord[]>;
  /**
   * Lists the inspections of a register, or of one of its entries, between two times in
   * milliseconds since 1970, without those that were undone. The oldest comes first.
   */
  inspections(
    id: number,
    list: {
      entry?: number | undefined;
      from: number;
      to: number;
      after?: number | undefined;
      limit: number;
    },
  ): Promise<MovementRecord[]>;
  /** Lists the entries that a tag with this UID finds, in the registers that have them. */
  entriesOfTag(identifier: string): Promise<EntryOfTag[]>;
}
