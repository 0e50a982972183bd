import { type Appended, type Arrival, StoreUnavailable } from "../store.ts";
import { type AppendedGroup, type Cell, pushCells } from "./append.ts";
import { type Failure, fromFailure } from "./trouble.ts";

export type Appender = {
  append(arrival: Arrival): Promise<Appended>;
  /** The writer is through with the oldest of what it was given. */
  done(answer: GroupDone): void;
  /** Everything that waits fails with this. */
  fail(error: unknown): void;
  /** Resolves once nothing waits any more. */
  settled(): Promise<void>;
};

/** Arrivals, as `pushCells` lays them out, and the time it is. */
export type Group = { cells: Cell[]; now: number };

/** What became of the oldest rows, or why all of them failed. */
export type GroupDone = AppendedGroup | { failed: Failure; rows: number };

/** Characters of bodies that may wait for the disk; beyond that a scan is refused rather than memory filled. */
const mostWaiting = 64 * 1024 * 1024;

/** So many are worth a message of their own while the writer is busy. */
const enough = 32;

type Waiting = {
  size: number;
  deliveries: number;
  resolve(appended: Appended): void;
  reject(error: unknown): void;
};

/**
 * Hands arrivals to the writer, which commits together whatever came while it committed the last. So groups grow with
 * the load, the writer never idles under load, and nothing waits longer than one commit.
 * After a commit `stored` is told the greatest new id, `repeated` the id of each scan that came again, and `due` that
 * there are new deliveries.
 */
export function createAppender(
  post: (group: Group) => void,
  {
    now,
    stored,
    repeated,
    due,
  }: {
    now: () => Date;
    stored: (lastId: number) => void;
    repeated: (id: number) => void;
    due: () => void;
  },
): Appender {
  let gathering: Waiting[] = [];
  let cells: Cell[] = [];
  let posted: Waiting[] = [];
  let waitingSize = 0;
  let whenSettled: PromiseWithResolvers<void> | undefined;

  /** With the writer idle, a group is complete when a turn of the event loop brought nothing more. */
  function gather(seen: number): void {
    setImmediate(() => {
      if (posted.length > 0) return;
      if (gathering.length > seen) gather(gathering.length);
      else flush();
    });
  }

  function flush(): void {
    if (gathering.length === 0) return;
    const group = { cells, now: now().getTime() };
    posted = posted.concat(gathering);
    gathering = [];
    cells = [];
    try {
      post(group);
    } catch (error) {
      fail(error);
    }
  }

  /** `made`: what its deliveries became. */
  function settle(one: Waiting, result: number | Failure, made: number[]): void {
    waitingSize -= one.size;
    const deliveries = made.length === 0 ? {} : { deliveries: made };
    if (typeof result !== "number") one.reject(fromFailure(result));
    else one.resolve({ id: Math.abs(result), repeat: result < 0, ...deliveries });
  }

  function fail(error: unknown): void {
    for (const { reject } of [...posted, ...gathering]) reject(error);
    posted = [];
    gathering = [];
    cells = [];
    waitingSize = 0;
    whenSettled?.resolve();
  }

  return {
    fail,
    append(arrival) {
      const size = arrival.body.length;
      const deliveries = arrival.deliveries?.length ?? 0;
      if (waitingSize + size > mostWaiting) {
        const message = "More scans are waiting for the disk than the hub can hold.";
        return Promise.reject(new StoreUnavailable("busy", message));
      }
      return new Promise((resolve, reject) => {
        // First: what it throws for must not count as waiting.
        pushCells(cells, arrival);
        waitingSize += size;
        const count = gathering.push({ size, deliveries, resolve, reject });
        if (count >= enough) flush();
        else if (posted.length === 0 && count === 1) gather(1);
      });
    },
    done(answer) {
      const group = posted;
      const count = "results" in answer ? answer.results.length : answer.rows;
      posted = group.splice(count);
      if (posted.length === 0) flush();
      const made = "results" in answer ? answer.deliveries : [];
      let newest = 0;
      let taken = 0;
      group.forEach((one, row) => {
        const result = "results" in answer ? answer.results[row]! : answer.failed;
        const isNew = typeof result === "number" && result > 0;
        settle(one, result, isNew ? made.slice(taken, taken + one.deliveries) : []);
        if (isNew) taken += one.deliveries;
        if (typeof result !== "number") return;
        if (result > newest) newest = result;
        if (result < 0) repeated(-result);
      });
      if (newest > 0) stored(newest);
      if (made.length > 0) due();
      if (posted.length === 0) whenSettled?.resolve();
    },
    settled() {
      if (gathering.length + posted.length === 0) return Promise.resolve();
      whenSettled ??= Promise.withResolvers();
      return whenSettled.promise;
    },
  };
}
