// A scan that got a 2xx is stored, even when the hub is killed in the middle of its work or runs
// out of disk.
import { once } from "node:events";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { codeScan, type Scan, serializeScan } from "@scanhook/webhook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mountSmallDisk, whyNoSmallDisk } from "../scripts/testing/small-disk.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";

const rounds = 4;
const connections = 100;

let data: string;
let remove: () => Promise<void>;
let hub: RunningHub | undefined;

beforeAll(async () => {
  ({ data, remove } = await makeDataFolder(tmpdir()));
});
afterAll(async () => {
  await hub?.stop();
  await remove();
});

it("every scan that got a 2xx is stored exactly once after kill -9 under load", async () => {
  const accepted = new Set<string>();
  const sent = new Set<string>();
  hub = await startHubProcess(data, "--tls", "off");
  let api = await logIn(hub);
  await api("POST", "/api/inboxes", { name: "load", open: true });
  for (let round = 1; round <= rounds; round++) {
    const load = startLoad(`${hub.base}/in/load`, sent, accepted);
    await load.untilAccepted(accepted.size + 150 * round);
    const ended = once(hub.process, "exit");
    hub.process.kill("SIGKILL");
    // A connection that got its response at the last moment sends once more before it is cut off.
    await ended;
    await load.stop();
    expect(sent.size, "scans in progress when the hub was killed").toBeGreaterThan(accepted.size);
    hub = await startHubProcess(data, "--tls", "off");
    api = await logIn({ ...hub, loginLink: undefined });
    const stored = await listIdentifiers(api);
    expect(new Set(stored).size, "stored twice").toBe(stored.length);
    expect(
      [...accepted].filter((one) => !stored.includes(one)),
      "lost",
    ).toStrictEqual([]);
    expect(
      stored.filter((one) => !sent.has(one)),
      "never sent",
    ).toStrictEqual([]);
  }
  // A scan without a response may or may not be stored. After it is sent again, it is stored
  // exactly once.
  const resent = [...sent].slice(-connections);
  const scans = resent.map((identifier) => ({ ...codeScan({ content: "again" }), identifier }));
  for (const scan of scans) {
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await post(`${hub.base}/in/load`, scan)).toBe(204);
  }
  const found = await api<{ scans: Scan[] }>("GET", `/api/scans?inbox=load&text=again&limit=200`);
  expect(found.scans).toHaveLength(scans.length);
  await hub.stop();
});

if (whyNoSmallDisk) console.log(`Skipped, ${whyNoSmallDisk}: a hub whose disk is full.`);

it.skipIf(whyNoSmallDisk)(
  "a hub with a full disk returns 503, and accepts scans again once there is room",
  async () => {
    const folder = await makeDataFolder(tmpdir());
    const disk = mountSmallDisk(folder.data, "3m");
    let small: RunningHub | undefined;
    try {
      small = await startHubProcess(folder.data, "--tls", "off");
      const api = await logIn(small);
      await api("POST", "/api/inboxes", { name: "load", open: true });
      const url = `${small.base}/in/load`;
      const kept: string[] = [];
      const statuses = new Set<number>();
      for (let attempt = 0; attempt < 1000 && !statuses.has(503); attempt++) {
        const scan = codeScan({ content: "x".repeat(20_000) });
        const status = await post(url, scan);
        statuses.add(status);
        if (status === 204) kept.push(scan.identifier);
      }
      expect([...statuses].sort()).toStrictEqual([204, 503]);
      disk.grow("30m");
      const scanAfterwards = codeScan({ content: "after" });
      expect(await post(url, scanAfterwards)).toBe(204);
      const stored = await listIdentifiers(api);
      expect(stored.sort()).toStrictEqual([...kept, scanAfterwards.identifier].sort());
    } finally {
      await small?.stop();
      disk[Symbol.dispose]();
      await folder.remove();
    }
  },
);

/** Posts new scans over many connections, one at a time on each, until it is stopped or cut off. */
function startLoad(url: string, sent: Set<string>, accepted: Set<string>) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let stopped = false;
  async function postContinuously() {
    while (!stopped) {
      const scan = codeScan({ content: `scan ${sent.size}` });
      sent.add(scan.identifier);
      const status = await post(url, scan, agent).catch(() => undefined);
      if (status === undefined) return;
      if (status < 300) accepted.add(scan.identifier);
    }
  }
  const senders = Promise.all(Array.from({ length: connections }, postContinuously));
  return {
    async untilAccepted(count: number) {
      while (accepted.size < count) await sleep(5);
    },
    async stop() {
      stopped = true;
      await senders;
      agent.destroy();
    },
  };
}

function post(url: string, scan: Scan, agent?: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { "content-type": "application/json" };
  const outgoing = request(
    url,
    { method: "POST", headers, ...(agent && { agent }) },
    (response) => {
      response.resume();
      resolve(response.statusCode!);
    },
  );
  outgoing.on("error", reject);
  outgoing.end(serializeScan(scan));
  return promise;
}

async function listIdentifiers(api: Awaited<ReturnType<typeof logIn>>): Promise<string[]> {
  const found: string[] = [];
  let before = "";
  for (;;) {
    type ScanPage = { scans: Scan[]; next?: number };
    const page = await api<ScanPage>("GET", `/api/scans?inbox=load&limit=200${before}`);
    found.push(...page.scans.map(({ identifier }) => identifier));
    if (page.next === undefined) return found;
    before = `&before=${page.next}`;
  }
}
