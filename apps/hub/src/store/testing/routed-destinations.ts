import type { DeliveryState, NewDelivery, Settled } from "../deliveries.ts";
import type { NewDestination, NewRoute } from "../routing.ts";
import type { Subject } from "./subject.ts";

/** A destination with a route to it, both with this name, and their ids. */
export type RoutedDestination = { name: string; destination: number; route: number };

/** Adds a plain destination and a route to it, both with some parts changed. */
export async function addRoutedDestination(
  subject: Subject,
  name: string,
  change: Partial<NewDestination> = {},
  routeChange: Partial<NewRoute> = {},
): Promise<RoutedDestination> {
  await subject.store.addDestination(toDestination(name, change));
  await subject.store.addRoute(toRoute(name, { destination: name, ...routeChange }));
  const { destinations, routes } = await subject.store.routing();
  return {
    name,
    destination: destinations.find((record) => record.name === name)!.id,
    route: routes.find((record) => record.name === name)!.id,
  };
}

/** Returns a plain destination with some parts changed. */
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

/** Returns a plain route with some parts changed. */
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

let scanCount = 0;

/**
 * Appends a new scan with a delivery to each of the destinations, and returns the ids of the
 * deliveries.
 */
export async function appendWithDeliveries(
  subject: Subject,
  destinations: readonly RoutedDestination[],
  change: Parameters<Subject["append"]>[0] & { delivery?: Partial<NewDelivery> } = {},
): Promise<number[]> {
  scanCount += 1;
  const { delivery, ...arrival } = change;
  const deliveries = destinations.map(({ route }) => ({
    route,
    state: "pending" as const,
    ...delivery,
  }));
  return (await subject.append({ content: `scan ${scanCount}`, ...arrival, deliveries }))
    .deliveries!;
}

/** Claims due deliveries for one destination, and returns their ids. */
export async function claimIds(
  subject: Subject,
  node: string,
  { destination }: RoutedDestination,
  limit = 99,
): Promise<number[]> {
  const { claimed } = await subject.store.claim(node, [{ destination, limit }]);
  return claimed.map(({ id }) => id);
}

/** Returns the result of an attempt made now. */
export function toSettled(
  subject: Subject,
  id: number,
  state: DeliveryState,
  dueAt?: Date,
): Settled {
  return {
    id,
    state,
    attempt: { at: subject.now().toISOString(), ms: 12 },
    ...(dueAt === undefined ? {} : { dueAt }),
  };
}
