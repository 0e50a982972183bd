// Whatever breaks (the hub, a destination, the disk, the database, a name): every scan that was answered 204 arrives,
// and accepted = delivered + dead + pending + dropped.
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
  expectSum,
  mend,
} from "./forwarding-load.ts";
import { logIn, makeDataFolder, startHubProcess } from "./hub.ts";

let rest = new AsyncDisposableStack();
afterEach(async () => {
  await rest.disposeAsync();
  rest = new AsyncDisposableStack();
  vi.unstubAllEnvs();
});

async function openHub(...args: string[]) {
  const { data, remove } = await makeDataFolder();
  rest.defer(remove);
  return { data, ...(await startHub(data, ...args)) };
}

async function startHub(data: string, ...args: string[]) {
  const hub = await startHubProcess(data, "--tls", "off", ...args);
  rest.defer(() => hub.stop());
  const api = await logIn(hub);
  if (hub.loginLink) await api("POST", "/api/inboxes", { name: "load", open: true });
  return { hub, api };
}

async function openReceiver(...args: Parameters<typeof startReceiver>) {
  return rest.use(await startReceiver(...args));
}

/** What the last attempts of all that is pending say, each sentence once. */
const lastErrors = async (api: Api, destination: string) => {
  type Answer = { deliveries: { lastAttempt?: { error?: string } }[]; next?: number };
  const errors = new Set<string>();
  let next: number | undefined;
  do {
    const path = `/api/deliveries?destination=${destination}&state=pending&limit=500`;
    const page = await api<Answer>("GET", next === undefined ? path : `${path}&before=${next}`);
    for (const { lastAttempt } of page.deliveries) {
      if (lastAttempt?.error) errors.add(lastAttempt.error);
    }
    next = page.next;
  } while (next !== undefined);
  return [...errors].join("\n");
};

it("a hub that is killed under load, again and again, delivers everything it accepted to three destinations", async () => {
  let { data, hub, api } = await openHub();
  const [one, two, three] = [await openReceiver(), await openReceiver(), await openReceiver()];
  await addDestination(api, { name: "one", url: one.url });
  await addDestination(api, { name: "two", url: two.url, concurrency: 1 });
  await addDestination(api, { name: "three", url: three.url, ordered: true });
  const load = createLoad();
  for (let round = 1; round <= 3; round++) {
    const then = load.accepted.size;
    const running = load.start(hub);
    await expect.poll(() => load.accepted.size).toBeGreaterThan(then + 80);
    const ended = once(hub.process, "exit");
    hub.process.kill("SIGKILL");
    await Promise.all([ended, running.stop()]);
    ({ hub, api } = await startHub(data));
    await expectSum(api, ["one", "two", "three"], load);
  }
  await expectAllDelivered(api, { one, two, three }, load);
});

it("a destination that is killed gets everything once it is back, and delays no other", async () => {
  const { hub, api } = await openHub();
  const receiver = await startKillable();
  const other = await openReceiver();
  await addDestination(api, { name: "killed", url: receiver.url });
  await addDestination(api, { name: "other", url: other.url });
  const load = createLoad();
  const running = load.start(hub);
  await expect.poll(() => receiver.identifiers().length).toBeGreaterThan(20);
  await receiver.kill();
  const then = load.accepted.size;
  await expect.poll(() => load.accepted.size).toBeGreaterThan(then + 50);
  await running.stop();
  await expectAllDelivered(api, { other }, load);
  await expect
    .poll(() => lastErrors(api, "killed"))
    .toMatch(/refused the connection|broke the connection off/);
  await expectSum(api, ["killed", "other"], load);
  await receiver.start();
  await mend(api, "killed");
  await expectAllDelivered(api, { killed: receiver, other }, load);
});

if (whyNoSmallDisk) console.log(`Skipped, ${whyNoSmallDisk}: forwarding on a full disk.`);

it.skipIf(whyNoSmallDisk)(
  "on a full disk nothing accepted is lost, and it goes on once there is room",
  async () => {
    const { data, remove } = await makeDataFolder();
    rest.defer(remove);
    const disk = mountSmallDisk(data, "3m");
    rest.defer(() => disk[Symbol.dispose]());
    const { hub, api } = await startHub(data);
    const receiver = await openReceiver();
    await addDestination(api, { name: "desk", url: receiver.url });
    const load = createLoad();
    const running = load.start(hub);
    await expect.poll(() => load.statuses.has(503)).toBe(true);
    await running.stop();
    expect([...load.statuses].sort()).toEqual([204, 503]);
    disk.grow("60m");
    const before = load.accepted.size;
    await load.post(hub, 20);
    expect(load.accepted.size).toBe(before + 20);
    await expectAllDelivered(api, { desk: receiver }, load);
  },
);

it("a database that another process keeps locked holds deliveries up, and loses none", async () => {
  const { hub, api, data } = await openHub();
  const receiver = await openReceiver();
  await addDestination(api, { name: "desk", url: receiver.url });
  const load = createLoad();
  const running = load.start(hub);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(20);
  const other = new DatabaseSync(join(data, "scanhook.db"));
  rest.defer(() => other.close());
  other.exec("PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE");
  await expect.poll(() => load.statuses.has(503)).toBe(true);
  other.exec("ROLLBACK");
  const then = load.accepted.size;
  await expect.poll(() => load.accepted.size).toBeGreaterThan(then + 20);
  await running.stop();
  expect([...load.statuses].sort()).toEqual([204, 503]);
  await expectAllDelivered(api, { desk: receiver }, load);
});

it("a destination that answers a byte a second is given up on in its time, and delays no other", async () => {
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
  await expect.poll(() => lastErrors(api, "slow")).toMatch(/2 seconds/);
  expect((await countsOf(api, "slow")).delivered).toBe(0);
  await expectSum(api, ["slow", "quick"], load);
  isSlow = false;
  await mend(api, "slow");
  await expectAllDelivered(api, { slow, quick }, load);
});

const isLinux = process.platform === "linux";
if (!isLinux)
  console.log("Skipped: only Linux has more loopback addresses than one to move between.");

it.skipIf(!isLinux)(
  "a name that moves to an address that is not allowed is not dialled there",
  async () => {
    const { data, remove } = await makeDataFolder();
    rest.defer(remove);
    const file = join(data, "dns");
    // The hub, which may be reading it, sees one address or the other, never half of one.
    const point = async (address: string) => {
      await writeFile(`${file}.next`, address);
      await rename(`${file}.next`, file);
    };
    await point("127.0.0.2");
    vi.stubEnv("CHANGING_DNS", file);
    vi.stubEnv("NODE_OPTIONS", `--import ${join(import.meta.dirname, "changing-dns.mjs")}`);
    const { hub, api } = await startHub(data, "--egress-allow", "127.0.0.2/32");
    const inside = await openReceiver();
    const outside = await listenBeside(inside.port);
    const url = `http://moving.test:${inside.port}/hook`;
    await addDestination(api, { name: "moving", url, allowPrivate: false });
    const load = createLoad();
    await load.post(hub, 5);
    await expectAllDelivered(api, { moving: outside }, load);
    await point("127.0.0.1");
    await load.post(hub, 5);
    await expect.poll(() => lastErrors(api, "moving")).toMatch(/127\.0\.0\.1.+egress-allow/);
    expect(inside.received).toHaveLength(0);
    await expectSum(api, ["moving"], load);
    await point("127.0.0.2");
    await mend(api, "moving");
    await expectAllDelivered(api, { moving: outside }, load);
    expect(inside.received).toHaveLength(0);
  },
);

it("410 holds, 429 waits as long as it says, 500 is tried again; in the end everything is there", async () => {
  const { hub, api } = await openHub();
  let isGone = true;
  const gone = await openReceiver(() => (isGone ? 410 : 204));
  let refusals = 0;
  const asked: number[] = [];
  const busy = await openReceiver((_, answer) => {
    asked.push(performance.now());
    if (++refusals > 1) return 204;
    answer.writeHead(429, { "retry-after": "3" }).end();
  });
  let faults = 0;
  const faulty = await openReceiver(() => (++faults <= 4 ? 500 : 204));
  await addDestination(api, { name: "gone", url: gone.url });
  await addDestination(api, { name: "busy", url: busy.url, concurrency: 1 });
  await addDestination(api, { name: "faulty", url: faulty.url });
  const load = createLoad();
  await load.post(hub, 40);
  await expectAllDelivered(api, { busy, faulty }, load);
  // Not less than it said, whatever the clocks of two processes round to.
  expect(asked[1]! - asked[0]!).toBeGreaterThan(2900);
  await expect
    .poll(() => api("GET", "/api/destinations/gone"))
    .toMatchObject({ state: "held", notice: expect.stringMatching(/410 Gone/) });
  expect(await countsOf(api, "gone")).toMatchObject({ pending: 40, delivered: 0 });
  await expectSum(api, ["gone", "busy", "faulty"], load);
  isGone = false;
  await api("PATCH", "/api/destinations/gone", { state: "on" });
  await expectAllDelivered(api, { gone, busy, faulty }, load);
});

/** On the same port of another loopback address; each connection is used once, so that every request looks the name up. */
async function listenBeside(port: number) {
  const identifiers: string[] = [];
  const server = createServer(async (request, answer) => {
    const { identifier } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    identifiers.push(identifier);
    answer.writeHead(204, { connection: "close" }).end();
  });
  server.listen(port, "127.0.0.2");
  await once(server, "listening");
  rest.defer(() => void server.close());
  return { identifiers: () => identifiers, port: (server.address() as AddressInfo).port };
}

/** A receiver that is a process: it can be killed, and started again on the same port. */
async function startKillable() {
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
  rest.defer(kill);
  return { url: `http://127.0.0.1:${port}/`, identifiers: () => identifiers, start, kill };
}
