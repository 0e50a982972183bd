import { isDeepStrictEqual } from "node:util";
import type { CheckedDestination } from "../definitions/destination.ts";
import type { CheckedRoute } from "../definitions/route.ts";
import type { Sealing } from "../sealing.ts";
import type {
  DestinationChange,
  DestinationWithSecrets,
  ForwardingStore,
  RouteChange,
  RouteRecord,
  SealedSecrets,
} from "../store/forwarding.ts";
import type { Definitions } from "./parse.ts";

type Parts = { store: ForwardingStore; sealing: Sealing };

/** What was done, as `added destination erp`, and what a person should know about it. */
export type Applied =
  | { ok: true; done: string[]; notices: string[] }
  | { ok: false; reason: string };

/**
 * Makes the store hold what the file says: what is as it should be is left alone, what the dashboard made under the
 * same name is taken over, what the file had and has no more goes. Done twice, or by several nodes at once, it comes to
 * the same. Rejects with `StoreUnavailable`; then it can be done again.
 */
export async function applyDefinitions(
  { store, sealing }: Parts,
  { destinations, routes }: Definitions,
): Promise<Applied> {
  const before = await store.routing();
  const done: string[] = [];
  const notices: string[] = [];
  // Before anything is changed: without the key nothing is.
  const sealed = new Map<string, SealedSecrets>();
  for (const [name, { secrets }] of destinations) {
    const seal = await sealing.seal(name, secrets);
    if (!seal.ok) return seal;
    sealed.set(name, seal.sealed);
  }

  for (const [name, wanted] of destinations) {
    const secrets = sealed.get(name) ?? {};
    const { keptSecrets: _, ...record } = wanted;
    let found = before.destinations.find((one) => one.name === name);
    if (!found) {
      if (await store.addDestination({ ...record, name, secrets, origin: "file" })) {
        done.push(`added destination ${name}`);
        continue;
      }
      // Another node was first.
      found = (await store.routing()).destinations.find((one) => one.name === name);
      if (!found) continue;
    }
    const saved = await store.destinationWithSecrets(found.id);
    if (!saved) continue;
    const change = await compareDestination(sealing, saved, wanted, secrets);
    if (Object.keys(change).length === 0) continue;
    await store.changeDestination(name, change);
    done.push(`changed destination ${name}`);
  }

  for (const [name, wanted] of routes) {
    let found = before.routes.find((one) => one.name === name);
    if (!found) {
      const added = await store.addRoute({ ...wanted, name, origin: "file" });
      if (added === "added") done.push(`added route ${name}`);
      if (added !== "taken") continue;
      found = (await store.routing()).routes.find((one) => one.name === name);
      if (!found) continue;
    }
    const change = compareRoute(found, wanted);
    if (Object.keys(change).length === 0) continue;
    await store.changeRoute(name, change);
    done.push(`changed route ${name}`);
  }

  for (const { name, origin } of before.routes) {
    if (origin !== "file" || routes.has(name)) continue;
    if (await store.removeRoute(name)) done.push(`removed route ${name}`);
  }
  for (const { name, origin } of before.destinations) {
    if (origin !== "file" || destinations.has(name)) continue;
    const notice = await removeOrHold(store, name);
    if (notice) notices.push(notice);
    done.push(`${notice ? "held" : "removed"} destination ${name}`);
  }
  return { ok: true, done, notices };
}

async function compareDestination(
  sealing: Sealing,
  { destination: found, sealed: before }: DestinationWithSecrets,
  wanted: CheckedDestination,
  sealed: SealedSecrets,
): Promise<DestinationChange> {
  const change: DestinationChange = {};
  if ((found.title ?? "") !== (wanted.title ?? "")) change.title = wanted.title ?? "";
  if (found.kind !== wanted.kind) change.kind = wanted.kind;
  if (!isDeepStrictEqual(found.settings, wanted.settings)) change.settings = wanted.settings;
  if (found.concurrency !== wanted.concurrency) change.concurrency = wanted.concurrency;
  if (found.ordered !== wanted.ordered) change.ordered = wanted.ordered;
  if (found.allowPrivate !== wanted.allowPrivate) change.allowPrivate = wanted.allowPrivate;
  if (found.origin !== "file") change.origin = "file";
  // It was held for having vanished; now it is back.
  if (found.notice?.startsWith(vanished(found.name))) change.state = "on";
  const opened = await sealing.open(found.name, before);
  // Those that do not open any more are replaced.
  const known = opened.ok ? opened.secrets : {};
  const secrets: Record<string, string | null> = Object.fromEntries([
    ...found.secrets.filter((name) => !Object.hasOwn(sealed, name)).map((name) => [name, null]),
    ...Object.entries(sealed).filter(([name]) => known[name] !== wanted.secrets[name]),
  ]);
  if (Object.keys(secrets).length > 0) change.secrets = secrets;
  return change;
}

function compareRoute(found: RouteRecord, wanted: CheckedRoute): RouteChange {
  const change: RouteChange = {};
  if ((found.title ?? "") !== (wanted.title ?? "")) change.title = wanted.title ?? "";
  if (found.inbox !== wanted.inbox) change.inbox = wanted.inbox ?? null;
  if (found.destination !== wanted.destination) change.destination = wanted.destination;
  if (!isDeepStrictEqual(found.filter, wanted.filter)) change.filter = wanted.filter;
  if (!isDeepStrictEqual(found.shape, wanted.shape)) change.shape = wanted.shape;
  if (found.mode !== wanted.mode) change.mode = wanted.mode;
  if (found.on !== wanted.on) change.on = wanted.on;
  if (found.origin !== "file") change.origin = "file";
  return change;
}

/** A line that vanished from a file must not drop what waits: then the dashboard gets the destination, to decide. */
async function removeOrHold(store: ForwardingStore, name: string): Promise<string | undefined> {
  const { routes, destinations } = await store.routing();
  const counts = (await store.deliveryCounts()).find((one) => one.destination === name);
  const waiting = counts?.pending ?? 0;
  const led = routes.filter((route) => route.destination === name).length;
  if (waiting === 0 && led === 0) {
    await store.removeDestination(name);
    return undefined;
  }
  const what =
    waiting > 0
      ? `${waiting} ${waiting === 1 ? "delivery waits" : "deliveries wait"} for it`
      : "a route made in the dashboard leads to it";
  const notice = `${vanished(name)} while ${what}: it is held; switch it on or remove it in the dashboard.`;
  const { state } = destinations.find((one) => one.name === name) ?? {};
  // One that a person paused stays so when it is back in the file.
  const change: DestinationChange = state === "held" ? {} : { state: "held", notice };
  await store.changeDestination(name, { origin: "dashboard", ...change });
  return notice;
}

const vanished = (name: string) => `The destination ${name} is gone from the settings file`;
