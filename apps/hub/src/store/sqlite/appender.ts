import { type Appended, type Arrival, StoreUnavailable } from "../store.ts";
import { type Cell, pushCells } from "./append.ts";
import { type Failure, fromFailure } from "./trouble.ts";
import type { Group, GroupDone } from "./writer.ts";

export type Appender = {
  append(arrival: Arrival): Promise<Appended>;
  /** Posts what waits for the end of this turn now. */
  flush(): void;
  /** The writer's answer for the oldest arrivals. */
  done(answer: GroupDone): void;
  /** Everything still waiting fails with this. */
  fail(error: StoreUnavailable): void;
};

/** Characters of bodies that may wait for the disk; beyond that a scan is refused rather than memory filled. */
const mostWaiting = 64 * 1024 * 1024;

/**
 * Collects the arrivals of one turn of the event loop and posts them to the writer together.
 * `stored` is told the greatest new id after every commit.
 */
export function createAppender(
  post: (group: Group) => void,
  stored: (lastId: number) => void,
): Appender {
  type Waiting = { size: number; resolve(appended: Appended): void; reject(error: unknown): void };
  let waiting: Waiting[] = [];
  let waitingSize = 0;
  let cells: Cell[] = [];
  let rows = 0;

  function flush() {
    const group = { cells, rows };
    cells = [];
    rows = 0;
    if (group.rows === 0) return;
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

  function fail(error: unknown) {
    const all = waiting;
    waiting = [];
    waitingSize = 0;
    cells = [];
    rows = 0;
    for (const { reject } of all) reject(error);
  }

  return {
    flush,
    fail,
    append(arrival) {
      const size = arrival.body.length;
      if (waitingSize + size > mostWaiting) {
        const message = "More scans are waiting for the disk than the hub can hold.";
        return Promise.reject(new StoreUnavailable("busy", message));
      }
      return new Promise((resolve, reject) => {
        pushCells(cells, arrival);
        rows += 1;
        if (rows === 1) setImmediate(flush);
        waitingSize += size;
        waiting.push({ size, resolve, reject });
      });
    },
    done(answer) {
      if ("failed" in answer) {
        for (const one of waiting.splice(0, answer.rows)) settle(one, answer.failed);
        return;
      }
      const { results } = answer;
      waiting.splice(0, results.length).forEach((one, row) => {
        settle(one, results[row]!);
      });
      const newest = results.reduce<number>(
        (max, result) => (typeof result === "number" && result > max ? result : max),
        0,
      );
      if (newest > 0) stored(newest);
    },
  };
}
