// Two hubs on PostgreSQL, which fails over twice while scans arrive: first its primary is killed,
// then the network is cut without a word. Each time a synchronous standby is promoted, and the
// address of the database moves to it. At the end the network is cut again, and the hubs stop.
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  hasOwnPostgres,
  runSql,
  startPostgres,
  startStandby,
  type TestPostgres,
} from "../apps/hub/src/store/postgres/testing/postgres.ts";
import { startReceiver } from "../apps/hub/src/testing/receiver.ts";
import { startMovableAddress } from "../scripts/testing/movable-address.ts";
import { addDestination } from "./forwarding-load.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { startRetryingSender } from "./retrying-sender.ts";

if (!hasOwnPostgres) console.log("Skipped, the server is not our own: PostgreSQL that fails over.");

let resources: AsyncDisposableStack;
beforeEach(() => {
  resources = new AsyncDisposableStack();
});
afterEach(() => resources.disposeAsync());

it.skipIf(!hasOwnPostgres)(
  "two hubs follow PostgreSQL through two failovers, and each accepted scan is stored once, shown and delivered",
  async () => {
    const cluster = await startCluster();
    const first = await startHub(cluster.database);
    const api = await logIn(first);
    const hubs = [first, await startHub(cluster.database)];
    await api("POST", "/api/inboxes", { name: "load", open: true });
    const receiver = resources.use(await startReceiver());
    await addDestination(api, { name: "one", url: receiver.url });
    const { token } = await api<{ token: string }>("POST", "/api/tokens", { name: "viewer" });
    const views = hubs.map((hub) => startView(hub, token));
    const senders = hubs.map((hub) => startRetryingSender(hub));
    const accepted = () => senders.flatMap((sender) => [...sender.accepted]);

    /** Waits until both hubs accept scans, show them and deliver them. Prints the seconds. */
    async function expectBack(event: string): Promise<void> {
      const movedAt = performance.now();
      for (const sender of senders) {
        await expect.poll(() => sender.acceptedAt, { interval: 20 }).toBeGreaterThan(movedAt);
      }
      const times = senders.map(({ acceptedAt }) => ((acceptedAt - movedAt) / 1000).toFixed(1));
      console.log(`${event}: the hubs accept scans again after ${times.join(" and ")} s.`);
      const ids = accepted();
      for (const seen of [...views, () => receiver.identifiers()]) {
        await expect.poll(() => ids.filter((id) => !new Set(seen()).has(id))).toEqual([]);
      }
    }

    await expectBack("At the start");
    await cluster.primary().kill();
    await expect.poll(() => senders.every(({ refusals }) => refusals.length > 0)).toBe(true);
    await cluster.promote();
    await expectBack("After a killed primary");

    const refusedBefore = senders.map(({ refusals }) => refusals.length);
    cluster.address.cut();
    const isRefused = () => senders.every(({ refusals }, n) => refusals.length > refusedBefore[n]!);
    await expect.poll(isRefused).toBe(true);
    await cluster.promote();
    await expectBack("After a cut network");

    await Promise.all(senders.map((sender) => sender.stop()));
    for (const { refusals, retried } of senders) {
      expect(retried).toBeGreaterThanOrEqual(2);
      for (const refusal of refusals) expect(refusal).toMatch(/^503 .*send (it|the scan) again/);
    }
    const rows = await cluster.ask("SELECT identifier FROM scans");
    expect(rows.map(({ identifier }) => identifier).sort()).toEqual(accepted().sort());
    const ids = new Map<string, Set<unknown>>();
    for (const { headers, body } of receiver.received) {
      const { identifier } = JSON.parse(body) as { identifier: string };
      const known = ids.get(identifier) ?? new Set();
      ids.set(identifier, known.add(headers["webhook-id"]));
    }
    expect([...ids.values()].filter(({ size }) => size !== 1)).toEqual([]);
    expect(hubs.map(({ process }) => process.exitCode)).toEqual([null, null]);

    // A count has no limit of time, so the hub that waits for one has to leave without it.
    await using lock = await cluster.lockScans();
    const headers = { authorization: `Bearer ${token}` };
    const counting = fetch(`${first.base}/api/scans/count`, { headers }).catch(() => "no count");
    await expect.poll(lock.waiting).toBe(1);
    cluster.address.cut();
    const stops = hubs.map(async ({ process }) => {
      const startedAt = performance.now();
      process.kill("SIGTERM");
      const [code] = (await once(process, "exit")) as [number];
      expect(performance.now() - startedAt).toBeLessThan(30_000);
      return code;
    });
    expect(await Promise.all(stops)).toEqual([1, 0]);
    expect(await counting).toBe("no count");
  },
);

/** Starts a primary with two standbys, one of which confirms each commit, behind one address. */
async function startCluster() {
  const first = await startPostgres();
  resources.defer(() => first.stop());
  const address = await startMovableAddress(first.port!);
  const { pathname } = new URL(await first.createDatabase());
  const servers: TestPostgres[] = [first];
  // The standbys follow the address, too.
  const source = `postgres://127.0.0.1:${address.port}`;
  const flags = ["wal_retrieve_retry_interval=500ms"];
  for (const name of ["b", "c"]) {
    const standby = await startStandby(first, { name, source, flags });
    resources.defer(() => standby.stop());
    servers.push(standby);
  }
  // Ends before the servers: a primary that stops waits for a standby behind a cut network.
  resources.use(address);
  for (const { url } of servers) {
    await runSql(url, "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (a, b, c)'");
    await runSql(url, "SELECT pg_reload_conf()");
  }

  async function ask(server: TestPostgres, sql: string) {
    const client = new Client({ connectionString: new URL(pathname, server.url).href });
    await client.connect();
    try {
      return (await client.query<Record<string, string>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  return {
    address,
    database: `postgres://postgres@127.0.0.1:${address.port}${pathname}`,
    primary: () => servers[0]!,
    ask: (sql: string) => ask(servers[0]!, sql),
    /** Makes statements about scans wait. `waiting` returns how many do. */
    async lockScans() {
      const client = new Client({ connectionString: new URL(pathname, servers[0]!.url).href });
      await client.connect();
      await client.query("BEGIN; LOCK TABLE scans");
      const sql = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
      return {
        waiting: async () => (await client.query(sql)).rowCount,
        [Symbol.asyncDispose]: () => client.end(),
      };
    },
    /** Promotes the standby that has received most, and moves the address to it. */
    async promote() {
      servers.shift();
      const received = new Map<TestPostgres, bigint>();
      for (const server of servers) {
        const [row] = await ask(server, "SELECT pg_last_wal_receive_lsn() - '0/0' AS bytes");
        received.set(server, BigInt(row!.bytes!));
      }
      servers.sort((a, b) => (received.get(a)! < received.get(b)! ? 1 : -1));
      const [next] = servers;
      await ask(next!, "SELECT pg_promote()");
      if (servers.length === 1) {
        await runSql(next!.url, "ALTER SYSTEM RESET synchronous_standby_names");
        await runSql(next!.url, "SELECT pg_reload_conf()");
      }
      address.moveTo(next!.port!);
    },
  };
}

async function startHub(database: string): Promise<RunningHub> {
  const { data, remove } = await makeDataFolder();
  resources.defer(remove);
  const hub = await startHubProcess(data, "--tls", "off", "--database", database);
  resources.defer(() => hub.stop());
  return hub;
}

/**
 * Follows the live stream of a hub as a browser does: when it ends, it asks again for what came
 * after the last event. Returns the identifiers it has shown.
 */
function startView(hub: RunningHub, token: string): () => string[] {
  const abort = new AbortController();
  const seen: string[] = [];
  // From the first scan on, also those that arrive before the stream is open.
  let lastId = "0";
  async function follow(): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, "last-event-id": lastId };
    const url = `${hub.base}/api/scans/stream?inbox=load`;
    const stream = await fetch(url, { headers, signal: abort.signal });
    if (!stream.ok) return void (await stream.text());
    for await (const line of createInterface({ input: Readable.fromWeb(stream.body as never) })) {
      if (line.startsWith("id: ")) lastId = line.slice(4);
      else if (line.startsWith("data: {")) seen.push(JSON.parse(line.slice(6)).identifier);
    }
  }
  const following = (async () => {
    while (!abort.signal.aborted) {
      await follow().catch(() => {});
      await pause(200);
    }
  })();
  resources.defer(async () => {
    abort.abort();
    await following;
  });
  return () => seen;
}
