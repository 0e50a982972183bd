import { changeAll } from "./batches.ts";
import type { RoundStore } from "./rounds.ts";

/** An entry at a place, in whose order differences are booked. */
export type PlaceOfEntry = { entry: number; place: number };

/** How many differences a batch has booked, and the last one that it has looked at. */
export type Applied = { booked: number; last: PlaceOfEntry | undefined };

/** How many differences are no longer booked, and how many movements that took. */
export type TakenBack = { differences: number; movements: number };

/**
 * The queries that change a round. Those called batches change a few entries in one transaction.
 */
type RoundQueries = {
  closeRound(register: number, round: number): Promise<boolean>;
  compareBatch(round: number): Promise<number>;
  beginBooking(register: number, round: number, booking: "apply" | "undo"): Promise<boolean>;
  applyBatch(round: number, by: string, after: PlaceOfEntry): Promise<Applied>;
  takeBackBatch(round: number, by: string): Promise<TakenBack>;
};

/** Creates the methods that compare and book a round a few entries at a time. */
export function createRoundBatches(
  queries: RoundQueries,
): Pick<RoundStore, "endRound" | "applyRound" | "undoRound"> {
  return {
    async endRound(register, round) {
      const isKnown = await queries.closeRound(register, round);
      if (isKnown) await changeAll(() => queries.compareBatch(round));
      return isKnown;
    },
    async applyRound(register, round, by) {
      if (!(await queries.beginBooking(register, round, "apply"))) return "not-ended";
      let booked = 0;
      for (let after: PlaceOfEntry | undefined = { entry: 0, place: 0 }; after; ) {
        const batch: Applied = await queries.applyBatch(round, by, after);
        booked += batch.booked;
        after = batch.last;
      }
      return booked;
    },
    async undoRound(register, round, by) {
      if (!(await queries.beginBooking(register, round, "undo"))) return "not-ended";
      let takenBack = 0;
      await changeAll(async () => {
        const batch = await queries.takeBackBatch(round, by);
        takenBack += batch.movements;
        return batch.differences;
      });
      return takenBack;
    },
  };
}
