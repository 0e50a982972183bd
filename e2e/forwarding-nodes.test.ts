// Two hubs share one PostgreSQL; one hub is killed, and then PostgreSQL itself. Every scan that got
// a 204 arrives.
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  hasOwnPostgres,
  startPostgres,
  type TestPostgres,
  whyNoPostgres,
} from "../apps/hub/src/store/postgres/testing/postgres.ts";
import { startReceiver } from "../apps/hub/src/testing/receiver.ts";
import {
  addDestination,
  createLoad,
  expectAllDelivered,
  expectSumOfStates,
  resumeDestination,
} from "./forwarding-load.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";

if (whyNoPostgres) console.log(`Skipped, ${whyNoPostgres}: two hubs on PostgreSQL.`);
else if (!hasOwnPostgres)
  console.log("Skipped: killing PostgreSQL, because the server is not our own.");

let postgres: TestPostgres;
let cleanup: AsyncDisposableStack;
beforeAll(async () => {
  cleanup = new AsyncDisposableStack();
  if (whyNoPostgres) return;
  postgres = await startPostgres();
  cleanup.defer(() => postgres.stop());
});
afterAll(() => cleanup?.disposeAsync());

async function startNode(database: string): Promise<RunningHub> {
  const { data, remove } = await makeDataFolder();
  cleanup.defer(remove);
  const hub = await startHubProcess(data, "--tls", "off", "--database", database);
  cleanup.defer(() => hub.stop());
  return hub;
}

async function startTwoNodes() {
  const database = await postgres.createDatabase();
  const first = await startNode(database);
  const api = await logIn(first);
  const second = await startNode(database);
  await api("POST", "/api/inboxes", { name: "load", open: true });
  const receivers = {
    one: cleanup.use(await startReceiver()),
    two: cleanup.use(await startReceiver()),
  };
  await addDestination(api, { name: "one", url: receivers.one.url });
  await addDestination(api, { name: "two", url: receivers.two.url, ordered: true });
  return { first, second, api, receivers };
}

it.skipIf(whyNoPostgres)(
  "a node delivers the scans that another node had claimed before it was killed",
  async () => {
    const { first, second, api, receivers } = await startTwoNodes();
    const pendingResponse = Promise.withResolvers<number>();
    cleanup.defer(() => pendingResponse.resolve(204));
    receivers.one.behave(() => pendingResponse.promise);
    const load = createLoad();
    const senders = [load.start(first), load.start(second)];
    await expect.poll(() => load.accepted.size).toBeGreaterThan(150);
    await expect.poll(() => receivers.one.maxConcurrentRequests()).toBeGreaterThan(1);
    const ended = once(second.process, "exit");
    second.process.kill("SIGKILL");
    await ended;
    receivers.one.behave(() => 204);
    pendingResponse.resolve(204);
    await Promise.all(senders.map((sender) => sender.stop()));
    await expectAllDelivered(api, receivers, load);
  },
);

it.skipIf(!hasOwnPostgres)(
  "both nodes recover when PostgreSQL is killed under load, and no accepted scan is lost",
  async () => {
    const { first, second, api, receivers } = await startTwoNodes();
    const load = createLoad();
    const senders = [load.start(first), load.start(second)];
    for (let round = 1; round <= 2; round++) {
      const acceptedBefore = load.accepted.size;
      await expect.poll(() => load.accepted.size).toBeGreaterThan(acceptedBefore + 60);
      load.statuses.clear();
      await postgres.kill();
      await expect.poll(() => load.statuses.has(503)).toBe(true);
      await postgres.start();
    }
    const acceptedBefore = load.accepted.size;
    await expect.poll(() => load.accepted.size).toBeGreaterThan(acceptedBefore + 60);
    await Promise.all(senders.map((sender) => sender.stop()));
    await expectSumOfStates(api, ["one", "two"], load);
    // A delivery that failed several times would wait for minutes.
    for (const name of Object.keys(receivers)) await resumeDestination(api, name);
    await expectAllDelivered(api, receivers, load);
  },
);
