import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { createSender } from "../../destinations/sender.ts";
import { createEgress } from "../../egress/egress.ts";
import { createSealing } from "../../secrets/sealing.ts";
import { compileRouting } from "../../shaping/filter.ts";
import type { NewDestination, NewRoute } from "../../store/forwarding.ts";
import { openStore } from "../../store/sqlite/open.ts";
import type { Store } from "../../store/store.ts";
import { type ForwarderParts, startForwarder } from "../forwarder.ts";

/** Retries that a test need not wait for: three of them, each after 30 ms. */
export const soon = {
  nextWait: (failed: number) => (failed > 3 ? undefined : 30),
  firstPauseMs: 60,
};

/** What is counted of a destination, where the rest is nothing. */
export const counts = (some: object) => ({
  accepted: 0,
  delivered: 0,
  dead: 0,
  pending: 0,
  dropped: 0,
  ...some,
});

/** A real store with a real sender, in a folder that is gone at the end (`await using`). */
export async function openPassingOn(open: (dataDir: string) => Promise<Store> = openStore) {
  const dataDir = await mkdtemp(join(tmpdir(), "scanhook-forwarding-"));
  const store = await open(dataDir);
  const sender = createSender({ egress: createEgress(), dataDir });
  const sealing = createSealing({ dataDir });
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const forwarders: ReturnType<typeof startForwarder>[] = [];
  await store.addInbox({ name: "door", open: true });

  return {
    dataDir,
    store,
    sender,
    sealing,
    log,
    lines,
    said: () => lines.map(({ msg }) => msg),
    start(more: Partial<ForwarderParts> = {}) {
      const forwarder = startForwarder({ store, sender, sealing, log, ...more });
      forwarders.push(forwarder);
      return forwarder;
    },
    async addHttp(
      name: string,
      url: string,
      more: Partial<Omit<NewDestination, "secrets">> & { secrets?: Record<string, string> } = {},
    ) {
      const { secrets = {}, settings = {}, ...rest } = more;
      const sealed = await sealing.seal(name, secrets);
      if (!sealed.ok) throw new Error(sealed.reason);
      await store.addDestination({
        name,
        kind: "http",
        settings: { url, ...settings },
        concurrency: 4,
        ordered: false,
        allowPrivate: true,
        origin: "dashboard",
        ...rest,
        secrets: sealed.sealed,
      });
      await addRoute(store, { name: `to-${name}`, destination: name });
    },
    scan: (content: string, identifier = crypto.randomUUID()) =>
      appendScan(store, { content, identifier }),
    counts: (destination: string) => countsOf(store, destination),
    async [Symbol.asyncDispose]() {
      await Promise.all(forwarders.map((one) => one.close()));
      await sender.close();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function addRoute(
  store: Store,
  route: Partial<NewRoute> & { name: string; destination: string },
) {
  await store.addRoute({
    filter: {},
    shape: { format: "scan" },
    mode: "stored",
    on: true,
    origin: "dashboard",
    ...route,
  });
}

/** As the receiver stores it: with the deliveries that its routes make. */
export async function appendScan(
  store: Store,
  { content, identifier }: { content: string; identifier: string },
) {
  const scan = { identifier, date: "2026-05-12T14:23:01Z", content };
  const matches = compileRouting(await store.routing())({ inbox: "door", ...scan });
  const appended = await store.append({
    inbox: "door",
    scan,
    body: JSON.stringify(scan),
    receivedAt: new Date(),
    deliveries: matches.map(({ delivery }) => delivery),
  });
  return { ...appended, identifier };
}

export async function countsOf(store: Pick<Store, "deliveryCounts">, destination: string) {
  const counts = (await store.deliveryCounts()).find((one) => one.destination === destination);
  if (!counts) throw new Error(`There is no destination ${destination}.`);
  const { accepted, delivered, dead, pending, dropped } = counts;
  return { accepted, delivered, dead, pending, dropped };
}
