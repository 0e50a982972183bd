import type { Appended, Arrival } from "../store.ts";
import type { Cell } from "../stored-scan.ts";
import { StoreUnavailable } from "../unavailable.ts";
import type { AppendedGroup } from "./append.ts";
import { pushCells } from "./arrival-cells.ts";
import { fromFailure } from "./unavailable.ts";

export type Appender = {
  append(arrival: Arrival): Promise<Appended>;
  /** Settles the oldest arrivals with the outcome that the writer returned for them. */
  settlePosted(group: AppendedGroup): void;
  /** Rejects all waiting arrivals with this error. */
  fail(error: unknown): void;
  /** Resolves once no arrivals are waiting. */
  settled(): Promise<void>;
};

/** Arrivals in the layout of `pushCells`, and the current time in milliseconds since 1970. */
export type Group = { cells: Cell[]; now: number };

/**
 * The maximum number of characters in the bodies of scans that wait for the disk. Further scans are
 * refused, so that memory does not fill up.
 */
const maxWaitingCharacters = 64 * 1024 * 1024;

/**
 * The number of arrivals that are sent to the writer even while it is busy, so that it receives
 * them in few messages.
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
 * Creates an appender that passes arrivals to the writer, which commits all arrivals together that
 * came in during the previous commit. Groups grow with the load, the writer is never idle under
 * load, and an arrival waits for one commit at most.
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
  /** Arrivals that are not sent to the writer yet. `cells` has their cells. */
  let gathering: WaitingArrival[] = [];
  let cells: Cell[] = [];
  /** Arrivals that were sent to the writer, oldest first. */
  let posted: WaitingArrival[] = [];
  let waitingSize = 0;
  let whenSettled: PromiseWithResolvers<void> | undefined;

  /**
   * Sends the group to an idle writer once a turn of the event loop brings no further arrival.
   * `count` is the number of arrivals so far.
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
      if (waitingSize + size > maxWaitingCharacters) {
        const message = "More scans are waiting for the disk than the hub can hold.";
        return Promise.reject(new StoreUnavailable("busy", message));
      }
      return new Promise((resolve, reject) => {
        // If this throws, the arrival must not count as waiting.
        pushCells(cells, arrival);
        waitingSize += size;
        const count = gathering.push({ inbox: arrival.inbox, size, deliveries, resolve, reject });
        if (count >= flushCount) flush();
        else if (posted.length === 0 && count === 1) gather(1);
      });
    },
    settlePosted({ results, repeats, deliveries, verdicts }) {
      const group = posted.slice(0, results.length);
      posted = posted.slice(results.length);
      if (posted.length === 0) flush();
      const verdictByIndex = verdicts.length === 0 ? undefined : new Map(verdicts);
      let newestId = 0;
      let newCount = 0;
      const inboxes = new Set<string>();
      let deliveryOffset = 0;
      for (const [index, arrival] of group.entries()) {
        waitingSize -= arrival.size;
        const id = results[index]!;
        if (typeof id !== "number") {
          arrival.reject(fromFailure(id));
          continue;
        }
        const repeat = repeats[index]!;
        const appended: Appended = { id, repeat };
        if (!repeat && arrival.deliveries > 0) {
          const deliveryEnd = deliveryOffset + arrival.deliveries;
          appended.deliveries = deliveries.slice(deliveryOffset, deliveryEnd);
          deliveryOffset = deliveryEnd;
        }
        const verdict = verdictByIndex?.get(index);
        if (verdict) appended.verdict = verdict;
        arrival.resolve(appended);
        if (repeat) {
          onRepeat(id);
          continue;
        }
        newestId = Math.max(newestId, id);
        newCount += 1;
        inboxes.add(arrival.inbox);
      }
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
