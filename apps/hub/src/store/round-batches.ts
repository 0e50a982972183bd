import { changeAll } from "./batches.ts";
import type { RoundStore } from "./rounds.ts";

/** How many differences are no longer booked, and how many movements that took. */
export type TakenBack = { differences: number; movements: number };

/**
 * The queries that change a round. Those called batches change a few entries in one transaction.
 */
type RoundQueries = {
  closeRound(register: number, round: number): Promise<boolean>;
  compareBatch(round: number): Promise<number>;
  beginBooking(register: number, round: number, booking: "apply" | "undo"): Promise<boolean>;
  applyBatch(round: number, by: string): Promise<number>;
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
      return changeAll(() => queries.applyBatch(round, by));
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
