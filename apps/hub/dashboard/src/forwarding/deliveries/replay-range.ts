import type { Result } from "../../api.ts";
import { loadRoutes } from "../routes/routes.ts";
import { countSending, sendSelected } from "../send.ts";
import { countDeliveries, type DeliveryState, replayDeliveries } from "./deliveries.ts";

/**
 * The deliveries to a destination whose scans were received in a range of time. `from` is included
 * and `to` is not; both are ISO 8601.
 */
export type DeliveryRange = {
  destination: string;
  state?: DeliveryState;
  from: string;
  to?: string;
};

/** The number of scans of the range that match a route, but have no delivery of it. */
export type NeverSent = { route: string; title: string; scans: number; asOf: string };

/** The deliveries and scans that the range covers. */
export type RangeCount = { deliveries: number; neverSent: NeverSent[] };

export async function countRange(
  range: DeliveryRange,
  signal: AbortSignal,
): Promise<Result<RangeCount>> {
  const [deliveries, routes] = await Promise.all([
    countDeliveries(range, signal),
    loadRoutes(signal),
  ]);
  if (!deliveries.ok) return deliveries;
  if (!routes.ok) return routes;
  const neverSent: NeverSent[] = [];
  for (const { name, title, inbox, destination } of routes.data) {
    if (destination !== range.destination) continue;
    const counted = await countSending(toSelection(range, inbox), name, { signal });
    if (!counted.ok) return counted;
    const { matching, asOf } = counted.data;
    if (matching.unsent === 0) continue;
    neverSent.push({ route: name, title: title ?? name, scans: matching.unsent, asOf });
  }
  return { ok: true, data: { deliveries: deliveries.data.count, neverSent } };
}

/**
 * Sends the deliveries of the range again, and the scans that the routes in `neverSent` have not
 * sent. Returns the number of deliveries that are due now.
 */
export async function sendRange(
  range: DeliveryRange,
  neverSent: readonly NeverSent[],
  signal: AbortSignal,
): Promise<Result<{ count: number }>> {
  const replayed = await replayDeliveries(range);
  if (!replayed.ok) return replayed;
  let { count } = replayed.data;
  for (const { route, asOf } of neverSent) {
    const request = { route, asOf, again: "none", onlyMatching: true } as const;
    const sent = await sendSelected(toSelection(range), request, { signal });
    if (!sent.ok) return sent;
    count += sent.data.count;
  }
  return { ok: true, data: { count } };
}

/** Returns the fields of a request that select the scans of the range. */
function toSelection({ from, to }: DeliveryRange, inbox?: string): object {
  return { match: { from, to, inbox } };
}

/** Returns the subject of the form of a range, for `hasUnsavedForm()`. */
export const rangeForm = (destination: string) => `range of destination ${destination}`;
