import { existsSync } from "node:fs";
import { join } from "node:path";
import { findMoveProblem } from "./moved-note.ts";
import type { Store } from "./store.ts";
import { StoreUnavailable } from "./unavailable.ts";

/**
 * Where the store is: in a PostgreSQL database (postgres://…), or without `database` in SQLite in
 * the data folder.
 */
export type StoreLocation = { dataDir: string; database?: string | undefined };

/**
 * Opens the store, and creates it if needed. With `create: false`, refuses a location without a
 * store. Rejects with `StoreUnavailable`, whose message can be shown to the user.
 */
export async function openStore(
  { dataDir, database }: StoreLocation,
  { create = true }: { create?: boolean } = {},
): Promise<Store> {
  // Only the store in use is loaded, because a command starts twice as fast without the other one.
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
