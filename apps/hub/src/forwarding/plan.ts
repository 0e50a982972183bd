import { compileRouting, type Match, type Routable } from "../shaping/filter.ts";
import type { NewDelivery } from "../store/deliveries.ts";
import type { DestinationRecord, RouteRecord, Routing } from "../store/routing.ts";
import type { Arrival } from "../store/store.ts";
import type { Forwarder } from "./forwarder.ts";
import type { WhyNotSent } from "./lane-status.ts";

/**
 * The deliveries that are stored with a scan, and the `through` route that responds to its sender,
 * if any.
 */
export type Plan = { deliveries: NewDelivery[]; through?: ThroughRoute };

export type ThroughRoute = {
  route: RouteRecord;
  destination: DestinationRecord;
  /** The index of its delivery in `Plan.deliveries`. */
  index: number;
  /** The reason why this node cannot send the delivery now; undefined if the node claims it. */
  why?: WhyNotSent | undefined;
};

const compiled = new WeakMap<Routing, (scan: Routable) => Match[]>();

/**
 * Plans the deliveries of a scan; returns undefined if no route takes it. If several `through`
 * routes take it, the first one responds to the sender. Its delivery is claimed for this node from
 * the start, unless its destination can take nothing now; then it waits like any other.
 */
export function planDeliveries(
  routing: Routing,
  { inbox, source, scan, request }: Arrival,
  forwarder: Pick<Forwarder, "node" | "whyNot">,
): Plan | undefined {
  if (routing.routes.length === 0) return;
  const matches = matcherOf(routing)({
    inbox,
    source,
    ...scan,
    verdict: request && "undecided",
  });
  if (matches.length === 0) return;
  const deliveries = matches.map(({ delivery }) => delivery);
  // A register answers the sender itself.
  const index = request ? -1 : matches.findIndex(({ route }) => route.mode === "through");
  const match = matches[index];
  if (!match) return { deliveries };
  const { route, destination, delivery } = match;
  const why = forwarder.whyNot(destination);
  if (!why) deliveries[index] = { ...delivery, claimedBy: forwarder.node };
  return { deliveries, through: { route, destination, index, why } };
}

/** Compiles filters once for each routing, which is the same object until something changes. */
function matcherOf(routing: Routing): (scan: Routable) => Match[] {
  const existing = compiled.get(routing);
  if (existing) return existing;
  const matcher = compileRouting(routing);
  compiled.set(routing, matcher);
  return matcher;
}
