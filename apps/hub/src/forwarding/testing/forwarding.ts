import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { findMemory } from "../../../../../scripts/testing/memory-folder.ts";
import { createSender } from "../../destinations/sender.ts";
import { createEgress } from "../../egress/egress.ts";
import { createSealing } from "../../secrets/sealing.ts";
import { compileRouting } from "../../shaping/filter.ts";
import type { NewDestination, NewRoute } from "../../store/routing.ts";
import { openStore } from "../../store/sqlite/open.ts";
import type { Store } from "../../store/store.ts";
import { type ForwarderParts, startForwarder } from "../forwarder.ts";

/** Retries that a test need not wait long for: three, each after 30 ms. */
export const soon = {
  nextWait: (failed: number) => (failed > 3 ? undefined : 30),
  firstPauseMs: 60,
};

/** The counts of a destination; those that are not named are 0. */
export const counts = (overrides: object) => ({
  accepted: 0,
  delivered: 0,
  dead: 0,
  pending: 0,
  dropped: 0,
  ...overrides,
});

/**
 * Opens a real store with a real sender in a temporary folder; `await using` closes and removes all
 * of it.
 */
export async function openTestForwarding(openIn: (dataDir: string) => Promise<Store> = openStore) {
  const dataDir = await mkdtemp(join(findMemory(), "scanhook-forwarding-"));
  const store = await openIn(dataDir);
  const sender = createSender({ egress: createEgress(), dataDir });
  const sealing = createSealing({ dataDir });
  const logLines: Record<string, unknown>[] = [];
  const log = pino({ level: "info" }, { write: (line) => void logLines.push(JSON.parse(line)) });
  const forwarders: ReturnType<typeof startForwarder>[] = [];
  await store.addInbox({ name: "door", open: true });

  return {
    dataDir,
    store,
    sender,
    sealing,
    log,
    logLines,
    logMessages: () => logLines.map(({ msg }) => msg),
    start(overrides: Partial<ForwarderParts> = {}) {
      const forwarder = startForwarder({ store, sender, sealing, log, ...overrides });
      forwarders.push(forwarder);
      return forwarder;
    },
    async addHttp(
      name: string,
      url: string,
      overrides: Partial<Omit<NewDestination, "secrets">> & {
        secrets?: Record<string, string>;
      } = {},
    ) {
      const { secrets = {}, settings = {}, ...rest } = overrides;
      const sealResult = await sealing.seal(name, secrets);
      if (!sealResult.ok) throw new Error(sealResult.reason);
      await store.addDestination({
        name,
        kind: "http",
        settings: { url, ...settings },
        concurrency: 4,
        ordered: false,
        allowPrivate: true,
        origin: "dashboard",
        ...rest,
        secrets: sealResult.sealed,
      });
      await addRoute(store, { name: `to-${name}`, destination: name });
    },
    scan: (content: string, identifier = crypto.randomUUID()) =>
      appendScan(store, { content, identifier }),
    counts: (destination: string) => countsOf(store, destination),
    async [Symbol.asyncDispose]() {
      await Promise.all(forwarders.map((forwarder) => forwarder.close()));
      await sender.close();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function addRoute(
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

/** Stores a scan as the receiver does: with the deliveries that its routes make. */
async function appendScan(
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

async function countsOf(store: Pick<Store, "deliveryCounts">, destination: string) {
  const destinationCounts = (await store.deliveryCounts()).find(
    (row) => row.destination === destination,
  );
  if (!destinationCounts) throw new Error(`There is no destination ${destination}.`);
  const { accepted, delivered, dead, pending, dropped } = destinationCounts;
  return { accepted, delivered, dead, pending, dropped };
}
