import type { Place } from "../content/place.ts";
import { openRoute } from "../navigation.svelte.ts";
import { fromLink } from "./address.ts";
import type { Arrival } from "./arrivals.ts";
import type { Refusal } from "./link.ts";

/** What came in and is shown on a screen of its own, `#/link`. */
export type Incoming =
  | { kind: "refused"; why: Refusal; link: string }
  | { kind: "place"; place: Place }
  | { kind: "shared"; arrivals: readonly Arrival[] };

let shown = $state.raw<Incoming | undefined>();

export function incoming(): Incoming | undefined {
  return shown;
}

/** Shows it in place of the address that brought it. */
export function showIncoming(next: Incoming): void {
  shown = next;
  openRoute({ tab: "link" }, fromLink());
}
