import { existsSync } from "node:fs";
import { join } from "node:path";
import { findMoveProblem } from "./moved-note.ts";
import { type Store, StoreUnavailable } from "./store.ts";

/**
 * Where the store is: in a PostgreSQL database (postgres://…), or without one in SQLite in the data
 * folder.
 */
export type StoreLocation = { dataDir: string; database?: string | undefined };

/**
 * Opens the store. With `create: false` it refuses a location without a store. Rejects with
 * `StoreUnavailable`, whose message can be shown to the user.
 */
export async function openStore(
  { dataDir, database }: StoreLocation,
  { create = true }: { create?: boolean } = {},
): Promise<Store> {
  // Each store is loaded only when it is used, because a command starts twice as fast without the
  // other one.
  if (database !== undefined) {
    const { openPostgresStore } = await import("./postgres/open.ts");
    return openPostgresStore(database, { create });
  }
  const sqlite = await import("./sqlite/open.ts");
  if (!create && !existsSync(join(dataDir, sqlite.databaseName))) {
    throw new StoreUnavailable(
      "broken",
      `${dataDir} is not the data folder of a hub. Name the right one with --data DIR.`,
    );
  }
  const moveProblem = findMoveProblem(dataDir);
  if (moveProblem !== undefined) throw new StoreUnavailable("broken", moveProblem);
  return sqlite.openStore(dataDir);
}
