import type { DatabaseSync } from "node:sqlite";
import type { Routing } from "../forwarding.ts";
import { destinations } from "../sql/destinations.ts";
import { routes } from "../sql/routes.ts";
import { prepared } from "./database.ts";
import { runSteps } from "./steps.ts";

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
      if (latest !== revision) cached = read(db);
      revision = latest;
      isFresh = true;
      setImmediate(forget);
      return cached;
    },
    forget,
  };
}

function read(db: DatabaseSync): Routing {
  return { routes: runSteps(db, routes()), destinations: runSteps(db, destinations()) };
}

/**
 * Increases with every change that could alter the result of `routes` or `destinations`, by
 * whichever process.
 */
export function routingRevision(db: DatabaseSync): number {
  return prepared(db, "SELECT routing_revision FROM owner").get()!.routing_revision as number;
}
