import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startMovableAddress } from "../../../../../scripts/testing/movable-address.ts";
import type { Store } from "../store.ts";
import { arrival } from "../testing/arrival.ts";
import { problemOf } from "../testing/rejections.ts";
import { openPostgresStore } from "./open.ts";
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
    await (await openPostgresStore(url)).close();
    stores = new AsyncDisposableStack();
  });
  afterEach(async () => {
    await setStandby("");
    await stores.disposeAsync();
    stores = new AsyncDisposableStack();
  });
  afterAll(() => resources.disposeAsync());

  /** Opens a store that soon gives up. On a slow machine, that may take several attempts. */
  async function openImpatient(address: string): Promise<Store> {
    let store: Store | undefined;
    const open = async () => {
      store = await openPostgresStore(address, { responseMs: 2000 }).catch(() => undefined);
      return store;
    };
    await expect.poll(open).toBeDefined();
    stores.defer(() => store!.close());
    return store!;
  }

  async function openPatient(): Promise<Store> {
    const store = await openPostgresStore(url);
    stores.defer(() => store.close());
    return store;
  }

  /** Stores a scan, in as many attempts as it takes. */
  async function append(store: Store, content: string): Promise<void> {
    await expect.poll(() => problemOf(store.append(arrival(content)))).toBeUndefined();
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
    const store = await openImpatient(url);
    const contents = ["first", "second", "third"];
    await append(store, "before");
    await setStandby("away");
    for (const content of contents) {
      expect(await problemOf(store.append(arrival(content)))).toBeDefined();
    }
    // Each attempt ends the session of the one before.
    await expect.poll(async () => (await ask(waiting)).length).toBe(1);
    await setStandby("");
    for (const content of contents) await append(store, content);
    const stored = await store.listScans({}, { after: 0, limit: 10 });
    expect(stored.map(({ content }) => content)).toEqual(["before", ...contents]);
  });

  it("does not acknowledge a scan when somebody cancels the wait for the standby", async () => {
    const store = await openPatient();
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
    const store = await openImpatient(moving);
    const heard = new Set<number>();
    store.onAppend((id) => heard.add(id));
    await setStandby("second");
    await append(store, "to the first");
    await expect.poll(() => heard.size).toBeGreaterThan(0);
    await runSql(standby.url, "SELECT pg_promote()");
    await setStandby("away");
    address.moveTo(standby.port!);
    expect(await problemOf(store.append(arrival("to the second")))).toBeDefined();
    await append(store, "to the second");
    const other = await openPostgresStore(moving);
    const { id } = await other.append(arrival("of another hub"));
    await other.close();
    await expect.poll(() => heard.has(id)).toBe(true);
    const contents = (await store.listScans({ inbox: "scans" }, { after: 0, limit: 10 })).map(
      ({ content }) => content,
    );
    expect(contents).toEqual(expect.arrayContaining(["to the first", "to the second"]));
    expect(new Set(contents).size).toBe(contents.length);
    // Only the commit that waits is left at the former primary.
    const others = `SELECT pid FROM pg_stat_activity WHERE application_name = 'scanhook'
      AND datname = current_database() AND wait_event IS DISTINCT FROM 'SyncRep'`;
    await expect.poll(() => ask(others)).toEqual([]);
  });
});
