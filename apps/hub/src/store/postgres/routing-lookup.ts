import type { Routing } from "../routing.ts";
import { destinations } from "../sql/destinations.ts";
import { routes } from "../sql/routes.ts";
import type { Database } from "./database.ts";
import { runSteps } from "./steps.ts";

export type RoutingLookup = {
  /** Resolves to the current routing, the same object until something changes. */
  current(): Promise<Routing>;
  /** Makes the next `current` read from the database. */
  forget(): void;
};

/**
 * Creates a lookup that keeps routes and destinations in memory. Notifications tell when they have
 * changed.
 */
export function createRoutingLookup(database: Database): RoutingLookup {
  let cached: Promise<Routing> | undefined;
  return {
    current() {
      if (cached) return cached;
      const reading = read(database);
      cached = reading;
      // A failure is not cached. The caller handles the error.
      reading.catch(() => {
        if (cached === reading) cached = undefined;
      });
      return reading;
    },
    forget() {
      cached = undefined;
    },
  };
}

/** Reads routes and destinations as of the same moment. */
function read(database: Database): Promise<Routing> {
  return database.transaction(async (query) => {
    await query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return {
      routes: await runSteps(query, routes()),
      destinations: await runSteps(query, destinations()),
    };
  });
}
