import type { Verdict } from "../../registers/register.ts";
import { type Appended, type Arrival, StoreUnavailable } from "../store.ts";
import type { Cell } from "../stored-scan.ts";
import type { AppendedGroup } from "./append.ts";
import { pushCells } from "./arrival-cells.ts";
import { type Failure, fromFailure } from "./trouble.ts";

export type Appender = {
  append(arrival: Arrival): Promise<Appended>;
  /** Settles the oldest arrivals with what the writer returned for them. */
  settlePosted(answer: GroupOutcome): void;
  /** Rejects everything that waits with this error. */
  fail(error: unknown): void;
  /** Resolves once nothing waits. */
  settled(): Promise<void>;
};

/** Arrivals in the layout of `pushCells`, and the current time in milliseconds. */
export type Group = { cells: Cell[]; now: number };

/** The outcome of the oldest arrivals, or why all of them failed and how many they are. */
export type GroupOutcome = AppendedGroup | { failed: Failure; rows: number };

/**
 * The characters of bodies that may wait for the disk. Beyond that, scans are refused so that
 * memory does not fill up.
 */
const maxWaitingSize = 64 * 1024 * 1024;

/**
 * This many arrivals go to the writer even while it is busy, so that it receives them in few
 * messages.
 */
const flushCount = 32;

type WaitingArrival = {
  inbox: string;
  size: number;
  /** The number of its deliveries. */
  deliveries: number;
  resolve(appended: Appended): void;
  reject(error: unknown): void;
};

/**
 * Passes arrivals to the writer, which commits everything together that arrived during the previous
 * commit. Groups grow with the load, the writer is never idle under load, and an arrival waits for
 * one commit at most.
 *
 * After a commit it calls `onRepeat` with the id of each scan that was repeated, then `onStored`
 * with the greatest new id, the number of new scans and their inboxes, then `onDue` if there are
 * new deliveries.
 */
export function createAppender(
  post: (group: Group) => void,
  {
    now,
    onStored,
    onRepeat,
    onDue,
  }: {
    now: () => Date;
    onStored: (lastId: number, added: { count: number; inboxes: ReadonlySet<string> }) => void;
    onRepeat: (id: number) => void;
    onDue: () => void;
  },
): Appender {
  /** Arrivals that the writer has not been sent yet, and their cells. */
  let gathering: WaitingArrival[] = [];
  let cells: Cell[] = [];
  /** Arrivals that the writer has been sent, oldest first. */
  let posted: WaitingArrival[] = [];
  let waitingSize = 0;
  let whenSettled: PromiseWithResolvers<void> | undefined;

  /**
   * While the writer is idle, a group is complete once a turn of the event loop brings no further
   * arrival.
   */
  function gather(count: number): void {
    setImmediate(() => {
      if (posted.length > 0) return;
      if (gathering.length > count) gather(gathering.length);
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

  /** Settles one arrival. A negative result is the id of the scan that it repeats. */
  function settle(
    arrival: WaitingArrival,
    result: number | Failure,
    deliveries: number[],
    verdict: Verdict | undefined,
  ): void {
    waitingSize -= arrival.size;
    if (typeof result !== "number") arrival.reject(fromFailure(result));
    else {
      const withDeliveries = deliveries.length === 0 ? {} : { deliveries };
      const withVerdict = verdict === undefined ? {} : { verdict };
      arrival.resolve({
        id: Math.abs(result),
        repeat: result < 0,
        ...withDeliveries,
        ...withVerdict,
      });
    }
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
      if (waitingSize + size > maxWaitingSize) {
        const message = "More scans are waiting for the disk than the hub can hold.";
        return Promise.reject(new StoreUnavailable("busy", message));
      }
      return new Promise((resolve, reject) => {
        // This may throw, and then the arrival must not count as waiting.
        pushCells(cells, arrival);
        waitingSize += size;
        const count = gathering.push({ inbox: arrival.inbox, size, deliveries, resolve, reject });
        if (count >= flushCount) flush();
        else if (posted.length === 0 && count === 1) gather(1);
      });
    },
    settlePosted(answer) {
      const count = "results" in answer ? answer.results.length : answer.rows;
      const group = posted.slice(0, count);
      posted = posted.slice(count);
      if (posted.length === 0) flush();
      const { results, deliveries, verdicts }: AppendedGroup =
        "results" in answer
          ? answer
          : { results: group.map(() => answer.failed), deliveries: [], verdicts: [] };
      const verdictByIndex = verdicts.length === 0 ? undefined : new Map(verdicts);
      let newestId = 0;
      let newCount = 0;
      const inboxes = new Set<string>();
      let deliveryOffset = 0;
      group.forEach((arrival, index) => {
        const result = results[index]!;
        const isNew = typeof result === "number" && result > 0;
        const deliveryEnd = isNew ? deliveryOffset + arrival.deliveries : deliveryOffset;
        const newDeliveries = deliveries.slice(deliveryOffset, deliveryEnd);
        settle(arrival, result, newDeliveries, verdictByIndex?.get(index));
        deliveryOffset = deliveryEnd;
        if (typeof result !== "number") return;
        if (isNew) {
          newestId = Math.max(newestId, result);
          newCount += 1;
          inboxes.add(arrival.inbox);
        } else onRepeat(-result);
      });
      if (newestId > 0) onStored(newestId, { count: newCount, inboxes });
      if (deliveries.length > 0) onDue();
      if (posted.length === 0) whenSettled?.resolve();
    },
    settled() {
      if (gathering.length + posted.length === 0) return Promise.resolve();
      whenSettled ??= Promise.withResolvers();
      return whenSettled.promise;
    },
  };
}
