import { isDeepStrictEqual } from "node:util";
import type { Sender } from "../destinations/sender.ts";
import type { ForwardingStore, Routing } from "../store/forwarding.ts";
import { createCircuit } from "./circuit.ts";
import { createLane, type Lane } from "./lane.ts";
import type { OpenedSecrets } from "./opened-secrets.ts";

export type Lanes = Iterable<Lane> & {
  get(destination: number): Lane | undefined;
  /** Brings the lanes in line with the routing in the store. Rejects with `StoreUnavailable`. */
  followRouting(): Promise<void>;
  /** Notes that the store may have more due deliveries for every lane. */
  expectMore(): void;
  /** The node names that unsettled deliveries were claimed under. */
  claimNames(): Set<string>;
};

/** One lane for each destination. */
export function createLanes(parts: {
  store: Pick<ForwardingStore, "routing">;
  sender: Pick<Sender, "forget">;
  secrets: Pick<OpenedSecrets, "renew" | "forget">;
  firstPauseMs?: number;
  /** Called when nothing may go out over this lane any more. */
  onStop: (lane: Lane) => void;
}): Lanes {
  const { store, sender, secrets, onStop } = parts;
  const lanes = new Map<number, Lane>();
  let followed: Routing | undefined;

  async function followRouting() {
    const routing = await store.routing();
    if (routing === followed) return;
    const destinations = new Map(
      routing.destinations.map((destination) => [destination.id, destination]),
    );
    for (const [id, lane] of lanes) {
      const destination = destinations.get(id);
      const hasNewSecrets = destination ? await secrets.renew(destination) : false;
      if (hasNewSecrets || !isDeepStrictEqual(destination, lane.destination)) {
        sender.forget(id);
        // A destination that a person has changed starts afresh.
        lane.circuit = createCircuit(parts);
        delete lane.lastError;
      }
      if (destination) lane.destination = destination;
      else {
        secrets.forget(id);
        lanes.delete(id);
      }
      if (destination?.state !== "on") onStop(lane);
    }
    for (const [id, destination] of destinations) {
      if (!lanes.has(id)) lanes.set(id, createLane(destination, createCircuit(parts)));
    }
    followed = routing;
  }

  return {
    [Symbol.iterator]: () => lanes.values(),
    get: (destination) => lanes.get(destination),
    followRouting,
    expectMore() {
      for (const lane of lanes.values()) lane.mayHaveMore = true;
    },
    claimNames: () => new Set([...lanes.values()].flatMap(({ claims }) => [...claims.values()])),
  };
}
