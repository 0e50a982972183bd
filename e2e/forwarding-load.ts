// Shared by the stories of forwarding: destinations, a load of scans, and the sum that always
// holds.
import { Agent, request } from "node:http";
import { codeScan, serializeScan } from "@scanhook/webhook";
import { expect } from "vitest";
import type { logIn, RunningHub } from "./hub.ts";

export type Api = Awaited<ReturnType<typeof logIn>>;

type Counts = {
  accepted: number;
  delivered: number;
  dead: number;
  pending: number;
  dropped: number;
};

/** Adds a destination that gets every scan unchanged. */
export async function addDestination(
  api: Api,
  destination: { name: string; url: string; timeout?: number; [setting: string]: unknown },
): Promise<void> {
  const { name, url, timeout, ...otherSettings } = destination;
  const settings = { url, ...(timeout && { timeout }) };
  await api("POST", "/api/destinations", {
    name,
    kind: "http",
    settings,
    allowPrivate: true,
    ...otherSettings,
  });
  const shape = { format: "scan" };
  await api("POST", "/api/routes", { name: `to-${name}`, destination: name, shape });
}

/** Returns the number of deliveries of a destination by state. `accepted` is the sum. */
export async function countsOf(api: Api, name: string): Promise<Counts> {
  const { counts } = await api<{ counts: Counts }>("GET", `/api/destinations/${name}`);
  const { accepted, delivered, dead, pending, dropped } = counts;
  return { accepted, delivered, dead, pending, dropped };
}

/** Expects every stored scan to have exactly one delivery state at each destination. */
export async function expectSumOfStates(
  api: Api,
  names: readonly string[],
  load: Load,
): Promise<void> {
  const stored = await countStoredScans(api);
  expect(load.accepted.size, "accepted with 204 and stored").toBeLessThanOrEqual(stored);
  for (const name of names) {
    const { accepted, delivered, dead, pending, dropped } = await countsOf(api, name);
    expect([name, accepted]).toEqual([name, stored]);
    expect([name, delivered + dead + pending + dropped]).toEqual([name, accepted]);
  }
}

/**
 * Waits until nothing is pending, and compares the deliveries with the scans that got a 204 and
 * those that receivers saw.
 */
export async function expectAllDelivered(
  api: Api,
  receivers: Record<string, { identifiers(): string[] }>,
  load: Load,
): Promise<void> {
  const accepted = await countStoredScans(api);
  const expected = { accepted, delivered: accepted, dead: 0, pending: 0, dropped: 0 };
  for (const [name, receiver] of Object.entries(receivers)) {
    // The hub waits for up to a minute before it probes a destination that was down.
    await expect.poll(() => countsOf(api, name), { timeout: 200_000 }).toEqual(expected);
    // A receiver in another process may report a scan later than the hub.
    const listMissing = () => {
      const receivedIdentifiers = new Set(receiver.identifiers());
      return [...load.accepted].filter((identifier) => !receivedIdentifiers.has(identifier));
    };
    await expect.poll(listMissing, { message: name }).toEqual([]);
  }
  await expectSumOfStates(api, Object.keys(receivers), load);
}

/**
 * Switches a destination on again as its owner would, which makes its waiting deliveries due
 * immediately.
 */
export async function resumeDestination(api: Api, name: string): Promise<void> {
  await api("PATCH", `/api/destinations/${name}`, { title: `Repaired ${name}` });
  await api("POST", "/api/deliveries/replay", { destination: name, state: "pending" });
}

async function countStoredScans(api: Api): Promise<number> {
  const { inboxes } = await api<{ inboxes: { name: string; scans: number }[] }>(
    "GET",
    "/api/inboxes",
  );
  return inboxes.find(({ name }) => name === "load")?.scans ?? 0;
}

type Load = {
  /** Identifiers of the scans that got a 204. */
  accepted: Set<string>;
  /** The statuses of all responses. */
  statuses: Set<number>;
  /** Posts `count` scans, one at a time on each connection. */
  post(hub: Pick<RunningHub, "base">, count: number): Promise<void>;
  /** Posts scans until `stop` is called or the hub is gone. */
  start(hub: Pick<RunningHub, "base">): { stop(): Promise<void> };
};

/** Posts scans to the inbox `load`, over eight connections. */
export function createLoad(): Load {
  const accepted = new Set<string>();
  const statuses = new Set<number>();
  let number = 0;

  async function postOne(base: string, agent: Agent): Promise<boolean> {
    number += 1;
    const scan = codeScan({ content: `scan ${number} ${"x".repeat(2000)}` });
    const status = await postScan(`${base}/in/load`, serializeScan(scan), agent).catch(
      () => undefined,
    );
    if (status === undefined) return false;
    statuses.add(status);
    if (status === 204) accepted.add(scan.identifier);
    return true;
  }

  async function runOnConnections(work: (agent: Agent) => Promise<void>): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    await Promise.all(Array.from({ length: 8 }, () => work(agent)));
    agent.destroy();
  }

  return {
    accepted,
    statuses,
    async post({ base }, count) {
      let left = count;
      await runOnConnections(async (agent) => {
        while (left-- > 0) await postOne(base, agent);
      });
    },
    start({ base }) {
      let stopped = false;
      const done = runOnConnections(async (agent) => {
        while (!stopped && (await postOne(base, agent)));
      });
      return {
        async stop() {
          stopped = true;
          await done;
        },
      };
    },
  };
}

function postScan(url: string, body: string, agent: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { "content-type": "application/json" };
  const outgoing = request(url, { method: "POST", headers, agent }, (response) => {
    response.resume();
    resolve(response.statusCode!);
  });
  outgoing.on("error", reject);
  outgoing.end(body);
  return promise;
}
