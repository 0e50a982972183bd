import type { Delivery, DeliveryPage } from "./deliveries.ts";

/**
 * The deliveries on the page, newest first. `next` is the cursor of the next older page, undefined
 * at the end.
 */
export type DeliveryList = { shown: readonly Delivery[]; next: number | undefined };

/**
 * Replaces the first page of the list. Keeps the older deliveries below it, unless there is a gap
 * between the new page and them.
 */
export function updateFirstPage(list: DeliveryList | undefined, page: DeliveryPage): DeliveryList {
  const last = page.deliveries.at(-1)?.id;
  const newList = { shown: page.deliveries, next: page.next };
  if (!list || last === undefined || page.next === undefined) return newList;
  const isAdjacent = (list.shown[0]?.id ?? 0) >= last;
  const older = isAdjacent ? list.shown.filter(({ id }) => id < last) : [];
  if (older.length === 0) return newList;
  return { shown: [...page.deliveries, ...older], next: list.next };
}

/** Adds a page of older deliveries at the end. */
export function addOlder(list: DeliveryList, page: DeliveryPage): DeliveryList {
  const last = list.shown.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  return {
    shown: [...list.shown, ...page.deliveries.filter(({ id }) => id < last)],
    next: page.next,
  };
}
