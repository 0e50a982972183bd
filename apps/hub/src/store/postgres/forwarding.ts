import { batchSize, changeAll, changeFound } from "../batches.ts";
import type { DeliveryFilter } from "../deliveries.ts";
import type { MethodName } from "../methods.ts";
import type { ForwardingStore } from "../store.ts";
import { claim, claimOne, settle } from "./claims.ts";
import type { Database, Query } from "./database.ts";
import { currentTime } from "./deleted-scans.ts";
import { deliveries, lastDelivery } from "./deliveries.ts";
import { foldDeliveryChanges } from "./delivery-counts.ts";
import { countDeliveries, findDeliveries, findScanRange } from "./delivery-search.ts";
import { recordHeartbeat, releaseNode } from "./nodes.ts";
import type { Notifications } from "./notifications.ts";
import { queries } from "./queries.ts";
import { dropBatch, dropBatchOfDestination, dropExpiredBatch, replayBatch } from "./replay.ts";
import { sendBatch } from "./sending.ts";

/** Creates the methods of forwarding that are more than one query. */
export function createForwarding(parts: {
  quick: Database;
  /** The pool for queries that may have to read whole tables. */
  slow: Database;
  routing: ForwardingStore["routing"];
  changeRouting: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  notifications: Notifications;
  now: () => Date;
  /**
   * Returns the time that all nodes use, in milliseconds since 1970, or null for the clock of the
   * database.
   */
  clock: () => number | null;
  /** The set to which the names are added under which this process claims deliveries. */
  nodes: Set<string>;
}): Omit<ForwardingStore, MethodName> {
  const { quick, slow, routing, changeRouting, notifications, now, clock, nodes } = parts;

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

  const time = () => now().getTime();

  return {
    routing,
    onRouting: notifications.onRouting,

    async removeDestination(name) {
      const id = await changeRouting((query) => queries.removeDestination(query, name, time()));
      if (id === undefined) return false;
      await changeAll(() => dropBatchOfDestination(quick.query, id));
      return true;
    },
    deliveries: (filter, page) => deliveries(slow.query, filter, page),
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
        // At an ordered destination, the deliveries after the dropped ones may be due now.
        if (dropped > 0) {
          await quick.query("SELECT pg_notify('scanhook', 'due')");
          notifications.due();
        }
        return dropped;
      });
    },
    countDeliveries: (filter) => countDeliveries(slow.query, filter),
    async sendScans(route, scans, { again, asOf }) {
      const options = { again, asOf: asOf?.getTime() };
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
    async dropExpired() {
      for (let total = 0; ; ) {
        const { count, nextIn } = await dropExpiredBatch(quick.query, clock());
        if (count > 0) notifications.due();
        total += count;
        if (count < batchSize)
          return {
            count: total,
            next: nextIn === undefined ? undefined : new Date(time() + nextIn),
          };
      }
    },
    async storeTime() {
      return new Date(clock() ?? (await currentTime(quick.query)));
    },

    async claim(node, wanted) {
      nodes.add(node);
      const { claimed, nextIn } = await claim(quick.query, node, wanted, clock());
      return { claimed, next: nextIn === undefined ? undefined : new Date(time() + nextIn) };
    },
    claimOne(node, id) {
      nodes.add(node);
      return claimOne(quick.query, node, id, clock());
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
