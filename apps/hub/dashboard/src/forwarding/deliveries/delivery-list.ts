import type { Delivery, DeliveryPage } from "./deliveries.ts";

/** Deliveries on the page, newest first; `next` is where older ones go on, undefined at the end. */
export type DeliveryList = { shown: readonly Delivery[]; next: number | undefined };

/** The list with its first page as it is now. Older ones stay below it, unless so much is new that a gap would be between. */
export function renew(list: DeliveryList | undefined, page: DeliveryPage): DeliveryList {
  const last = page.deliveries.at(-1)?.id;
  const fresh = { shown: page.deliveries, next: page.next };
  if (!list || last === undefined || page.next === undefined) return fresh;
  const touches = (list.shown[0]?.id ?? 0) >= last;
  const older = touches ? list.shown.filter(({ id }) => id < last) : [];
  if (older.length === 0) return fresh;
  return { shown: [...page.deliveries, ...older], next: list.next };
}

/** The list with a page of older ones at its end. */
export function addOlder(list: DeliveryList, page: DeliveryPage): DeliveryList {
  const last = list.shown.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  return {
    shown: [...list.shown, ...page.deliveries.filter(({ id }) => id < last)],
    next: page.next,
  };
}
