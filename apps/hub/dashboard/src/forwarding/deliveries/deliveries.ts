import type {
  Attempt,
  DeliveryFilter,
  DeliveryState,
  Delivery as StoredDelivery,
} from "../../../../src/store/forwarding.ts";
import type { Answer, StoredScan } from "../../api.ts";
import { askHub } from "../../session.svelte.ts";
import type { Preview } from "../preview/preview.ts";

export type { Attempt, DeliveryFilter, DeliveryState };

/** A delivery with what is known of its scan: only the number when that was deleted since. */
export type Delivery = Omit<StoredDelivery, "scan"> & {
  scan: Pick<StoredScan, "id"> &
    Partial<
      Pick<StoredScan, "inbox" | "identifier" | "content" | "receivedAt" | "source" | "tagName">
    >;
};

export type DeliveryPage = { deliveries: Delivery[]; next?: number };

/** So many may be named at once. */
export const mostAtOnce = 1000;

/** A page of deliveries, newest first. */
export function loadDeliveries(
  filter: Omit<DeliveryFilter, "ids">,
  page: { before?: number; limit: number },
  signal?: AbortSignal,
): Promise<Answer<DeliveryPage>> {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...filter, ...page })) {
    if (value !== undefined) params.set(key, String(value));
  }
  const parts = signal ? { signal } : {};
  return askHub("GET", `/api/deliveries?${params}`, undefined, parts);
}

/** All attempts of a delivery, oldest first. */
export function loadDelivery(
  id: number,
  signal?: AbortSignal,
): Promise<Answer<Delivery & { log: Attempt[] }>> {
  return askHub("GET", `/api/deliveries/${id}`, undefined, signal ? { signal } : {});
}

/** What it sends, as it would go out now. */
export function loadRequest(
  id: number,
  signal: AbortSignal,
): Promise<Answer<NonNullable<Preview["made"]>>> {
  return askHub("GET", `/api/deliveries/${id}/request`, undefined, { signal });
}

/** Makes them due again; answers how many. */
export function replay(filter: DeliveryFilter): Promise<Answer<{ count: number }>> {
  return askHub("POST", "/api/deliveries/replay", filter);
}

/** Of those, what waits is not sent any more; answers how many. */
export function drop(filter: DeliveryFilter): Promise<Answer<{ count: number }>> {
  return askHub("POST", "/api/deliveries/drop", filter);
}
