import { batchSize, changeAll, changeFound } from "../batches.ts";
import type { Delivery, ForwardingStore, Settled } from "../forwarding.ts";
import type { SettledRow } from "./claims.ts";
import { type DeliverySearch, toDeliverySearch } from "./delivery-search.ts";
import type { Watch } from "./notifications.ts";
import type { Reads } from "./reader.ts";
import type { RoutingLookup } from "./routing-lookup.ts";
import type { Thread } from "./thread.ts";
import type { Writes } from "./writer.ts";

/** Makes the part of the store that forwarding needs. */
export function createForwarding(parts: {
  read: Thread<Reads>["call"];
  write: Thread<Writes>["call"];
  lookup: RoutingLookup;
  routing: ForwardingStore["routing"];
  routingWatch: Watch;
  dueWatch: Watch;
  now: () => Date;
}): ForwardingStore {
  const { read, write, lookup, routing, routingWatch, dueWatch, now } = parts;

  async function changeMatching(
    search: DeliverySearch,
    change: (ids: number[]) => Promise<number>,
  ): Promise<number> {
    const range = await read("findScanRange", search);
    if (!range) return 0;
    return changeFound({
      lastId: await read("lastDelivery"),
      find: (page) => read("findDeliveries", search, page, range),
      async change(ids) {
        const changed = await change(ids);
        dueWatch.check();
        return changed;
      },
    });
  }

  /** Lets everybody see the changed routing. Returns its argument. */
  const afterRoutingChange = <T>(result: T): T => {
    lookup.forget();
    routingWatch.check();
    return result;
  };

  return {
    routing,
    onRouting: (listener) => routingWatch.on(() => listener()),

    addDestination: async (destination) =>
      afterRoutingChange(await write("addDestination", destination, now().getTime())),
    changeDestination: async (name, change, seen) =>
      afterRoutingChange(await write("changeDestination", name, change, seen, now().getTime())),
    async removeDestination(name) {
      const id = afterRoutingChange(await write("removeDestination", name, now().getTime()));
      if (id === undefined) return false;
      await changeAll(() => write("dropBatchOfDestination", id));
      return true;
    },
    destinationWithSecrets: (destination) => read("destinationWithSecrets", destination),

    addRoute: async (route) => afterRoutingChange(await write("addRoute", route, now().getTime())),
    changeRoute: async (name, change) =>
      afterRoutingChange(await write("changeRoute", name, change, now().getTime())),
    removeRoute: async (name) =>
      afterRoutingChange(await write("removeRoute", name, now().getTime())),

    // Async, so that an invalid time in the filter rejects instead of throwing.
    deliveries: async (filter, page): Promise<Delivery[]> =>
      read("deliveries", toDeliverySearch(filter), page),
    delivery: (id) => read("delivery", id),
    deliveryOf: (scan, route) => read("deliveryOf", scan, route),
    deliveryCounts: () => read("deliveryCounts"),
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
    countDeliveries: async (filter) => read("countDeliveries", toDeliverySearch(filter)),
    routedScans: (route, scans) => read("routedScans", route, scans),
    async sendScans(route, scans, { again, asOf }) {
      const options = { again, ...(asOf && { asOf: asOf.getTime() }) };
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
    storeTime: async () => now(),

    async claim(node, wanted) {
      const { claimed, next } = await write("claim", node, wanted, now().getTime());
      return { claimed, ...(next === undefined ? {} : { next: new Date(next) }) };
    },
    claimOne: (node, id) => write("claimOne", node, id),
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
