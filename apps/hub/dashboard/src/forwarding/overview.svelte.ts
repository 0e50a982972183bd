import { untrack } from "svelte";
import type { Answer, Inbox } from "../api.ts";
import { loadInboxes } from "../inboxes/inboxes.ts";
import {
  type Destination,
  loadConfigProblem,
  loadDestinations,
  loadKinds,
} from "./destinations/destinations.ts";
import type { Kind } from "./destinations/kinds.ts";
import { type Fresh, keepFresh } from "./fresh.svelte.ts";
import { loadRoutes, type ScanRoute } from "./routes/routes.ts";

export type Overview = {
  destinations: Destination[];
  routes: ScanRoute[];
  /** Why the settings file was not taken over. */
  configProblem: string | undefined;
};

/** Everything there is about passing on, kept fresh. Has to be closed. */
export function openOverview() {
  return keepFresh(loadOverview);
}

async function loadOverview(signal: AbortSignal): Promise<Answer<Overview>> {
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

export type Surroundings = { kinds: Kind[]; inboxes: Inbox[] };

/** All of it at once, for a form. */
export type Everything = Overview & Surroundings;

/** Asked once, by a component while it begins; given up when the component goes. */
export function everythingOnce() {
  let fresh: Fresh<Everything> | undefined = $state.raw();

  $effect(() => {
    const opened = untrack(() => keepFresh(loadEverything, Number.POSITIVE_INFINITY));
    fresh = opened;
    return () => opened.close();
  });

  return {
    get data() {
      return fresh?.data;
    },
    get problem() {
      return fresh?.problem ?? "";
    },
    refresh: () => fresh?.refresh(),
  };
}

async function loadEverything(signal: AbortSignal): Promise<Answer<Everything>> {
  const [overview, around] = await Promise.all([loadOverview(signal), loadSurroundings(signal)]);
  if (!overview.ok) return overview;
  return around.ok ? { ok: true, data: { ...overview.data, ...around.data } } : around;
}

/** What changes rarely: asked once a screen. */
export async function loadSurroundings(signal: AbortSignal): Promise<Answer<Surroundings>> {
  const [kinds, inboxes] = await Promise.all([loadKinds(signal), loadInboxes(signal)]);
  if (!kinds.ok) return kinds;
  if (!inboxes.ok) return inboxes;
  return { ok: true, data: { kinds: kinds.data, inboxes: inboxes.data } };
}
