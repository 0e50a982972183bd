import { existsSync } from "node:fs";
import { join } from "node:path";
import { whyMoved } from "./moved-note.ts";
import { type Store, StoreUnavailable } from "./store.ts";

/** Where everything is kept: a PostgreSQL database (postgres://…), else SQLite in the data folder. */
export type Place = { dataDir: string; database?: string | undefined };

/**
 * Opens the store in its place. `create: false` refuses a place that holds none. Rejects with `StoreUnavailable`; its
 * message is fit to be shown.
 */
export async function openStore(
  { dataDir, database }: Place,
  { create = true }: { create?: boolean } = {},
): Promise<Store> {
  // Each loaded only where it is used: a command starts twice as fast without the other.
  if (database !== undefined) {
    const { openPostgresStore } = await import("./postgres/open.ts");
    return openPostgresStore(database, { create });
  }
  const sqlite = await import("./sqlite/open.ts");
  if (!create && !existsSync(join(dataDir, sqlite.databaseName))) {
    throw new StoreUnavailable(
      "broken",
      `${dataDir} is not a hub's data folder; name the right one with --data DIR.`,
    );
  }
  const moved = whyMoved(dataDir);
  if (moved !== undefined) throw new StoreUnavailable("broken", moved);
  return sqlite.openStore(dataDir);
}
