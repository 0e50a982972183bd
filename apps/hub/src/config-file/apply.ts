import { isDeepStrictEqual } from "node:util";
import type { CheckedDestination } from "../definitions/destination.ts";
import type { CheckedRoute } from "../definitions/route.ts";
import type { Parsed } from "../parsed.ts";
import { sealForRegister } from "../secrets/register-secrets.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { AlertSettings, AlertStore } from "../store/alerts.ts";
import type { RegisterStore } from "../store/registers.ts";
import type {
  DestinationChange,
  DestinationWithSecrets,
  RouteChange,
  RouteRecord,
  Routing,
  SealedSecrets,
} from "../store/routing.ts";
import type { ForwardingStore } from "../store/store.ts";
import { applyRegisters, compareSecrets } from "./apply-registers.ts";
import type { Definitions } from "./parse.ts";

type ApplyContext = { store: ForwardingStore & AlertStore & RegisterStore; sealing: Sealing };

/**
 * The result of applying a file: the changes, such as `added destination erp`, and consequences
 * that a person should know about; or why nothing was changed.
 */
export type Applied =
  | { ok: true; changes: string[]; notices: string[] }
  | { ok: false; reason: string };

/**
 * Makes the store match the file. Takes over records of the same names that were created in the
 * dashboard, and removes records that only an earlier version of the file defined. Running this
 * twice, or on several nodes at the same time, has the same result. Rejects with
 * `StoreUnavailable`; then it can be called again.
 */
export async function applyDefinitions(
  { store, sealing }: ApplyContext,
  wanted: Definitions,
): Promise<Applied> {
  const before = await store.routing();
  // Sealing comes first: without the key, nothing is changed.
  const sealed = await sealAll(sealing, wanted.destinations);
  if (!sealed.ok) return sealed;
  const keys = await sealKeys(sealing, wanted.registers);
  if (!keys.ok) return keys;
  const changes: string[] = [];
  const notices: string[] = [];

  for (const [name, destination] of wanted.destinations) {
    const secrets = sealed.value.get(name) ?? {};
    const change = await applyDestination({ store, sealing }, before, name, destination, secrets);
    if (change) changes.push(`${change} destination ${name}`);
  }
  for (const [name, route] of wanted.routes) {
    const change = await applyRoute(store, before, name, route);
    if (change) changes.push(`${change} route ${name}`);
  }
  for (const { name, origin } of before.routes) {
    if (origin !== "file" || wanted.routes.has(name)) continue;
    if (await store.removeRoute(name)) changes.push(`removed route ${name}`);
  }
  for (const { name, origin } of before.destinations) {
    if (origin !== "file" || wanted.destinations.has(name)) continue;
    const notice = await removeOrHold(store, name);
    if (notice) notices.push(notice);
    changes.push(`${notice ? "held" : "removed"} destination ${name}`);
  }
  const registers = await applyRegisters({ store, sealing }, wanted.registers, keys.value);
  changes.push(...registers.changes);
  notices.push(...registers.notices);
  if (await applyAlerts(store, wanted.alerts)) changes.push("changed alerts");
  return { ok: true, changes, notices };
}

/**
 * Applies the settings of alerts. Returns whether anything changed. Settings that are gone from the
 * file stay as they are, and the dashboard may change them.
 */
async function applyAlerts(store: AlertStore, wanted: AlertSettings | undefined): Promise<boolean> {
  const { origin, revision: _, changedAt: __, ...existing } = await store.alertSettings();
  if (!wanted) {
    if (origin === "file") await store.setAlertSettings(existing, "dashboard");
    return origin === "file";
  }
  if (origin === "file" && isDeepStrictEqual(existing, wanted)) return false;
  await store.setAlertSettings(wanted, "file");
  return true;
}

async function sealAll(
  sealing: Sealing,
  destinations: Definitions["destinations"],
): Promise<Parsed<Map<string, SealedSecrets>>> {
  const secrets = new Map<string, SealedSecrets>();
  for (const [name, destination] of destinations) {
    const seal = await sealing.seal(name, destination.secrets);
    if (!seal.ok) return seal;
    secrets.set(name, seal.sealed);
  }
  return { ok: true, value: secrets };
}

async function sealKeys(
  sealing: Sealing,
  registers: Definitions["registers"],
): Promise<Parsed<Map<string, SealedSecrets>>> {
  const secrets = new Map<string, SealedSecrets>();
  for (const [name, register] of registers) {
    const seal = await sealForRegister(sealing, name, register.secrets);
    if (!seal.ok) return seal;
    secrets.set(name, seal.sealed);
  }
  return { ok: true, value: secrets };
}

/** Adds or changes a destination. Returns undefined if it matches already. */
async function applyDestination(
  { store, sealing }: ApplyContext,
  before: Routing,
  name: string,
  wanted: CheckedDestination,
  secrets: SealedSecrets,
): Promise<"added" | "changed" | undefined> {
  let existing = before.destinations.find((record) => record.name === name);
  if (!existing) {
    const { keptSecrets: _, ...record } = wanted;
    if (await store.addDestination({ ...record, name, secrets, origin: "file" })) return "added";
    // Another node has just added it.
    existing = (await store.routing()).destinations.find((record) => record.name === name);
  }
  for (;;) {
    const saved = existing && (await store.destinationWithSecrets(existing.id));
    if (!saved) return undefined;
    const change = await compareDestination(sealing, saved, wanted, secrets);
    if (Object.keys(change).length === 0) return undefined;
    // If another node has just made the same change, the next comparison finds nothing left to do.
    if ((await store.changeDestination(name, change, saved)) === "overtaken") continue;
    return "changed";
  }
}

/**
 * Adds or changes a route. Returns undefined if it matches already, or if another node has just
 * removed its destination.
 */
async function applyRoute(
  store: ForwardingStore,
  before: Routing,
  name: string,
  wanted: CheckedRoute,
): Promise<"added" | "changed" | undefined> {
  let existing = before.routes.find((record) => record.name === name);
  if (!existing) {
    const result = await store.addRoute({ ...wanted, name, origin: "file" });
    if (result === "added") return "added";
    if (result === "taken")
      existing = (await store.routing()).routes.find((record) => record.name === name);
  }
  if (!existing) return undefined;
  const change = compareRoute(existing, wanted);
  if (Object.keys(change).length === 0) return undefined;
  await store.changeRoute(name, change);
  return "changed";
}

async function compareDestination(
  sealing: Sealing,
  { destination: existing, sealed: sealedBefore }: DestinationWithSecrets,
  wanted: CheckedDestination,
  sealed: SealedSecrets,
): Promise<DestinationChange> {
  const change: DestinationChange = {};
  if ((existing.title ?? "") !== (wanted.title ?? "")) change.title = wanted.title ?? "";
  if (existing.kind !== wanted.kind) change.kind = wanted.kind;
  if (!isDeepStrictEqual(existing.settings, wanted.settings)) change.settings = wanted.settings;
  if (existing.concurrency !== wanted.concurrency) change.concurrency = wanted.concurrency;
  if (existing.ordered !== wanted.ordered) change.ordered = wanted.ordered;
  if (existing.allowPrivate !== wanted.allowPrivate) change.allowPrivate = wanted.allowPrivate;
  if (existing.origin !== "file") change.origin = "file";
  // The destination was held because it had vanished from the file; now it is back.
  if (existing.notice?.startsWith(describeVanished(existing.name))) change.state = "on";
  const opened = await sealing.open(existing.name, sealedBefore);
  const current = opened.ok ? opened.secrets : {};
  const secrets = compareSecrets(existing, { ...wanted, sealed }, current);
  if (Object.keys(secrets).length > 0) change.secrets = secrets;
  return change;
}

function compareRoute(existing: RouteRecord, wanted: CheckedRoute): RouteChange {
  const change: RouteChange = {};
  if ((existing.title ?? "") !== (wanted.title ?? "")) change.title = wanted.title ?? "";
  if (existing.inbox !== wanted.inbox) change.inbox = wanted.inbox ?? null;
  if (existing.destination !== wanted.destination) change.destination = wanted.destination;
  if (!isDeepStrictEqual(existing.filter, wanted.filter)) change.filter = wanted.filter;
  if (!isDeepStrictEqual(existing.shape, wanted.shape)) change.shape = wanted.shape;
  if (existing.mode !== wanted.mode) change.mode = wanted.mode;
  if (existing.expiresMs !== wanted.expiresMs) change.expiresMs = wanted.expiresMs ?? null;
  if (existing.oncePerMs !== wanted.oncePerMs) change.oncePerMs = wanted.oncePerMs ?? null;
  if (existing.on !== wanted.on) change.on = wanted.on;
  if (existing.origin !== "file") change.origin = "file";
  return change;
}

/**
 * Removes a destination and returns undefined. If deliveries wait for the destination or a route
 * leads to it, holds it instead, hands it over to the dashboard and returns a notice, because a
 * line that vanishes from a file must not drop deliveries.
 */
async function removeOrHold(store: ForwardingStore, name: string): Promise<string | undefined> {
  const { routes, destinations } = await store.routing();
  const counts = (await store.deliveryCounts()).find((row) => row.destination === name);
  const waitingCount = counts?.pending ?? 0;
  const routeCount = routes.filter((route) => route.destination === name).length;
  if (waitingCount === 0 && routeCount === 0) {
    await store.removeDestination(name);
    return undefined;
  }
  const cause =
    waitingCount > 0
      ? `${waitingCount} ${waitingCount === 1 ? "delivery waits" : "deliveries wait"} for it`
      : "a route of the dashboard leads to it";
  const notice = `${describeVanished(name)} while ${cause}, so it is held. Switch it on or remove it in the dashboard.`;
  const { state } = destinations.find((record) => record.name === name) ?? {};
  // A destination that a person paused stays paused when it is back in the file.
  const change: DestinationChange = state === "held" ? {} : { state: "held", notice };
  await store.changeDestination(name, { origin: "dashboard", ...change });
  return notice;
}

const describeVanished = (name: string) => `The destination ${name} is gone from the settings file`;
