import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { Client } from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { backUp } from "../backup/back-up.ts";
import { openStore as openInPlace } from "../store/open.ts";
import { openPostgresStore } from "../store/postgres/open.ts";
import { whyNoPostgres } from "../store/postgres/testing/postgres.ts";
import { type SharedPostgres, sharePostgres } from "../store/postgres/testing/shared-postgres.ts";
import { openStore } from "../store/sqlite/open.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { moveStore } from "./move.ts";
import { arrival, fill, readEverything } from "./testing/filled-store.ts";

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: moving a hub to PostgreSQL.`);

describe.skipIf(whyNoPostgres)("moving a hub to PostgreSQL", () => {
  let postgres: SharedPostgres;
  let dir: string;
  let url: string;
  beforeAll(async () => {
    postgres = await sharePostgres();
  });
  beforeEach(async () => {
    dir = await mkdtemp(join(findMemory(), "scanhook-move-"));
    url = await postgres.createDatabase();
  });
  afterEach(async () => {
    await rm(dir, { recursive: true });
    await postgres.dropDatabase(url);
  });

  it("moves everything with its ids, and the ids continue where SQLite stopped", async () => {
    const store = await openStore(dir);
    const gone = await fill(store);
    const before = await readEverything(store);
    await store.close();
    const steps = new Set<string>();
    const moved = await moveStore({
      from: dir,
      to: url,
      progress: (step, table, part) => {
        expect(part).toBeGreaterThan(0);
        expect(part).toBeLessThanOrEqual(1);
        steps.add(`${step} ${table}`);
      },
    });
    expect(moved).toMatchObject({
      kind: "moved",
      resumed: false,
      rows: { scans: before.scans.length, inboxes: 3, destinations: 2, tags: 2 },
    });
    expect(steps).toContain("moving scans");
    const target = await openPostgresStore(url);
    expect(await readEverything(target)).toStrictEqual(before);
    const { id } = await target.append(arrival("new"));
    expect(id).toBeGreaterThan(gone);
    expect((await target.append(arrival("scan 7"))).repeat).toBe(true);
    expect(await target.useCode("code", "pair")).toMatchObject({ kind: "ok" });
    const destinations = (await target.routing()).destinations.map(({ id }) => ({
      destination: id,
      limit: 100,
    }));
    const { claimed } = await target.claim("node", destinations);
    expect(claimed.length).toBe(
      before.deliveries.filter(({ state }) => state === "pending").length,
    );
    // A content that a route took just before the move is not taken again after it.
    const route = before.routes[0]!.id;
    const deliveries = [{ route, state: "pending" as const }];
    const scan = { ...arrival("scan 7").scan, identifier: "another" };
    const { deliveries: made } = await target.append(arrival("", { scan, deliveries }));
    expect(await target.delivery(made![0]!)).toMatchObject({ dropped: { reason: "repeated" } });
    await target.close();
  });

  it("resumes after an interruption at any moment with the same result", async () => {
    const store = await openStore(dir);
    await fill(store);
    const before = await readEverything(store);
    await store.close();
    let ends = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 12 }), { maxLength: 6 }), async (pauses) => {
        const to = await postgres.createDatabase();
        for (const pause of pauses) {
          const ended = new AbortController();
          let left = pause;
          const moved = await moveStore({
            from: dir,
            to,
            signal: ended.signal,
            progress: () => {
              if (left-- === 0) ended.abort();
            },
          }).catch((error: unknown) => error);
          if (ended.signal.aborted) ends += 1;
          if (moved instanceof Error && moved.name !== "AbortError") throw moved;
          if (moved instanceof Error) {
            await expect(openPostgresStore(to)).rejects.toThrow(/not there yet/);
          }
        }
        const moved = await moveStore({ from: dir, to });
        expect(["moved", "finished"]).toContain(moved.kind);
        const target = await openPostgresStore(to);
        expect(await readEverything(target)).toStrictEqual(before);
        await target.close();
        await postgres.dropDatabase(to);
      }),
      { numRuns: 8 },
    );
    expect(ends).toBeGreaterThan(0);
  });

  it("resumes inside every table, also where bytes identify the rows", async () => {
    const store = await openStore(dir);
    await fill(store);
    const { routes } = await store.routing();
    const deliveries = routes.map(({ id }) => ({ route: id, state: "pending" as const }));
    // More recent contents than one transaction moves.
    const contents = Array.from({ length: 500 }, (_, n) => `more ${n}`);
    await Promise.all(contents.map((content) => store.append(arrival(content, { deliveries }))));
    const before = await readEverything(store);
    await store.close();
    const interrupted: string[] = [];
    const moveUntilNextTable = () =>
      moveStore({
        from: dir,
        to: url,
        progress(step, table) {
          if (step !== "moving" || interrupted.includes(table)) return;
          interrupted.push(table);
          throw new Error(`interrupted in ${table}`);
        },
      }).catch((error: Error) => error.message);
    let moved = await moveUntilNextTable();
    for (; typeof moved === "string"; moved = await moveUntilNextTable())
      expect(moved).toBe(`interrupted in ${interrupted.at(-1)}`);
    expect(interrupted).toContain("recent_contents");
    expect(moved).toMatchObject({ kind: "moved", resumed: true });
    const target = await openPostgresStore(url);
    expect(await readEverything(target)).toStrictEqual(before);
    await target.close();
  });

  it("refuses a folder with a running hub and a database with other data", async () => {
    const refused = async (from = dir, to = url) => {
      const moved = await moveStore({ from, to });
      return moved.kind === "refused" ? moved.reason : moved.kind;
    };
    expect(await refused()).toMatch(/not the data folder of a hub.*--from/);
    const store = await openStore(dir);
    expect(await refused()).toMatch(/A hub is running on .*Stop it first/);
    await store.append(arrival("still works"));
    await store.close();
    const taken = await postgres.createDatabase();
    const hub = await openPostgresStore(taken);
    await hub.addInbox({ name: "scans", open: true });
    await hub.close();
    expect(await refused(dir, taken)).toMatch(/already holds a hub/);
    await postgres.dropDatabase(taken);
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query("CREATE TABLE orders (n integer)");
    await expect(moveStore({ from: dir, to: url })).rejects.toThrow(StoreUnavailable);
    await client.query("DROP TABLE orders");
    await client.end();
    expect(await refused()).toBe("moved");
    expect(await refused()).toBe("finished");
    await expect(openInPlace({ dataDir: dir })).rejects.toThrow(
      /^The scans of .* were moved to postgres:.*\. Use that database with --database, or delete .*moved-to-postgres\.txt to continue/,
    );
    expect(await backUp({ dir, archive: join(dir, "backup.tar.gz") })).toEqual({
      ok: false,
      reason: expect.stringMatching(/were moved to postgres:/),
    });
    await (await openInPlace({ dataDir: dir, database: url })).close();
    await rm(join(dir, "moved-to-postgres.txt"));
    await (await openInPlace({ dataDir: dir })).close();
    const other = await mkdtemp(join(findMemory(), "scanhook-move-"));
    await (await openStore(other)).close();
    expect(await refused(other)).toMatch(/holds a hub that was moved from/);
    await rm(other, { recursive: true });
  });

  it("reports a copy that differs from the original", async () => {
    const store = await openStore(dir);
    await fill(store);
    await store.close();
    await (await openPostgresStore(url)).close();
    const client = new Client({ connectionString: url });
    await client.connect();
    // A trigger on a table that is moved after the scans changes one of them.
    await client.query(`CREATE FUNCTION forge() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE scans SET content = 'forged' WHERE id = 3;
      RETURN NULL; END $$`);
    await client.query(
      "CREATE TRIGGER forge AFTER INSERT ON attempts FOR EACH STATEMENT EXECUTE FUNCTION forge()",
    );
    await client.end();
    const moved = await moveStore({ from: dir, to: url });
    expect(moved).toMatchObject({
      kind: "refused",
      reason: expect.stringMatching(
        /^The copy differs from the original: the table scans .*different contents/,
      ),
    });
    await expect(openPostgresStore(url)).rejects.toThrow(/not there yet/);
  });
});
