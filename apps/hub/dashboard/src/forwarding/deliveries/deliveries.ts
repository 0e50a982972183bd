import type {
  Attempt,
  DeliveryFilter,
  DeliveryState,
  Delivery as StoredDelivery,
} from "../../../../src/store/deliveries.ts";
import type { Result, StoredScan } from "../../api.ts";
import { callApi } from "../../session.svelte.ts";
import type { Preview } from "../preview/preview.ts";

export type { Attempt, DeliveryFilter, DeliveryState };

/** A delivery and its scan. A deleted scan has only its id. Spans are in seconds. */
export type Delivery = Omit<StoredDelivery, "scan" | "dropped"> & {
  dropped?: { reason: "expired" | "repeated"; within?: number };
  scan: Pick<StoredScan, "id"> &
    Partial<
      Pick<StoredScan, "inbox" | "identifier" | "content" | "receivedAt" | "source" | "tagName">
    >;
};

export type DeliveryPage = { deliveries: Delivery[]; next?: number };

/** The API accepts at most this many ids in one request. */
export const maxIds = 1000;

/** Loads a page of deliveries, newest first. */
export function loadDeliveries(
  filter: Omit<DeliveryFilter, "ids">,
  page: { before?: number; limit: number },
  signal?: AbortSignal,
): Promise<Result<DeliveryPage>> {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...filter, ...page })) {
    if (value !== undefined) params.set(key, String(value));
  }
  return callApi("GET", `/api/deliveries?${params}`, undefined, { signal });
}

export function countDeliveries(
  { destination, state, from, to }: Omit<DeliveryFilter, "ids">,
  signal: AbortSignal,
): Promise<Result<{ count: number }>> {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries({ destination, state, from, to })) {
    if (value !== undefined) params.set(key, value);
  }
  return callApi("GET", `/api/deliveries/count?${params}`, undefined, { signal });
}

/** Loads a delivery with all its attempts, oldest first. */
export function loadDelivery(
  id: number,
  signal?: AbortSignal,
): Promise<Result<Delivery & { log: Attempt[] }>> {
  return callApi("GET", `/api/deliveries/${id}`, undefined, { signal });
}

/** Loads the messages that the hub would send now for a delivery. */
export function loadRequest(
  id: number,
  signal: AbortSignal,
): Promise<Result<NonNullable<Preview["made"]>>> {
  return callApi("GET", `/api/deliveries/${id}/request`, undefined, { signal });
}

/** Makes the matching deliveries due again. Returns their number. */
export function replayDeliveries(filter: DeliveryFilter): Promise<Result<{ count: number }>> {
  return callApi("POST", "/api/deliveries/replay", filter);
}

/** Drops the matching deliveries that are pending. Returns their number. */
export function dropDeliveries(filter: DeliveryFilter): Promise<Result<{ count: number }>> {
  return callApi("POST", "/api/deliveries/drop", filter);
}
