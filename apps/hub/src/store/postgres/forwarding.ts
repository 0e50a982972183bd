import { batchSize, changeAll, changeFound } from "../batches.ts";
import type { DeliveryFilter, ForwardingStore } from "../forwarding.ts";
import { claim, claimOne, settle } from "./claims.ts";
import type { Database, Query } from "./database.ts";
import { currentTime } from "./deleted-scans.ts";
import { deliveries, delivery, deliveryOf, lastDelivery } from "./deliveries.ts";
import { deliveryCounts, foldDeliveryChanges } from "./delivery-counts.ts";
import { countDeliveries, findDeliveries, findScanRange } from "./delivery-search.ts";
import {
  addDestination,
  changeDestination,
  destinationWithSecrets,
  removeDestination,
} from "./destinations.ts";
import { recordHeartbeat, releaseNode } from "./nodes.ts";
import type { Notifications } from "./notifications.ts";
import { dropBatch, dropBatchOfDestination, replayBatch } from "./replay.ts";
import { addRoute, changeRoute, removeRoute } from "./routes.ts";
import type { RoutingLookup } from "./routing-lookup.ts";
import { routedScans, sendBatch } from "./sending.ts";

/** Makes the part of the store that forwarding needs. */
export function createForwarding(parts: {
  quick: Database;
  /** For queries that may have to read everything. */
  slow: Database;
  lookup: RoutingLookup;
  notifications: Notifications;
  now: () => Date;
  /** Returns the time that all nodes compare with, or null for the clock of the database. */
  clock: () => number | null;
  /** Receives the names under which this process claims. */
  nodes: Set<string>;
}): ForwardingStore {
  const { quick, slow, lookup, notifications, now, clock, nodes } = parts;

  async function changeMatching(
    filter: DeliveryFilter,
    change: (ids: number[]) => Promise<number>,
  ): Promise<number> {
    const range = await findScanRange(slow.query, filter);
    if (!range) return 0;
    const lastId = await lastDelivery(slow.query);
    return changeFound({
      lastId,
      find: (page) => findDeliveries(slow.query, filter, page, range),
      change,
    });
  }

  /** Changes the routing in a transaction, and returns once everybody sees the change. */
  const changeRouting = async <T>(work: (query: Query) => Promise<T>): Promise<T> => {
    const result = await quick.transaction(work);
    lookup.forget();
    await notifications.check();
    return result;
  };
  const time = () => now().getTime();

  return {
    routing: () => lookup.current(),
    onRouting: notifications.onRouting,

    addDestination: (destination) =>
      changeRouting((query) => addDestination(query, destination, time())),
    changeDestination: (name, change, seen) =>
      changeRouting((query) => changeDestination(query, name, change, seen, time())),
    async removeDestination(name) {
      const id = await changeRouting((query) => removeDestination(query, name, time()));
      if (id === undefined) return false;
      await changeAll(() => dropBatchOfDestination(quick.query, id));
      return true;
    },
    destinationWithSecrets: (destination) => destinationWithSecrets(quick.query, destination),

    addRoute: (route) => changeRouting((query) => addRoute(query, route, time())),
    changeRoute: (name, change) =>
      changeRouting((query) => changeRoute(query, name, change, time())),
    removeRoute: (name) => changeRouting((query) => removeRoute(query, name, time())),

    deliveries: (filter, page) => deliveries(slow.query, filter, page),
    delivery: (id) => delivery(quick.query, id),
    deliveryOf: (scan, route) => deliveryOf(quick.query, scan, route),
    deliveryCounts: () => deliveryCounts(quick.query),
    async replay(filter) {
      const destinations = new Set<number>();
      const count = await changeMatching(filter, async (ids) => {
        const replayed = await quick.transaction((query) =>
          replayBatch(query, ids, filter.state, clock()),
        );
        for (const destination of replayed.destinations) destinations.add(destination);
        if (replayed.count > 0) notifications.due();
        return replayed.count;
      });
      return { count, destinations };
    },
    async drop(filter) {
      if ((filter.state ?? "pending") !== "pending") return 0;
      return changeMatching({ ...filter, state: "pending" }, async (ids) => {
        const dropped = await dropBatch(quick.query, ids);
        // At an ordered destination the deliveries behind the dropped ones may be due now.
        if (dropped > 0) {
          await quick.query("SELECT pg_notify('scanhook', 'due')");
          notifications.due();
        }
        return dropped;
      });
    },
    countDeliveries: (filter) => countDeliveries(slow.query, filter),
    routedScans: (route, scans) => routedScans(slow.query, route, scans),
    async sendScans(route, scans, { again, asOf }) {
      const options = { again, ...(asOf && { asOf: asOf.getTime() }) };
      let total = 0;
      for (let start = 0; start < scans.length; start += batchSize) {
        const batch = scans.slice(start, start + batchSize);
        const sent = await quick.transaction((query) =>
          sendBatch(query, route, batch, options, clock()),
        );
        if (sent === undefined) return undefined;
        if (sent > 0) notifications.due();
        total += sent;
      }
      return total;
    },
    async storeTime() {
      return new Date(clock() ?? (await currentTime(quick.query)));
    },

    async claim(node, wanted) {
      nodes.add(node);
      const { claimed, nextIn } = await claim(quick.query, node, wanted, clock());
      return { claimed, ...(nextIn === undefined ? {} : { next: new Date(time() + nextIn) }) };
    },
    claimOne(node, id) {
      nodes.add(node);
      return claimOne(quick.query, node, id);
    },
    async settle(node, settled) {
      nodes.add(node);
      if (settled.length > 0) await settle(quick.query, node, settled);
    },
    async recordHeartbeat(node, silentMs) {
      nodes.add(node);
      const freed = await recordHeartbeat(quick.query, node, silentMs, clock());
      await foldDeliveryChanges(quick.query);
      if (freed) notifications.due();
    },
    async releaseNode(node) {
      await releaseNode(quick.query, node);
      nodes.delete(node);
      notifications.due();
    },
    onDue: notifications.onDue,
  };
}
