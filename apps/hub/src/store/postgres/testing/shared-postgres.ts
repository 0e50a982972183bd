import { inject } from "vitest";
import { openPostgresStore } from "../open.ts";
import { onServer, type TestDatabases } from "./postgres.ts";
// Only for the type of what it provides.
import type {} from "./serve-postgres.ts";

export type SharedPostgres = TestDatabases & {
  /**
   * Creates a database with the tables of the store. Only the first database of a process is
   * migrated; the others are copies of it.
   */
  createMigratedDatabase(): Promise<string>;
};

let migrated: Promise<string> | undefined;

/**
 * Returns access to the one server of the test run. It serves other tests at the same time, so a
 * test may change and count only what is in its own databases. For a server that is killed or has
 * special flags, see `startPostgres`.
 */
export async function sharePostgres(): Promise<SharedPostgres> {
  const response = await fetch(inject("sharedPostgres"));
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  const databases = onServer(answer);
  const migrate = async () => {
    const url = await databases.createDatabase();
    await (await openPostgresStore(url)).close();
    return url;
  };
  return {
    ...databases,
    async createMigratedDatabase() {
      migrated ??= migrate();
      return databases.createDatabase(await migrated);
    },
  };
}
