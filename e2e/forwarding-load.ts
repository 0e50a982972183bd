// What the stories of passing on have in common: destinations, a load of scans, and the sum that always holds.
import { Agent, request } from "node:http";
import { codeScan, printScan } from "@scanhook/webhook";
import { expect } from "vitest";
import type { logIn, RunningHub } from "./hub.ts";

export type Api = Awaited<ReturnType<typeof logIn>>;

export type Counts = {
  accepted: number;
  delivered: number;
  dead: number;
  pending: number;
  dropped: number;
};

/** A destination that gets every scan as it was received. */
export async function addDestination(
  api: Api,
  destination: { name: string; url: string; timeout?: number; [more: string]: unknown },
): Promise<void> {
  const { name, url, timeout, ...more } = destination;
  const settings = { url, ...(timeout && { timeout }) };
  await api("POST", "/api/destinations", {
    name,
    kind: "http",
    settings,
    allowPrivate: true,
    ...more,
  });
  const shape = { format: "scan" };
  await api("POST", "/api/routes", { name: `to-${name}`, destination: name, shape });
}

export async function countsOf(api: Api, name: string): Promise<Counts> {
  const { counts } = await api<{ counts: Counts }>("GET", `/api/destinations/${name}`);
  const { accepted, delivered, dead, pending, dropped } = counts;
  return { accepted, delivered, dead, pending, dropped };
}

/** Of each destination: every scan that is stored, in one state and no other. */
export async function expectSum(api: Api, names: readonly string[], load: Load): Promise<void> {
  const stored = await storedScans(api);
  expect(load.accepted.size, "answered 204 and stored").toBeLessThanOrEqual(stored);
  for (const name of names) {
    const { accepted, delivered, dead, pending, dropped } = await countsOf(api, name);
    expect([name, accepted]).toEqual([name, stored]);
    expect([name, delivered + dead + pending + dropped]).toEqual([name, accepted]);
  }
}

/** Waits until nothing is pending, and holds it against what was answered 204 and what the receivers saw. */
export async function expectAllDelivered(
  api: Api,
  receivers: Record<string, { identifiers(): string[] }>,
  load: Load,
): Promise<void> {
  const accepted = await storedScans(api);
  const all = { accepted, delivered: accepted, dead: 0, pending: 0, dropped: 0 };
  for (const [name, receiver] of Object.entries(receivers)) {
    // A destination that was down is left alone for up to a minute at a time.
    await expect.poll(() => countsOf(api, name), { timeout: 200_000 }).toEqual(all);
    // What the hub knows, a receiver in another process may still have to tell.
    const missing = () => {
      const seen = new Set(receiver.identifiers());
      return [...load.accepted].filter((identifier) => !seen.has(identifier));
    };
    await expect.poll(missing, { message: name }).toEqual([]);
  }
  await expectSum(api, Object.keys(receivers), load);
}

/** A person mends a destination: it is left alone no longer, and what waits is due at once. */
export async function mend(api: Api, name: string): Promise<void> {
  await api("PATCH", `/api/destinations/${name}`, { title: `Mended ${name}` });
  await api("POST", "/api/deliveries/replay", { destination: name, state: "pending" });
}

async function storedScans(api: Api): Promise<number> {
  const { inboxes } = await api<{ inboxes: { name: string; scans: number }[] }>(
    "GET",
    "/api/inboxes",
  );
  return inboxes.find(({ name }) => name === "load")?.scans ?? 0;
}

export type Load = {
  /** Identifiers of what was answered 204. */
  accepted: Set<string>;
  /** All answers there were. */
  statuses: Set<number>;
  /** Posts so many scans, one after the other on each connection. */
  post(hub: Pick<RunningHub, "base">, count: number): Promise<void>;
  /** Keeps posting until `stop`, or until the hub is gone. */
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
    const status = await postScan(`${base}/in/load`, printScan(scan), agent).catch(() => undefined);
    if (status === undefined) return false;
    statuses.add(status);
    if (status === 204) accepted.add(scan.identifier);
    return true;
  }

  async function onConnections(work: (agent: Agent) => Promise<void>): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    await Promise.all(Array.from({ length: 8 }, () => work(agent)));
    agent.destroy();
  }

  return {
    accepted,
    statuses,
    async post({ base }, count) {
      let left = count;
      await onConnections(async (agent) => {
        while (left-- > 0) await postOne(base, agent);
      });
    },
    start({ base }) {
      let stopped = false;
      const done = onConnections(async (agent) => {
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
  const sending = request(url, { method: "POST", headers, agent }, (answer) => {
    answer.resume();
    resolve(answer.statusCode!);
  });
  sending.on("error", reject);
  sending.end(body);
  return promise;
}
