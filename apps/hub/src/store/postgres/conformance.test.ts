import { beforeAll, describe } from "vitest";
import { storeConformance } from "../conformance/store-conformance.ts";
import { openPostgresStore } from "./open.ts";
import { whyNoPostgres } from "./testing/postgres.ts";
import { type SharedPostgres, sharePostgres } from "./testing/shared-postgres.ts";

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: the store on PostgreSQL.`);

describe.skipIf(whyNoPostgres)("on the shared server", () => {
  let postgres: SharedPostgres;
  beforeAll(async () => {
    postgres = await sharePostgres();
  });

  storeConformance("PostgreSQL", async () => {
    const url = await postgres.createMigratedDatabase();
    return {
      open: (options) => openPostgresStore(url, { pollMs: 50, ...options }),
      remove: () => postgres.dropDatabase(url),
    };
  });
});
