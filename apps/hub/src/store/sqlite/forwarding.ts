import type { Delivery, ForwardingStore, Settled } from "../forwarding.ts";
import type { SettledRow } from "./claims.ts";
import { type DeliverySearch, toDeliverySearch } from "./delivery-search.ts";
import type { Reads } from "./reader.ts";
import type { RoutingLookup } from "./routing-lookup.ts";
import type { Signal } from "./signals.ts";
import type { Thread } from "./thread.ts";
import type { Writes } from "./writer.ts";

type Parts = {
  read: Thread<Reads>["call"];
  write: Thread<Writes>["call"];
  lookup: RoutingLookup;
  /** As `routing` of the store. */
  current: ForwardingStore["routing"];
  routed: Signal;
  due: Signal;
  now: () => Date;
};

/** So many a message: few enough that an arriving scan need not wait long. */
const some = 500;

export function createForwarding({
  read,
  write,
  lookup,
  current,
  routed,
  due,
  now,
}: Parts): ForwardingStore {
  /** Hands all that pass to `work`, some at a time; those that come meanwhile are left. */
  async function forAll(
    search: DeliverySearch,
    work: (ids: number[]) => Promise<number>,
  ): Promise<number> {
    const last = await read("lastDelivery");
    let done = 0;
    for (let after = 0; ; ) {
      const ids = await read("findDeliveries", search, { after, before: last + 1, limit: some });
      if (ids.length > 0) {
        done += await work(ids);
        due.look();
      }
      if (ids.length < some) return done;
      after = ids.at(-1)!;
    }
  }

  /** Something of routing was written. */
  const rerouted = <T>(result: T): T => {
    lookup.forget();
    routed.look();
    return result;
  };

  return {
    routing: current,
    onRouting: (listener) => routed.on(() => listener()),

    addDestination: async (destination) =>
      rerouted(await write("addDestination", destination, now().getTime())),
    changeDestination: async (name, change, seen) =>
      rerouted(await write("changeDestination", name, change, seen)),
    async removeDestination(name) {
      const id = rerouted(await write("removeDestination", name, now().getTime()));
      if (id === undefined) return false;
      while ((await write("dropSomeOf", id)) > 0);
      return true;
    },
    destinationWithSecrets: (destination) => read("destinationWithSecrets", destination),

    addRoute: async (route) => rerouted(await write("addRoute", route, now().getTime())),
    changeRoute: async (name, change) => rerouted(await write("changeRoute", name, change)),
    removeRoute: async (name) => rerouted(await write("removeRoute", name, now().getTime())),

    deliveries: async (filter, page): Promise<Delivery[]> =>
      read("deliveries", toDeliverySearch(filter), page),
    delivery: (id) => read("delivery", id),
    deliveryOf: (scan, route) => read("deliveryOf", scan, route),
    deliveryCounts: () => read("deliveryCounts"),
    async replay(filter) {
      const search = toDeliverySearch(filter);
      const destinations = new Set<number>();
      const count = await forAll(search, async (ids) => {
        const replayed = await write("replaySome", ids, search.state ?? null, now().getTime());
        for (const destination of replayed) destinations.add(destination);
        return replayed.length;
      });
      return { count, destinations };
    },
    async drop(filter) {
      const search = toDeliverySearch(filter);
      if ((search.state ?? "pending") !== "pending") return 0;
      return forAll({ ...search, state: "pending" }, (ids) => write("dropSome", ids));
    },

    async claim(node, wanted) {
      const { claimed, next } = await write("claim", node, wanted, now().getTime());
      return { claimed, ...(next === undefined ? {} : { next: new Date(next) }) };
    },
    claimOne: (node, id) => write("claimOne", node, id),
    settle: (node, settled) => write("settle", node, settled.map(toRow)),
    async beat(node, silentMs) {
      if (await write("beat", node, silentMs, now().getTime())) due.look();
    },
    async leave(node) {
      await write("leave", node);
      due.look();
    },
    onDue: (listener) => due.on(() => listener()),
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
