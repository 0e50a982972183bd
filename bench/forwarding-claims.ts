// Claiming with a short and with a long queue, in the store alone: what the forwarder asks of it all day.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openStore } from "../apps/hub/src/store/sqlite/open.ts";
import type { Store } from "../apps/hub/src/store/store.ts";
import { toIdentifier } from "./ingest-scans.ts";
import { median } from "./processes.ts";

export type Claiming = { pending: number; milliseconds: number };

const [batch, loops, fewPending] = [100, 200, 20_000];

/**
 * The median time to claim and settle 100 deliveries of a destination, with few pending and with `most`. Both stores are
 * filled first, and turns alternate: what else the machine does weighs on both alike.
 */
export async function measureClaiming(
  dir: string,
  most: number,
): Promise<{ few: Claiming; many: Claiming }> {
  const queues = [
    await fillQueue(join(dir, "few"), fewPending),
    await fillQueue(join(dir, "many"), most),
  ] as const;
  // What filling left to be written must not be waited for by what is measured.
  execFileSync("sync");
  for (let n = 0; n < loops; n++) for (const queue of queues) await turn(queue);
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
  const { destination, routes } = await prepare(store);
  await fill(store, routes, pending);
  return { store, destination, pending, times: [] };
}

async function turn({ store, destination, times }: Queue): Promise<void> {
  const node = "bench";
  const started = performance.now();
  const { claimed } = await store.claim(node, [{ destination, limit: batch }]);
  if (claimed.length !== batch) throw new Error(`${claimed.length} were claimed.`);
  const attempt = { at: new Date().toISOString(), ms: 5, status: 204 };
  await store.settle(
    node,
    claimed.map(({ id }) => ({ id, state: "delivered", attempt })),
  );
  times.push(performance.now() - started);
}

/** Ten routes to one destination, so that a scan makes ten deliveries: only those are what this is about. */
async function prepare(store: Store): Promise<{ destination: number; routes: number[] }> {
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

async function fill(store: Store, routes: number[], pending: number): Promise<void> {
  const deliveries = routes.map((route) => ({ route, state: "pending" as const }));
  const each = 500;
  for (let n = 0; n < pending / routes.length; n += each) {
    const group = Array.from({ length: Math.min(each, pending / routes.length - n) }, (_, i) => {
      const scan = {
        identifier: toIdentifier(1, n + i),
        date: "2026-05-12T14:23:01Z",
        content: `item ${n + i}`,
      };
      const body = JSON.stringify(scan);
      return store.append({ inbox: "scans", scan, body, receivedAt: new Date(), deliveries });
    });
    await Promise.all(group);
  }
}
