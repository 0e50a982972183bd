import type { Tab } from "../screens.ts";

type LoadedAhead = {
  /** `unneeded`: a service worker stores the app, or is being registered. */
  phase: "unneeded" | "loading" | "done";
  /** The tabs that are not completely loaded, and so may not open without the hub. */
  missing: readonly Tab[];
};

/** The parts of the app that a page without a service worker has loaded ahead. */
export const loadedAhead = $state<LoadedAhead>({ phase: "unneeded", missing: [] });
