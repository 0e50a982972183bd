import { changeAll } from "./batches.ts";
import type { RoundStore } from "./rounds.ts";

/**
 * The queries that change a round. Those called batches change a few entries in one transaction.
 */
type RoundQueries = {
  closeRound(register: number, round: number): Promise<boolean>;
  compareBatch(round: number): Promise<number>;
  isCompared(register: number, round: number): Promise<boolean>;
  applyBatch(round: number, by: string): Promise<number>;
  takeBackBatch(round: number, by: string): Promise<number>;
  noteApplied(round: number, isApplied: boolean): Promise<void>;
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
      if (!(await queries.isCompared(register, round))) return "not-ended";
      const booked = await changeAll(() => queries.applyBatch(round, by));
      await queries.noteApplied(round, true);
      return booked;
    },
    async undoRound(register, round, by) {
      if (!(await queries.isCompared(register, round))) return 0;
      const takenBack = await changeAll(() => queries.takeBackBatch(round, by));
      await queries.noteApplied(round, false);
      return takenBack;
    },
  };
}
