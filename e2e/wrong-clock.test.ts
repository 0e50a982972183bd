import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { connect } from "node:tls";
import { test } from "vitest";
import { freePort } from "../scripts/testing/free-port.ts";
import { logIn, makeDataFolder, type RunningHub, startHubWith } from "./hub.ts";

// A hub on a machine whose clock is years behind or ahead, and is set while the hub runs or is
// stopped.

const library = ["x86_64", "aarch64"]
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));
if (!library) console.log("Skipped: a wrong clock needs Debian's package faketime.");

const yearMs = 365 * 86_400_000;

/** A destination that does not take the first request. */
async function startGate() {
  const taken: string[] = [];
  let requests = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    requests += 1;
    if (requests > 1) taken.push(JSON.parse(body).content);
    response.writeHead(requests > 1 ? 204 : 503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { taken, url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

const post = (hub: RunningHub, inbox: string, content: string) =>
  fetch(`${hub.base}/in/${inbox}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      identifier: crypto.randomUUID(),
      date: "2026-05-12T14:23:01Z",
      content,
    }),
  });

/** Returns whether a device with the right time trusts the hub by the CA that it offers now. */
async function isTrusted(hub: RunningHub): Promise<boolean> {
  const ca = await (await fetch(`${hub.base}/ca.pem`)).text();
  const { port } = new URL(
    hub.addresses.find((address) => address.startsWith("https://localhost"))!,
  );
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: "127.0.0.1", port: Number(port), servername: "localhost", ca });
  socket.once("secureConnect", () => resolve(socket.authorized));
  socket.once("error", () => resolve(false));
  return promise.finally(() => socket.destroy());
}

const cases = [
  { clock: "20 years behind", offset: "-20y", years: -20 },
  { clock: "10 years ahead", offset: "+10y", years: 10 },
].flatMap((clock) => ["runs", "is stopped"].map((when) => ({ ...clock, when })));

// At the same time, since each waits for the first retention of its hub.
test.skipIf(!library).concurrent.for(cases)(
  "a clock that is $clock is set while the hub $when: nothing is lost or stuck, nobody locked out",
  async ({ offset, years, when }, { expect }) => {
    const folder = await makeDataFolder();
    const gate = await startGate();
    const clock = join(folder.data, "..", `clock-${crypto.randomUUID()}`);
    await writeFile(clock, offset);
    // The restarted hub has to be where it was.
    const ports = ["--http-port", String(await freePort()), "--https-port", "0"];
    const start = () =>
      startHubWith(
        {
          LD_PRELOAD: library!,
          FAKETIME_TIMESTAMP_FILE: clock,
          FAKETIME_NO_CACHE: "1",
          FAKETIME_DONT_FAKE_MONOTONIC: "1",
        },
        folder.data,
        ...ports,
      );
    let hub = await start();
    try {
      const api = await logIn(hub);
      const ready = async () => (await fetch(`${hub.base}/readyz`)).json();
      expect(await ready()).toEqual(
        years < 0 ? { ok: true, clock: expect.stringContaining("clock") } : { ok: true },
      );
      if (years < 0) expect(await isTrusted(hub)).toBe(true);
      await api("POST", "/api/inboxes", { name: "door", open: true });
      await api("PATCH", "/api/inboxes/door", { keepDays: 30 });
      // Retention deletes one of these, which tells that it ran.
      await api("POST", "/api/inboxes", { name: "sign", open: true });
      await api("PATCH", "/api/inboxes/sign", { keepScans: 1 });
      await api("POST", "/api/destinations", {
        name: "gate",
        kind: "http",
        settings: { url: gate.url },
        allowPrivate: true,
      });
      await api("POST", "/api/routes", { name: "all", inbox: "door", destination: "gate" });
      for (let count = 1; count <= 5; count++) {
        expect((await post(hub, "door", `scan ${count}`)).status).toBe(204);
      }
      const receivedAt = async () => {
        const path = "/api/scans?inbox=door&limit=9";
        const { scans } = await api<{ scans: { receivedAt: string }[] }>("GET", path);
        return scans.map((scan) => Date.parse(scan.receivedAt));
      };
      for (const time of await receivedAt()) {
        expect(Math.abs(time - Date.now() - years * yearMs)).toBeLessThan(0.1 * yearMs);
      }

      if (when === "is stopped") {
        await hub.stop();
        await writeFile(clock, "+0");
        hub = await start();
      } else await writeFile(clock, "+0");
      await expect.poll(ready).toEqual({ ok: true });
      // The session goes on: nobody has to log in again.
      const alert = async () => {
        type Alerts = { current: { event: string }[] };
        return (await api<Alerts>("GET", "/api/alerts")).current.map(({ event }) => event);
      };
      if (when === "runs") await expect.poll(alert).toContain("clock-right");
      else if (years > 0) await expect.poll(alert).toContain("clock-wrong");
      await expect.poll(() => isTrusted(hub)).toBe(true);
      await expect.poll(() => [...gate.taken].sort()).toHaveLength(5);

      for (const content of ["one", "two"]) await post(hub, "sign", content);
      await expect
        .poll(async () => (await fetch(`${hub.base}/metrics`)).text())
        .toContain("scanhook_scans_expired_total 1\n");
      expect(await receivedAt()).toHaveLength(5);
      expect(await api("GET", "/api/scans/1")).toMatchObject({ clockWrong: true });
      expect((await post(hub, "door", "after")).status).toBe(204);
      await expect.poll(() => gate.taken).toContain("after");
    } finally {
      await hub.stop();
      gate.close();
      await folder.remove();
      await rm(clock);
    }
  },
);
