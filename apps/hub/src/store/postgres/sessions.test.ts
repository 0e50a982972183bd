import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startMovableAddress } from "../../../../../scripts/testing/movable-address.ts";
import type { Store } from "../store.ts";
import { arrival } from "../testing/arrival.ts";
import { problemOf } from "../testing/rejections.ts";
import { openPostgresStore, type PostgresOptions } from "./open.ts";
import {
  hasOwnPostgres,
  runSql,
  startPostgres,
  startStandby,
  type TestPostgres,
} from "./testing/postgres.ts";

if (!hasOwnPostgres) console.log("Skipped, the server is not our own: standbys of PostgreSQL.");

describe.skipIf(!hasOwnPostgres)("a primary that waits for a standby", () => {
  let resources: AsyncDisposableStack;
  let primary: TestPostgres;
  let url: string;
  let stores: AsyncDisposableStack;
  beforeAll(async () => {
    resources = new AsyncDisposableStack();
    primary = await startPostgres(["fsync=off"]);
    resources.defer(() => primary.stop());
    url = await primary.createDatabase();
    stores = new AsyncDisposableStack();
  });
  afterEach(async () => {
    await setStandby("");
    await stores.disposeAsync();
    stores = new AsyncDisposableStack();
  });
  afterAll(() => resources.disposeAsync());

  async function open(options: PostgresOptions, address = url): Promise<Store> {
    const store = await openPostgresStore(address, options);
    stores.defer(() => store.close());
    return store;
  }

  async function setStandby(name: string): Promise<void> {
    await runSql(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await runSql(primary.url, "SELECT pg_reload_conf()");
    const shown = async () => (await ask("SHOW synchronous_standby_names"))[0];
    await expect.poll(shown).toEqual({ synchronous_standby_names: name });
  }

  /** Runs a statement in a session that does not wait for a standby. */
  async function ask(sql: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  const waiting = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'SyncRep'`;

  it("refuses scans while the standby is away, leaves no session behind, and stores each scan once", async () => {
    const store = await open({ responseMs: 300 });
    await store.append(arrival("before"));
    await setStandby("away");
    const contents = Array.from({ length: 5 }, (_, n) => `scan ${n}`);
    for (const content of contents) {
      expect(await problemOf(store.append(arrival(content)))).toBe("slow");
    }
    expect((await ask(waiting)).length).toBeLessThanOrEqual(1);
    await setStandby("");
    for (const content of contents) {
      // The first attempt may still be ending.
      await expect.poll(() => problemOf(store.append(arrival(content)))).toBeUndefined();
    }
    const stored = await store.listScans({}, { after: 0, limit: 10 });
    expect(stored.map(({ content }) => content)).toEqual(["before", ...contents]);
  });

  it("does not acknowledge a scan when somebody cancels the wait for the standby", async () => {
    const store = await open({});
    await store.append(arrival("awaited"));
    await setStandby("away");
    const problem = problemOf(store.append(arrival("canceled")));
    await expect.poll(async () => (await ask(waiting)).length).toBe(1);
    await ask(`SELECT pg_cancel_backend(pid) FROM (${waiting})`);
    expect(await problem).toBe("slow");
    await setStandby("");
    expect(await store.append(arrival("canceled"))).toMatchObject({ repeat: true });
  });

  it("leaves the former primary for the promoted standby, also for what only reads and listens", async () => {
    const address = resources.use(await startMovableAddress(primary.port!));
    const standby = await startStandby(primary, { name: "second", source: primary.url });
    resources.defer(() => standby.stop());
    const { pathname } = new URL(url);
    const moving = `postgres://postgres@127.0.0.1:${address.port}${pathname}`;
    const store = await open({ responseMs: 1000, pollMs: 100 }, moving);
    const heard = new Set<number>();
    store.onAppend((id) => heard.add(id));
    await setStandby("second");
    const first = await store.append(arrival("to the first"));
    await expect.poll(() => heard.has(first.id)).toBe(true);
    await runSql(standby.url, "SELECT pg_promote()");
    await setStandby("away");
    address.moveTo(standby.port!);
    expect(await problemOf(store.append(arrival("to the second")))).toBe("slow");
    await expect.poll(() => problemOf(store.append(arrival("to the second")))).toBeUndefined();
    const other = await openPostgresStore(moving);
    const { id } = await other.append(arrival("of another hub"));
    await other.close();
    await expect.poll(() => heard.has(id)).toBe(true);
    const contents = (await store.listScans({ inbox: "scans" }, { after: 0, limit: 10 })).map(
      ({ content }) => content,
    );
    expect(contents).toEqual(expect.arrayContaining(["to the first", "to the second"]));
    expect(new Set(contents).size).toBe(contents.length);
    const clients = `SELECT pid FROM pg_stat_activity
      WHERE application_name = 'scanhook' AND datname = current_database()`;
    expect(await ask(clients), "nothing is left at the former primary").toEqual([]);
  });
});
