import { isDeepStrictEqual } from "node:util";
import type { Sender } from "../destinations/sender.ts";
import type { Routing } from "../store/routing.ts";
import type { ForwardingStore } from "../store/store.ts";
import { giveBackAll } from "./give-back.ts";
import { Lane } from "./lane.ts";
import type { OpenedSecrets } from "./opened-secrets.ts";
import type { Settlements } from "./settlements.ts";

export type Lanes = Iterable<Lane> & {
  get(destination: number): Lane | undefined;
  /**
   * Brings the lanes in line with the routing in the store, and gives back the deliveries that may
   * not go out any more. Rejects with `StoreUnavailable`.
   */
  followRouting(): Promise<void>;
  /** Notes that the store may have more due deliveries for every lane. */
  expectMore(): void;
  /** The node names that unsettled deliveries were claimed under. */
  claimNames(): Set<string>;
  /** Closes all lanes and opens no more. */
  close(): void;
};

/** Creates the lanes, which are empty until `followRouting` opens one for each destination. */
export function createLanes(parts: {
  store: Pick<ForwardingStore, "routing">;
  sender: Pick<Sender, "forget">;
  secrets: Pick<OpenedSecrets, "renew" | "forget">;
  settlements: Pick<Settlements, "add">;
  firstPauseMs?: number;
}): Lanes {
  const { store, sender, secrets, settlements } = parts;
  const lanes = new Map<number, Lane>();
  let followedRouting: Routing | undefined;
  let isClosed = false;

  async function followRouting() {
    const routing = await store.routing();
    if (isClosed || routing === followedRouting) return;
    const destinations = new Map(
      routing.destinations.map((destination) => [destination.id, destination]),
    );
    for (const [id, lane] of lanes) {
      const destination = destinations.get(id);
      const hasNewSecrets = destination ? await secrets.renew(destination) : false;
      if (hasNewSecrets || !isDeepStrictEqual(destination, lane.destination)) {
        sender.forget(id);
        lane.startAfresh();
      }
      if (destination) lane.follow(destination);
      else {
        secrets.forget(id);
        lanes.delete(id);
      }
      if (destination?.state !== "on") giveBackAll(lane, settlements);
    }
    // The lanes may have been closed meanwhile.
    if (isClosed) return;
    for (const [id, destination] of destinations) {
      if (!lanes.has(id)) lanes.set(id, new Lane(destination, parts));
    }
    followedRouting = routing;
  }

  return {
    [Symbol.iterator]: () => lanes.values(),
    get: (destination) => lanes.get(destination),
    followRouting,
    expectMore() {
      for (const lane of lanes.values()) lane.expectMore();
    },
    claimNames: () => new Set([...lanes.values()].flatMap(({ claims }) => [...claims.values()])),
    close() {
      isClosed = true;
      for (const lane of lanes.values()) lane.close();
    },
  };
}
