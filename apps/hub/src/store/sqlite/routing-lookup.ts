import type { DatabaseSync } from "node:sqlite";
import type { Routing } from "../routing.ts";
import { destinations } from "../sql/destinations.ts";
import { routes } from "../sql/routes.ts";
import { prepared } from "./database.ts";
import { runSteps } from "./steps.ts";

export type RoutingLookup = {
  /** Returns the current routing, the same object until something changes. */
  current(): Routing;
  /** Makes the next `current` check for changes. Call it after a change by this process. */
  forget(): void;
};

/**
 * Creates a lookup that keeps routes and destinations in memory. As for inboxes, a revision number
 * tells whether any process has changed them.
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
      // The revision is read first, so that a change between the two reads only causes one more
      // read.
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
 * Returns a number that increases with every change, by any process, that could alter the result of
 * `routes` or `destinations`.
 */
export function routingRevision(db: DatabaseSync): number {
  return prepared(db, "SELECT routing_revision FROM owner").get()!.routing_revision as number;
}
