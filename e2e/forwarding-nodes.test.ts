// Two hubs on one PostgreSQL: one is killed, then PostgreSQL itself; every scan that was answered 204 arrives.
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  hasOwnPostgres,
  startPostgres,
  type TestPostgres,
  whyNoPostgres,
} from "../apps/hub/src/store/postgres/testing/postgres.ts";
import { startReceiver } from "../apps/hub/src/testing/receiver.ts";
import { addDestination, createLoad, expectAllDelivered, expectSum } from "./forwarding-load.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: two hubs on PostgreSQL.`);
else if (!hasOwnPostgres) console.log("Skipped, the server is not our own: killing PostgreSQL.");

let postgres: TestPostgres;
let rest: AsyncDisposableStack;
beforeAll(async () => {
  rest = new AsyncDisposableStack();
  if (whyNoPostgres) return;
  postgres = await startPostgres();
  rest.defer(() => postgres.stop());
});
afterAll(() => rest?.disposeAsync());

async function startNode(database: string): Promise<RunningHub> {
  const { data, remove } = await makeDataFolder();
  rest.defer(remove);
  const hub = await startHubProcess(data, "--tls", "off", "--database", database);
  rest.defer(() => hub.stop());
  return hub;
}

async function openPair() {
  const database = await postgres.createDatabase();
  const first = await startNode(database);
  const api = await logIn(first);
  const second = await startNode(database);
  await api("POST", "/api/inboxes", { name: "load", open: true });
  const receivers = {
    one: rest.use(await startReceiver()),
    two: rest.use(await startReceiver()),
  };
  await addDestination(api, { name: "one", url: receivers.one.url });
  await addDestination(api, { name: "two", url: receivers.two.url, ordered: true });
  return { first, second, api, receivers };
}

it.skipIf(whyNoPostgres)("what a killed node had under way, the other delivers", async () => {
  const { first, second, api, receivers } = await openPair();
  const stuck = Promise.withResolvers<number>();
  rest.defer(() => stuck.resolve(204));
  receivers.one.behave(() => stuck.promise);
  const load = createLoad();
  const running = [load.start(first), load.start(second)];
  await expect.poll(() => load.accepted.size).toBeGreaterThan(150);
  await expect.poll(() => receivers.one.most()).toBeGreaterThan(1);
  const ended = once(second.process, "exit");
  second.process.kill("SIGKILL");
  await ended;
  receivers.one.behave(() => 204);
  stuck.resolve(204);
  await Promise.all(running.map((one) => one.stop()));
  await expectAllDelivered(api, receivers, load);
});

it.skipIf(!hasOwnPostgres)(
  "PostgreSQL may be killed under load: both nodes come back to it, and nothing accepted is lost",
  async () => {
    const { first, second, api, receivers } = await openPair();
    const load = createLoad();
    const running = [load.start(first), load.start(second)];
    for (let round = 1; round <= 2; round++) {
      const then = load.accepted.size;
      await expect.poll(() => load.accepted.size).toBeGreaterThan(then + 60);
      load.statuses.clear();
      await postgres.kill();
      await expect.poll(() => load.statuses.has(503)).toBe(true);
      await postgres.start();
    }
    const then = load.accepted.size;
    await expect.poll(() => load.accepted.size).toBeGreaterThan(then + 60);
    await Promise.all(running.map((one) => one.stop()));
    await expectSum(api, ["one", "two"], load);
    await expectAllDelivered(api, receivers, load);
  },
);
