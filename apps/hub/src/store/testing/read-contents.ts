import type { Store } from "../store.ts";

const all = { limit: 1000 };
/** The greatest time of ECMAScript, in milliseconds since 1970. */
const latest = 8.64e15;

/**
 * Reads everything that a small store has through its methods, in the form of JSON, which has no
 * keys that are undefined.
 */
export async function readContents(store: Store) {
  const [inboxes, routing, registers] = [
    await store.inboxes(),
    await store.routing(),
    await store.countedRegisters(),
  ];
  const scans = await store.listScans({}, { after: 0, ...all });
  const deliveries = await store.deliveries({}, all);
  const trails = inboxes.filter(({ audit }) => audit).map(({ name }) => name);
  const contents = {
    inboxes,
    scans: await each(scans, ({ id }) => store.scan(id)),
    receivedInTotal: await store.countReceived({}),
    dayCounts: await store.listDayCounts({}, { group: "user", ...all }),
    deletions: await store.deletions(),
    tags: await store.tags({}, all),
    trails: await each(trails, async (name) => ({
      head: await store.head(name),
      rows: await store.listChainRows(name, 0, all.limit),
    })),
    ownerPassword: (await store.loginSecrets(1))?.passwordHash,
    tokens: await store.tokens(),
    routing,
    secrets: await each(routing.destinations, ({ id }) => store.destinationWithSecrets(id)),
    deliveries: await each(deliveries, ({ id }) => store.delivery(id)),
    deliveryCounts: await store.deliveryCounts(),
    alertSettings: await store.alertSettings(),
    alerts: await store.alerts(),
    registers: await each(registers, async ({ id, ...register }) => ({
      register: { id, ...register },
      refused: await store.countRefused(id),
      entries: await store.entries(id, all),
      movements: await store.movements(id, all),
      told: await store.toldMovements(id, { after: 0, ...all }),
      displays: await store.displays(id),
      stock: await store.countStock(id),
      rounds: await each(await store.rounds(id, all), async (round) => ({
        round,
        differences: await store.differences(round.id, all),
      })),
      care: (await store.countCare(id)).map((count) => JSON.stringify(count)).sort(),
      dated: await store.datedThings(id, { before: latest, told: 9 }),
    })),
  };
  return JSON.parse(JSON.stringify(contents)) as typeof contents;
}

/** Calls a function for one item after the other, and returns its results. */
async function each<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await read(item));
  return results;
}
