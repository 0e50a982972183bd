import { afterAll, beforeAll, describe } from "vitest";
import { storeConformance } from "../conformance/store-conformance.ts";
import { openPostgresStore } from "./open.ts";
import { startPostgres, type TestPostgres, whyNoPostgres } from "./testing/postgres.ts";

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: the store on PostgreSQL.`);

describe.skipIf(whyNoPostgres)("on a server of its own", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres(["fsync=off"]);
  });
  afterAll(() => postgres.stop());

  storeConformance("PostgreSQL", async () => {
    const url = await postgres.createDatabase();
    return {
      open: (options) => openPostgresStore(url, { pollMs: 50, ...options }),
      remove: () => postgres.dropDatabase(url),
    };
  });
});
