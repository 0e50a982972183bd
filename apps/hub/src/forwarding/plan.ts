import { compileRouting, type Match, type Routable } from "../shaping/filter.ts";
import type { DestinationRecord, NewDelivery, RouteRecord, Routing } from "../store/forwarding.ts";
import type { Arrival } from "../store/store.ts";
import type { Forwarder, NotSent } from "./forwarder.ts";

/** The deliveries a scan begins with, and the route whose destination answers the scanner. */
export type Plan = { deliveries: NewDelivery[]; through?: ThroughRoute };

export type ThroughRoute = {
  route: RouteRecord;
  destination: DestinationRecord;
  /** Of its delivery, among those of the plan. */
  index: number;
  /** Why it is not this node's; undefined: it is. */
  why?: NotSent;
};

const compiled = new WeakMap<Routing, (scan: Routable) => Match[]>();

/**
 * Says where a scan goes; undefined: nowhere. Of several routes that go through, the first answers the scanner. Its
 * delivery is this node's from the beginning, unless nothing can go out now: then it waits as any other.
 */
export function planDeliveries(
  routing: Routing,
  { inbox, source, scan }: Arrival,
  forwarder: Pick<Forwarder, "node" | "whyNot">,
): Plan | undefined {
  if (routing.routes.length === 0) return;
  let match = compiled.get(routing);
  if (!match) {
    match = compileRouting(routing);
    compiled.set(routing, match);
  }
  const matches = match({ inbox, ...(source && { source }), ...scan });
  if (matches.length === 0) return;
  const deliveries = matches.map(({ delivery }) => delivery);
  const index = matches.findIndex(({ route }) => route.mode === "through");
  if (index < 0) return { deliveries };
  const { route, destination } = matches[index]!;
  const why = forwarder.whyNot(destination);
  if (!why) deliveries[index] = { ...deliveries[index]!, claimedBy: forwarder.node };
  return { deliveries, through: { route, destination, index, ...(why && { why }) } };
}
