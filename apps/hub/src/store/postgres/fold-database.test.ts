import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../store.ts";
import { arrival } from "../testing/arrival.ts";
import { openPostgresStore } from "./open.ts";
import { runSql, whyNoPostgres } from "./testing/postgres.ts";
import { type SharedPostgres, sharePostgres } from "./testing/shared-postgres.ts";

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: words of nodes of older releases.`);

describe.skipIf(whyNoPostgres)("what a node of 0.2.0 stored beside newer ones", () => {
  const hour = 3_600_000;
  const updated = Date.parse("2026-12-01T12:00:00Z");
  let postgres: SharedPostgres;
  let url: string;
  beforeAll(async () => {
    postgres = await sharePostgres();
  });

  async function whileOpen<T>(time: number, work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openPostgresStore(url, { now: () => new Date(time) });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  beforeEach(async () => {
    url = await postgres.createDatabase();
    await whileOpen(updated, async (store) => {
      await store.append({ ...arrival("Łódź"), receivedAt: new Date(updated + hour) });
      await store.addRegister({ name: "gala", kind: "check-in", rules: {} });
      const [gala] = await store.registers();
      await store.addEntry(gala!.id, { keys: ["t:Ü-1"], label: "Zoë", fields: {} });
    });
    // As release 0.2.0 indexed it, and without the columns that it did not know.
    await runSql(
      url,
      `UPDATE scans SET words = '''łódź'':1D'::tsvector;
       UPDATE entries SET folded = NULL; UPDATE entry_keys SET folded = NULL`,
    );
    return () => postgres.dropDatabase(url);
  });

  const find = (time: number) =>
    whileOpen(time, async (store) => {
      const [gala] = await store.registers();
      const entries = await store.entries(gala!.id, { text: "zoe u-1", limit: 9 });
      return [await store.countScans({ text: "lodz" }), entries.length];
    });

  it("is found once the last node of the update has started", async () => {
    expect(await find(updated + 3 * hour)).toEqual([1, 1]);
  });

  it("is looked for until two days after the update, because it costs time at each start", async () => {
    expect(await find(updated + 49 * hour)).toEqual([0, 0]);
  });
});
