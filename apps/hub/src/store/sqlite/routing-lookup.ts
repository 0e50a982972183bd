import type { DatabaseSync } from "node:sqlite";
import type { Routing } from "../forwarding.ts";
import { destinations } from "./destinations.ts";
import { routes, routingRevision } from "./routes.ts";

export type RoutingLookup = {
  /** Returns the same object until something changes. */
  current(): Routing;
  /** Makes the next `current` check for changes. Call after a change by this process. */
  forget(): void;
};

/**
 * Keeps routes and destinations in memory. As with the inboxes, a revision number tells whether any
 * process changed them.
 */
export function createRoutingLookup(db: DatabaseSync): RoutingLookup {
  let cached: Routing = { routes: [], destinations: [] };
  let revision = 0;
  let isFresh = false;
  const forget = () => {
    isFresh = false;
  };

  return {
    current() {
      if (isFresh) return cached;
      // The revision comes first. A change between the two reads then only causes one more read.
      const latest = routingRevision(db);
      if (latest !== revision) cached = { routes: routes(db), destinations: destinations(db) };
      revision = latest;
      isFresh = true;
      setImmediate(forget);
      return cached;
    },
    forget,
  };
}
