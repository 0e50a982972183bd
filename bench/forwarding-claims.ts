// Claims deliveries from a short and from a long queue in the store alone, as the forwarder does
// all the time.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openStore } from "../apps/hub/src/store/sqlite/open.ts";
import type { Store } from "../apps/hub/src/store/store.ts";
import { toIdentifier } from "./ingest-scans.ts";
import { median } from "./processes.ts";

type ClaimingTime = { pending: number; milliseconds: number };

const [batch, loops, fewPending] = [100, 200, 20_000];

/**
 * Measures the median time to claim and settle 100 deliveries of a destination, with few pending
 * and with `maxPending`. Both stores are filled first, and their turns alternate, so that other
 * work on the machine affects both equally.
 */
export async function measureClaiming(
  dir: string,
  maxPending: number,
): Promise<{ few: ClaimingTime; many: ClaimingTime }> {
  const queues = [
    await fillQueue(join(dir, "few"), fewPending),
    await fillQueue(join(dir, "many"), maxPending),
  ] as const;
  // The measurement must not wait for writes that filling left behind.
  execFileSync("sync");
  for (let n = 0; n < loops; n++) for (const queue of queues) await claimAndSettle(queue);
  for (const { store } of queues) await store.close();
  const [few, many] = queues.map(({ pending, times }) => ({
    pending,
    milliseconds: median(times),
  }));
  return { few: few!, many: many! };
}

type Queue = { store: Store; destination: number; pending: number; times: number[] };

async function fillQueue(dir: string, pending: number): Promise<Queue> {
  const store = await openStore(dir);
  const { destination, routes } = await addRoutes(store);
  await addDeliveries(store, routes, pending);
  return { store, destination, pending, times: [] };
}

async function claimAndSettle({ store, destination, times }: Queue): Promise<void> {
  const node = "bench";
  const startedAt = performance.now();
  const { claimed } = await store.claim(node, [{ destination, limit: batch }]);
  if (claimed.length !== batch) throw new Error(`${claimed.length} were claimed.`);
  const attempt = { at: new Date().toISOString(), ms: 5, status: 204 };
  await store.settle(
    node,
    claimed.map(({ id }) => ({ id, state: "delivered", attempt })),
  );
  times.push(performance.now() - startedAt);
}

/**
 * Adds ten routes to one destination, so that each scan makes ten deliveries and filling is fast.
 */
async function addRoutes(store: Store): Promise<{ destination: number; routes: number[] }> {
  await store.addInbox({ name: "scans", open: true });
  await store.addDestination({
    name: "there",
    kind: "http",
    settings: {},
    secrets: {},
    concurrency: 8,
    ordered: false,
    allowPrivate: false,
    origin: "dashboard",
  });
  for (let n = 0; n < 10; n++) {
    await store.addRoute({
      name: `route-${n}`,
      destination: "there",
      filter: {},
      shape: { format: "ready-made" },
      mode: "stored",
      on: true,
      origin: "dashboard",
    });
  }
  const { routes, destinations } = await store.routing();
  return { destination: destinations[0]!.id, routes: routes.map(({ id }) => id) };
}

async function addDeliveries(store: Store, routes: number[], pending: number): Promise<void> {
  const deliveries = routes.map((route) => ({ route, state: "pending" as const }));
  const groupSize = 500;
  for (let n = 0; n < pending / routes.length; n += groupSize) {
    const group = Array.from(
      { length: Math.min(groupSize, pending / routes.length - n) },
      (_, i) => {
        const scan = {
          identifier: toIdentifier(1, n + i),
          date: "2026-05-12T14:23:01Z",
          content: `item ${n + i}`,
        };
        const body = JSON.stringify(scan);
        return store.append({ inbox: "scans", scan, body, receivedAt: new Date(), deliveries });
      },
    );
    await Promise.all(group);
  }
}
