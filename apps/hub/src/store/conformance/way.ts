import type {
  DeliveryState,
  NewDelivery,
  NewDestination,
  NewRoute,
  Settled,
} from "../forwarding.ts";
import type { Subject } from "../testing/subject.ts";

/** A way for scans to go: a destination with a route to it, both of this name. */
export type Way = { name: string; destination: number; route: number };

export async function addWay(
  on: Subject,
  name: string,
  change: Partial<NewDestination> = {},
): Promise<Way> {
  await on.store.addDestination(toDestination(name, change));
  await on.store.addRoute(toRoute(name, { destination: name }));
  const { destinations, routes } = await on.store.routing();
  return {
    name,
    destination: destinations.find((one) => one.name === name)!.id,
    route: routes.find((one) => one.name === name)!.id,
  };
}

/** A plain destination with some parts changed. */
export function toDestination(name: string, change: Partial<NewDestination> = {}): NewDestination {
  return {
    name,
    kind: "http",
    settings: { url: "https://example.org/" },
    secrets: {},
    concurrency: 4,
    ordered: false,
    allowPrivate: false,
    origin: "dashboard",
    ...change,
  };
}

/** A plain route with some parts changed. */
export function toRoute(name: string, change: Partial<NewRoute> = {}): NewRoute {
  return {
    name,
    destination: "shop",
    filter: {},
    shape: { format: "scan" },
    mode: "stored",
    on: true,
    origin: "dashboard",
    ...change,
  };
}

let scans = 0;

/** Appends a new scan with a delivery over each of these ways; answers their ids. */
export async function passOn(
  on: Subject,
  ways: readonly Way[],
  change: Parameters<Subject["append"]>[0] & { delivery?: Partial<NewDelivery> } = {},
): Promise<number[]> {
  scans += 1;
  const { delivery, ...arrival } = change;
  const deliveries = ways.map(({ route }) => ({ route, state: "pending" as const, ...delivery }));
  return (await on.append({ content: `scan ${scans}`, ...arrival, deliveries })).deliveries!;
}

/** Claims what is due over one way; answers the ids. */
export async function claimIds(
  on: Subject,
  node: string,
  { destination }: Way,
  limit = 99,
): Promise<number[]> {
  const { claimed } = await on.store.claim(node, [{ destination, limit }]);
  return claimed.map(({ id }) => id);
}

/** What became of one attempt, made now. */
export function attempted(on: Subject, id: number, state: DeliveryState, dueAt?: Date): Settled {
  return {
    id,
    state,
    attempt: { at: on.now().toISOString(), ms: 12 },
    ...(dueAt === undefined ? {} : { dueAt }),
  };
}
