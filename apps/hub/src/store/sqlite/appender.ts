import { type Appended, type Arrival, StoreUnavailable } from "../store.ts";
import { type Cell, pushCells } from "./append.ts";
import { type Failure, fromFailure } from "./trouble.ts";

export type Appender = {
  append(arrival: Arrival): Promise<Appended>;
  /** The writer is through with the group it was given. */
  done(answer: GroupDone): void;
  /** Everything that waits fails with this. */
  fail(error: unknown): void;
  /** Resolves once nothing waits any more. */
  settled(): Promise<void>;
};

/** Arrivals, as `pushCells` lays them out. */
export type Group = { cells: Cell[] };

/** What became of each row of the group: its id (negative: a repeat), or why it failed; or why all of them did. */
export type GroupDone = { results: (number | Failure)[] } | { failed: Failure };

/** Characters of bodies that may wait for the disk; beyond that a scan is refused rather than memory filled. */
const mostWaiting = 64 * 1024 * 1024;

type Waiting = { size: number; resolve(appended: Appended): void; reject(error: unknown): void };

/**
 * Hands arrivals to the writer in groups: while it commits one, the next gathers. So groups grow with the load, and
 * nothing waits longer than one commit. `stored` is told the greatest new id after every commit.
 */
export function createAppender(
  post: (group: Group) => void,
  stored: (lastId: number) => void,
): Appender {
  let gathering: Waiting[] = [];
  let cells: Cell[] = [];
  let committing: Waiting[] = [];
  let waitingSize = 0;
  let whenSettled: PromiseWithResolvers<void> | undefined;

  /** With the writer idle, a group is complete when a turn of the event loop brought nothing more. */
  function gather(seen: number): void {
    setImmediate(() => {
      if (committing.length > 0) return;
      if (gathering.length > seen) gather(gathering.length);
      else commit();
    });
  }

  function commit(): void {
    if (gathering.length === 0) {
      whenSettled?.resolve();
      return;
    }
    const group = { cells };
    committing = gathering;
    gathering = [];
    cells = [];
    try {
      post(group);
    } catch (error) {
      fail(error);
    }
  }

  function settle(one: Waiting, result: number | Failure): void {
    waitingSize -= one.size;
    if (typeof result !== "number") one.reject(fromFailure(result));
    else one.resolve({ id: Math.abs(result), repeat: result < 0 });
  }

  function fail(error: unknown): void {
    for (const { reject } of [...committing, ...gathering]) reject(error);
    committing = [];
    gathering = [];
    cells = [];
    waitingSize = 0;
    whenSettled?.resolve();
  }

  return {
    fail,
    append(arrival) {
      const size = arrival.body.length;
      if (waitingSize + size > mostWaiting) {
        const message = "More scans are waiting for the disk than the hub can hold.";
        return Promise.reject(new StoreUnavailable("busy", message));
      }
      return new Promise((resolve, reject) => {
        waitingSize += size;
        pushCells(cells, arrival);
        if (gathering.push({ size, resolve, reject }) === 1 && committing.length === 0) gather(1);
      });
    },
    done(answer) {
      const group = committing;
      committing = [];
      commit();
      const results = "results" in answer ? answer.results : group.map(() => answer.failed);
      let newest = 0;
      group.forEach((one, row) => {
        const result = results[row]!;
        settle(one, result);
        if (typeof result === "number" && result > newest) newest = result;
      });
      if (newest > 0) stored(newest);
    },
    settled() {
      if (gathering.length + committing.length === 0) return Promise.resolve();
      whenSettled ??= Promise.withResolvers();
      return whenSettled.promise;
    },
  };
}
