import type { DeliveryFilter, ForwardingStore } from "../forwarding.ts";
import { claim, claimOne, settle } from "./claims.ts";
import type { Database } from "./database.ts";
import {
  deliveries,
  delivery,
  deliveryCounts,
  deliveryOf,
  drop,
  dropAllOf,
  lastDelivery,
  replay,
} from "./deliveries.ts";
import { findDeliveries } from "./delivery-search.ts";
import {
  addDestination,
  changeDestination,
  destinationWithSecrets,
  removeDestination,
} from "./destinations.ts";
import type { News } from "./news.ts";
import { addRoute, changeRoute, removeRoute } from "./routes.ts";
import type { RoutingCache } from "./routing.ts";

type Parts = {
  quick: Database;
  /** For what may have to look at everything. */
  slow: Database;
  cache: RoutingCache;
  news: News;
  now: () => Date;
  /** The time to go by where nodes compare theirs; null: the clock of the database. */
  clock: () => number | null;
  /** Learns the names under which this process claims. */
  nodes: Set<string>;
};

/** So many a transaction: few enough that an arriving scan need not wait long. */
const some = 500;

export function createForwarding(parts: Parts): ForwardingStore {
  const { quick, slow, cache, news, now, clock, nodes } = parts;

  /** Hands all that pass to `work`, some at a time; those that come meanwhile are left. */
  async function forAll(
    filter: DeliveryFilter,
    work: (ids: number[]) => Promise<number>,
  ): Promise<number> {
    const last = await lastDelivery(slow.query);
    let done = 0;
    for (let after = 0; ; ) {
      const page = { after, before: last + 1, limit: some };
      const ids = await findDeliveries(slow.query, filter, page);
      if (ids.length > 0) done += await work(ids);
      if (ids.length < some) return done;
      after = ids.at(-1)!;
    }
  }

  /** Something of routing was written. */
  const rerouted = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    cache.forget();
    await news.look();
    return result;
  };
  const write = <T>(work: Parameters<typeof quick.transaction<T>>[0]) =>
    rerouted(quick.transaction(work));
  const time = () => now().getTime();

  return {
    routing: () => cache.current(),
    onRouting: news.onRouting,

    addDestination: (destination) => write((query) => addDestination(query, destination, time())),
    changeDestination: (name, change, seen) =>
      write((query) => changeDestination(query, name, change, seen)),
    async removeDestination(name) {
      const id = await write((query) => removeDestination(query, name, time()));
      if (id === undefined) return false;
      await dropAllOf(quick.query, id);
      return true;
    },
    destinationWithSecrets: (destination) => destinationWithSecrets(quick.query, destination),

    addRoute: (route) => write((query) => addRoute(query, route, time())),
    changeRoute: (name, change) => write((query) => changeRoute(query, name, change)),
    removeRoute: (name) => write((query) => removeRoute(query, name, time())),

    deliveries: (filter, page) => deliveries(slow.query, filter, page),
    delivery: (id) => delivery(quick.query, id),
    deliveryOf: (scan, route) => deliveryOf(quick.query, scan, route),
    deliveryCounts: () => deliveryCounts(quick.query),
    async replay(filter) {
      const destinations = new Set<number>();
      const count = await forAll(filter, async (ids) => {
        const replayed = await quick.transaction((query) =>
          replay(query, ids, filter.state, clock()),
        );
        for (const destination of replayed.destinations) destinations.add(destination);
        if (replayed.count > 0) news.due();
        return replayed.count;
      });
      return { count, destinations };
    },
    async drop(filter) {
      if ((filter.state ?? "pending") !== "pending") return 0;
      return forAll({ ...filter, state: "pending" }, async (ids) => {
        const dropped = await drop(quick.query, ids);
        // Where order is kept, what waited behind it may go now.
        if (dropped > 0) {
          await quick.query("SELECT pg_notify('scanhook', 'due')");
          news.due();
        }
        return dropped;
      });
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
    async beat(node, silentMs) {
      nodes.add(node);
      const [row] = await quick.query<{ freed: boolean }>("SELECT beat($1, $2, $3) AS freed", [
        node,
        silentMs,
        clock(),
      ]);
      await quick.query("SELECT fold_delivery_changes()");
      if (row!.freed) news.due();
    },
    async leave(node) {
      await quick.query("SELECT leave($1)", [node]);
      nodes.delete(node);
      news.due();
    },
    onDue: news.onDue,
  };
}
