import { afterAll, beforeAll, describe } from "vitest";
import { storeConformance } from "../conformance/store-conformance.ts";
import { openPostgresStore } from "./open.ts";
import { startPostgres, type TestPostgres, whyNoPostgres } from "./testing/postgres.ts";

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: the store on PostgreSQL.`);

describe.skipIf(whyNoPostgres)("on a server of its own", () => {
  let postgres: TestPostgres;
  let migrated: string;
  beforeAll(async () => {
    postgres = await startPostgres(["fsync=off"]);
    migrated = await postgres.createDatabase();
    const store = await openPostgresStore(migrated);
    await store.close();
  });
  afterAll(async () => {
    await postgres.dropDatabase(migrated);
    await postgres.stop();
  });

  storeConformance("PostgreSQL", async () => {
    // Creating the tables takes longer than most of these tests.
    const url = await postgres.createDatabase(migrated);
    return {
      open: (options) => openPostgresStore(url, { pollMs: 50, ...options }),
      remove: () => postgres.dropDatabase(url),
    };
  });
});
