import type { Inbox, Result } from "../api.ts";
import { loadInboxes } from "../inboxes/load-inboxes.svelte.ts";
import { type Polling, startPolling } from "../live/polling.svelte.ts";
import {
  type Destination,
  loadConfigProblem,
  loadDestinations,
  loadKinds,
} from "./destinations/destinations.ts";
import type { Kind } from "./destinations/kinds.ts";
import { translateKind } from "./destinations/translate-kind.ts";
import { loadRoutes, type ScanRoute } from "./routes/routes.ts";

export type Overview = {
  destinations: Destination[];
  routes: ScanRoute[];
  /** A sentence if the settings file was refused, else undefined. */
  configProblem: string | undefined;
};

/** Polls destinations and routes. Call `close` when done. */
export function openOverview() {
  return startPolling(loadOverview);
}

async function loadOverview(signal: AbortSignal): Promise<Result<Overview>> {
  const [destinations, routes, configProblem] = await Promise.all([
    loadDestinations(signal),
    loadRoutes(signal),
    loadConfigProblem(signal),
  ]);
  if (!destinations.ok) return destinations;
  if (!routes.ok) return routes;
  const data = { destinations: destinations.data, routes: routes.data, configProblem };
  return { ok: true, data };
}

export type KindsAndInboxes = { kinds: Kind[]; inboxes: Inbox[] };

/** All data that the forms need. */
export type ForwardingData = Overview & KindsAndInboxes;

/**
 * Loads the data for a form once. Call this function while a component initializes; the request is
 * aborted when the component is destroyed.
 */
export function loadForwardingData(): Polling<ForwardingData> {
  const polling = startPolling(loadEverything, Number.POSITIVE_INFINITY);
  $effect(() => polling.close);
  return polling;
}

async function loadEverything(signal: AbortSignal): Promise<Result<ForwardingData>> {
  const [overview, lookup] = await Promise.all([loadOverview(signal), loadKindsAndInboxes(signal)]);
  if (!overview.ok) return overview;
  return lookup.ok ? { ok: true, data: { ...overview.data, ...lookup.data } } : lookup;
}

/** Loads the data that changes rarely, which a screen loads only once. */
export async function loadKindsAndInboxes(signal: AbortSignal): Promise<Result<KindsAndInboxes>> {
  const [kinds, inboxes] = await Promise.all([loadKinds(signal), loadInboxes(signal)]);
  if (!kinds.ok) return kinds;
  if (!inboxes.ok) return inboxes;
  return { ok: true, data: { kinds: kinds.data.map(translateKind), inboxes: inboxes.data } };
}
