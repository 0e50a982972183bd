import type { Routing } from "../forwarding.ts";
import type { Database } from "./database.ts";
import { destinations } from "./destinations.ts";
import { routes } from "./routes.ts";

export type RoutingCache = {
  /** The same object until something changed. */
  current(): Promise<Routing>;
  /** Reads anew at the next `current`. */
  forget(): void;
};

/** Routes and destinations from memory. */
export function createRoutingCache(database: Database): RoutingCache {
  let kept: Promise<Routing> | undefined;
  return {
    current() {
      if (kept) return kept;
      const asked = read(database);
      kept = asked;
      asked.catch(() => {
        if (kept === asked) kept = undefined;
      });
      return asked;
    },
    forget() {
      kept = undefined;
    },
  };
}

/** Both as they were at one moment. */
function read(database: Database): Promise<Routing> {
  return database.transaction(async (query) => {
    await query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return { routes: await routes(query), destinations: await destinations(query) };
  });
}
