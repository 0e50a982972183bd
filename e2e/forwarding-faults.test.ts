// When the hub, a destination, the disk, the database or a name fails, every scan that got a 204
// still arrives, and accepted = delivered + dead + pending + dropped.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rename, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, it, vi } from "vitest";
import { startReceiver } from "../apps/hub/src/testing/receiver.ts";
import { freePort } from "../scripts/testing/free-port.ts";
import { mountSmallDisk, whyNoSmallDisk } from "../scripts/testing/small-disk.ts";
import {
  type Api,
  addDestination,
  countsOf,
  createLoad,
  expectAllDelivered,
  expectSumOfStates,
  resumeDestination,
} from "./forwarding-load.ts";
import { logIn, makeDataFolder, startHubProcess } from "./hub.ts";

let cleanup = new AsyncDisposableStack();
afterEach(async () => {
  await cleanup.disposeAsync();
  cleanup = new AsyncDisposableStack();
  vi.unstubAllEnvs();
});

async function openHub(...args: string[]) {
  const { data, remove } = await makeDataFolder();
  cleanup.defer(remove);
  return { data, ...(await startHub(data, ...args)) };
}

async function startHub(data: string, ...args: string[]) {
  const hub = await startHubProcess(data, "--tls", "off", ...args);
  cleanup.defer(() => hub.stop());
  const api = await logIn(hub);
  if (hub.loginLink) await api("POST", "/api/inboxes", { name: "load", open: true });
  return { hub, api };
}

async function openReceiver(...args: Parameters<typeof startReceiver>) {
  return cleanup.use(await startReceiver(...args));
}

/**
 * Returns the distinct error messages of the last attempts of all pending deliveries, one a line.
 */
const listPendingErrors = async (api: Api, destination: string) => {
  type DeliveryPage = { deliveries: { lastAttempt?: { error?: string } }[]; next?: number };
  const errors = new Set<string>();
  let next: number | undefined;
  do {
    const path = `/api/deliveries?destination=${destination}&state=pending&limit=500`;
    const page = await api<DeliveryPage>(
      "GET",
      next === undefined ? path : `${path}&before=${next}`,
    );
    for (const { lastAttempt } of page.deliveries) {
      if (lastAttempt?.error) errors.add(lastAttempt.error);
    }
    next = page.next;
  } while (next !== undefined);
  return [...errors].join("\n");
};

it("a hub that is killed repeatedly under load delivers every accepted scan to three destinations", async () => {
  let { data, hub, api } = await openHub();
  const [one, two, three] = [await openReceiver(), await openReceiver(), await openReceiver()];
  await addDestination(api, { name: "one", url: one.url });
  await addDestination(api, { name: "two", url: two.url, concurrency: 1 });
  await addDestination(api, { name: "three", url: three.url, ordered: true });
  const load = createLoad();
  for (let round = 1; round <= 3; round++) {
    const acceptedBefore = load.accepted.size;
    const sender = load.start(hub);
    await expect.poll(() => load.accepted.size).toBeGreaterThan(acceptedBefore + 80);
    const ended = once(hub.process, "exit");
    hub.process.kill("SIGKILL");
    await Promise.all([ended, sender.stop()]);
    ({ hub, api } = await startHub(data));
    await expectSumOfStates(api, ["one", "two", "three"], load);
  }
  await expectAllDelivered(api, { one, two, three }, load);
});

it("a destination that was killed gets every scan once it is back, and delays no other destination", async () => {
  const { hub, api } = await openHub();
  const receiver = await startKillableReceiver();
  const other = await openReceiver();
  await addDestination(api, { name: "killed", url: receiver.url });
  await addDestination(api, { name: "other", url: other.url });
  const load = createLoad();
  const sender = load.start(hub);
  await expect.poll(() => receiver.identifiers().length).toBeGreaterThan(20);
  await receiver.kill();
  const acceptedBefore = load.accepted.size;
  await expect.poll(() => load.accepted.size).toBeGreaterThan(acceptedBefore + 50);
  await sender.stop();
  await expectAllDelivered(api, { other }, load);
  await expect
    .poll(() => listPendingErrors(api, "killed"))
    .toMatch(/refused the connection|broke the connection off/);
  await expectSumOfStates(api, ["killed", "other"], load);
  await receiver.start();
  await resumeDestination(api, "killed");
  await expectAllDelivered(api, { killed: receiver, other }, load);
});

if (whyNoSmallDisk) console.log(`Skipped, ${whyNoSmallDisk}: forwarding on a full disk.`);

it.skipIf(whyNoSmallDisk)(
  "a full disk loses no accepted scan, and forwarding continues once there is room",
  async () => {
    const { data, remove } = await makeDataFolder();
    cleanup.defer(remove);
    const disk = mountSmallDisk(data, "3m");
    cleanup.defer(() => disk[Symbol.dispose]());
    const { hub, api } = await startHub(data);
    const receiver = await openReceiver();
    await addDestination(api, { name: "desk", url: receiver.url });
    const load = createLoad();
    const sender = load.start(hub);
    await expect.poll(() => load.statuses.has(503)).toBe(true);
    await sender.stop();
    expect([...load.statuses].sort()).toEqual([204, 503]);
    disk.grow("60m");
    const acceptedBefore = load.accepted.size;
    await load.post(hub, 20);
    expect(load.accepted.size).toBe(acceptedBefore + 20);
    await expectAllDelivered(api, { desk: receiver }, load);
  },
);

it("a database that another process locks delays deliveries and loses none", async () => {
  const { hub, api, data } = await openHub();
  const receiver = await openReceiver();
  await addDestination(api, { name: "desk", url: receiver.url });
  const load = createLoad();
  const sender = load.start(hub);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(20);
  const other = new DatabaseSync(join(data, "scanhook.db"));
  cleanup.defer(() => other.close());
  other.exec("PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE");
  await expect.poll(() => load.statuses.has(503)).toBe(true);
  other.exec("ROLLBACK");
  const acceptedBefore = load.accepted.size;
  await expect.poll(() => load.accepted.size).toBeGreaterThan(acceptedBefore + 20);
  await sender.stop();
  expect([...load.statuses].sort()).toEqual([204, 503]);
  await expectAllDelivered(api, { desk: receiver }, load);
});

it("a destination that responds with a byte a second times out, and delays no other destination", async () => {
  const { hub, api } = await openHub();
  let isSlow = true;
  const slow = await openReceiver((_, answer) => {
    if (!isSlow) return 204;
    answer.writeHead(200, { "content-type": "text/plain" });
    const drip = setInterval(() => answer.write("."), 1000);
    answer.once("close", () => clearInterval(drip));
  });
  const quick = await openReceiver();
  await addDestination(api, { name: "slow", url: slow.url, timeout: 2, concurrency: 2 });
  await addDestination(api, { name: "quick", url: quick.url });
  const load = createLoad();
  await load.post(hub, 60);
  await expectAllDelivered(api, { quick }, load);
  await expect.poll(() => listPendingErrors(api, "slow")).toMatch(/2 seconds/);
  expect((await countsOf(api, "slow")).delivered).toBe(0);
  await expectSumOfStates(api, ["slow", "quick"], load);
  isSlow = false;
  await resumeDestination(api, "slow");
  await expectAllDelivered(api, { slow, quick }, load);
});

const isLinux = process.platform === "linux";
if (!isLinux)
  console.log("Skipped: a name that moves, because only Linux has several loopback addresses.");

it.skipIf(!isLinux)(
  "the hub does not connect to a name that has moved to a forbidden address",
  async () => {
    const { data, remove } = await makeDataFolder();
    cleanup.defer(remove);
    const file = join(data, "dns");
    // A rename is atomic, so the hub never reads half of an address.
    const pointNameTo = async (address: string) => {
      await writeFile(`${file}.next`, address);
      await rename(`${file}.next`, file);
    };
    await pointNameTo("127.0.0.2");
    vi.stubEnv("CHANGING_DNS", file);
    vi.stubEnv("NODE_OPTIONS", `--import ${join(import.meta.dirname, "changing-dns.mjs")}`);
    const { hub, api } = await startHub(data, "--egress-allow", "127.0.0.2/32");
    const inside = await openReceiver();
    const outside = await startBeside(inside.port);
    const url = `http://moving.test:${inside.port}/hook`;
    await addDestination(api, { name: "moving", url, allowPrivate: false });
    const load = createLoad();
    await load.post(hub, 5);
    await expectAllDelivered(api, { moving: outside }, load);
    await pointNameTo("127.0.0.1");
    await load.post(hub, 5);
    await expect.poll(() => listPendingErrors(api, "moving")).toMatch(/127\.0\.0\.1.+egress-allow/);
    expect(inside.received).toHaveLength(0);
    await expectSumOfStates(api, ["moving"], load);
    await pointNameTo("127.0.0.2");
    await resumeDestination(api, "moving");
    await expectAllDelivered(api, { moving: outside }, load);
    expect(inside.received).toHaveLength(0);
  },
);

it("a 410 holds the destination, a 429 delays deliveries for the time in its Retry-After, a 500 is retried, and every scan arrives in the end", async () => {
  const { hub, api } = await openHub();
  let isGone = true;
  const gone = await openReceiver(() => (isGone ? 410 : 204));
  let busyRequests = 0;
  const requestTimes: number[] = [];
  const busy = await openReceiver((_, answer) => {
    requestTimes.push(performance.now());
    if (++busyRequests > 1) return 204;
    answer.writeHead(429, { "retry-after": "3" }).end();
  });
  let faultyRequests = 0;
  const faulty = await openReceiver(() => (++faultyRequests <= 4 ? 500 : 204));
  await addDestination(api, { name: "gone", url: gone.url });
  await addDestination(api, { name: "busy", url: busy.url, concurrency: 1 });
  await addDestination(api, { name: "faulty", url: faulty.url });
  const load = createLoad();
  await load.post(hub, 40);
  await expectAllDelivered(api, { busy, faulty }, load);
  // The header asks for 3,000 ms; 100 ms allow for the rounding of two clocks.
  expect(requestTimes[1]! - requestTimes[0]!).toBeGreaterThan(2900);
  await expect
    .poll(() => api("GET", "/api/destinations/gone"))
    .toMatchObject({ state: "held", notice: expect.stringMatching(/410 Gone/) });
  expect(await countsOf(api, "gone")).toMatchObject({ pending: 40, delivered: 0 });
  await expectSumOfStates(api, ["gone", "busy", "faulty"], load);
  isGone = false;
  await api("PATCH", "/api/destinations/gone", { state: "on" });
  await expectAllDelivered(api, { gone, busy, faulty }, load);
});

/**
 * Listens on the same port of another loopback address. It closes every connection, so that each
 * request looks up the name.
 */
async function startBeside(port: number) {
  const identifiers: string[] = [];
  const server = createServer(async (request, answer) => {
    const { identifier } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    identifiers.push(identifier);
    answer.writeHead(204, { connection: "close" }).end();
  });
  server.listen(port, "127.0.0.2");
  await once(server, "listening");
  cleanup.defer(() => void server.close());
  return { identifiers: () => identifiers, port: (server.address() as AddressInfo).port };
}

/** A receiver in its own process, which can be killed and restarted on the same port. */
async function startKillableReceiver() {
  const identifiers: string[] = [];
  const port = await freePort();
  let child: ReturnType<typeof spawn> | undefined;

  async function start() {
    const file = join(import.meta.dirname, "killable-receiver.ts");
    child = spawn(process.execPath, [file, String(port)], { stdio: ["ignore", "pipe", "inherit"] });
    const ready = Promise.withResolvers<void>();
    createInterface({ input: child.stdout! }).on("line", (line) => {
      if (line === "ready") ready.resolve();
      else identifiers.push(line);
    });
    await ready.promise;
  }

  async function kill() {
    if (!child || child.signalCode) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  await start();
  cleanup.defer(kill);
  return { url: `http://127.0.0.1:${port}/`, identifiers: () => identifiers, start, kill };
}
