import { batchSize, changeAll, changeFound } from "../batches.ts";
import type { Settled } from "../deliveries.ts";
import type { MethodName } from "../methods.ts";
import type { ForwardingStore } from "../store.ts";
import type { SettledRow } from "./claims.ts";
import { type DeliverySearch, toDeliverySearch } from "./delivery-search.ts";
import type { Watch } from "./notifications.ts";
import type { Thread } from "./thread.ts";

/** Creates the methods of forwarding that are more than one query. */
export function createForwarding(parts: {
  quick: Pick<Thread, "call">;
  /** The reader for queries that may have to read whole tables. */
  slow: Pick<Thread, "call">;
  write: Thread["call"];
  routing: ForwardingStore["routing"];
  afterRoutingChange: () => void;
  routingWatch: Watch;
  dueWatch: Watch;
  now: () => Date;
}): Omit<ForwardingStore, MethodName> {
  const { quick, slow, write, routing, afterRoutingChange, routingWatch, dueWatch, now } = parts;

  async function changeMatching(
    search: DeliverySearch,
    change: (ids: number[]) => Promise<number>,
  ): Promise<number> {
    const range = await slow.call("findScanRange", search);
    if (!range) return 0;
    return changeFound({
      lastId: await quick.call("lastDelivery"),
      find: (page) => slow.call("findDeliveries", search, page, range),
      async change(ids) {
        const changed = await change(ids);
        dueWatch.check();
        return changed;
      },
    });
  }

  return {
    routing,
    onRouting: (listener) => routingWatch.on(() => listener()),

    async removeDestination(name) {
      const id = await write("removeDestination", name, now().getTime());
      afterRoutingChange();
      if (id === undefined) return false;
      await changeAll(() => write("dropBatchOfDestination", id));
      return true;
    },

    // Async, so that it rejects instead of throwing if the filter has an invalid time.
    deliveries: async (filter, page) => slow.call("deliveries", toDeliverySearch(filter), page),
    async replay(filter) {
      const search = toDeliverySearch(filter);
      const destinations = new Set<number>();
      const count = await changeMatching(search, async (ids) => {
        const replayed = await write("replayBatch", ids, search.state ?? null, now().getTime());
        for (const destination of replayed) destinations.add(destination);
        return replayed.length;
      });
      return { count, destinations };
    },
    async drop(filter) {
      const search = toDeliverySearch(filter);
      if ((search.state ?? "pending") !== "pending") return 0;
      return changeMatching({ ...search, state: "pending" }, (ids) => write("dropBatch", ids));
    },
    countDeliveries: async (filter) => slow.call("countDeliveries", toDeliverySearch(filter)),
    async sendScans(route, scans, { again, asOf }) {
      const options = { again, asOf: asOf?.getTime() };
      let total = 0;
      for (let start = 0; start < scans.length; start += batchSize) {
        const batch = scans.slice(start, start + batchSize);
        const sent = await write("sendBatch", route, batch, options, now().getTime());
        if (sent === undefined) return undefined;
        dueWatch.check();
        total += sent;
      }
      return total;
    },
    async dropExpired() {
      for (let total = 0; ; ) {
        const { count, next } = await write("dropExpiredBatch", now().getTime());
        if (count > 0) dueWatch.check();
        total += count;
        if (count < batchSize)
          return { count: total, next: next === undefined ? undefined : new Date(next) };
      }
    },
    storeTime: async () => now(),

    async claim(node, wanted) {
      const { claimed, next } = await write("claim", node, wanted, now().getTime());
      return { claimed, next: next === undefined ? undefined : new Date(next) };
    },
    claimOne: (node, id) => write("claimOne", node, id, now().getTime()),
    settle: (node, settled) => write("settle", node, settled.map(toRow)),
    async recordHeartbeat(node, silentMs) {
      if (await write("recordHeartbeat", node, silentMs, now().getTime())) dueWatch.check();
    },
    async releaseNode(node) {
      await write("releaseNode", node);
      dueWatch.check();
    },
    onDue: (listener) => dueWatch.on(() => listener()),
  };
}

function toRow({ id, state, dueAt, attempt }: Settled): SettledRow {
  return {
    id,
    state,
    dueAt: dueAt?.getTime() ?? null,
    attempt: attempt === undefined ? null : { ...attempt, at: Date.parse(attempt.at) },
  };
}
