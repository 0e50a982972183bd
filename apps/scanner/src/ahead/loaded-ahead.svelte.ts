import type { Tab } from "../screens.ts";

type LoadedAhead = {
  /** `unneeded`: a service worker has the app, or is about to. */
  phase: "unneeded" | "loading" | "done";
  /** The tabs that lack a part, and so may not open without the hub. */
  missing: readonly Tab[];
};

/** The parts of the app that a page without a service worker has loaded ahead. */
export const loadedAhead = $state<LoadedAhead>({ phase: "unneeded", missing: [] });
