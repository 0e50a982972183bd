import type { DatabaseSync } from "node:sqlite";
import type { Routing } from "../forwarding.ts";
import { destinations } from "./destinations.ts";
import { routes, routingRevision } from "./routes.ts";

export type RoutingLookup = {
  /** The same object until something changed. */
  current(): Routing;
  /** Looks again at the next `current`: this process has just changed something. */
  forget(): void;
};

/** Routes and destinations from memory; as with the inboxes, one number tells whether any process changed them. */
export function createRoutingLookup(db: DatabaseSync): RoutingLookup {
  let kept: Routing = { routes: [], destinations: [] };
  let revision = 0;
  let isFresh = false;
  const forget = () => {
    isFresh = false;
  };

  return {
    current() {
      if (isFresh) return kept;
      const now = routingRevision(db);
      // The number first: a change in between is only read once more.
      if (now !== revision) kept = { routes: routes(db), destinations: destinations(db) };
      revision = now;
      isFresh = true;
      setImmediate(forget);
      return kept;
    },
    forget,
  };
}
