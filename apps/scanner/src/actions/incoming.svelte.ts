import type { Place } from "@scanhook/content";
import type { Refusal } from "../links/link.ts";
import { openScreen } from "../navigation.svelte.ts";
import type { Arrival } from "./arrivals.ts";
import { navigationOptions } from "./link-navigation.ts";

/**
 * The content of the screen `#/link`: a refused link, a place, or content that other apps shared.
 */
export type Incoming =
  | { kind: "refused"; reason: Refusal; link: string }
  | { kind: "place"; place: Place }
  | { kind: "shared"; arrivals: readonly Arrival[] };

let current = $state.raw<Incoming | undefined>();

/** Returns the content of the screen `#/link`; undefined before {@link showIncoming} is called. */
export function incoming(): Incoming | undefined {
  return current;
}

/** Shows `next` on the screen `#/link`, which replaces the address of a followed link. */
export function showIncoming(next: Incoming): void {
  current = next;
  openScreen({ tab: "link" }, navigationOptions());
}
