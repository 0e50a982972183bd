import fc from "fast-check";
import { expect, test } from "vitest";
import type { Delivery } from "./deliveries.ts";
import { addOlder, type DeliveryList, updateFirstPage } from "./delivery-list.ts";

const rows = (...ids: number[]) => ids.map((id) => ({ id }) as Delivery);
const idsOf = (list: DeliveryList) => list.shown.map(({ id }) => id);

test("updates the first page and keeps the older pages below it", () => {
  const first = updateFirstPage(undefined, { deliveries: rows(9, 8, 7), next: 7 });
  const longer = addOlder(first, { deliveries: rows(6, 5, 4), next: 4 });
  const renewed = updateFirstPage(longer, { deliveries: rows(10, 9, 8), next: 8 });
  expect(idsOf(renewed)).toEqual([10, 9, 8, 7, 6, 5, 4]);
  expect(renewed.next).toBe(4);
});

test("drops the older pages when more new deliveries arrived than a page holds", () => {
  const list = addOlder(updateFirstPage(undefined, { deliveries: rows(3, 2), next: 2 }), {
    deliveries: rows(1),
  });
  const renewed = updateFirstPage(list, { deliveries: rows(9, 8), next: 8 });
  expect(idsOf(renewed)).toEqual([9, 8]);
  expect(renewed.next).toBe(8);
});

test("replaces the whole list with a page that has no next page", () => {
  const list = updateFirstPage(undefined, { deliveries: rows(5, 4, 3), next: 3 });
  expect(updateFirstPage(list, { deliveries: rows(5) })).toEqual({
    shown: rows(5),
    next: undefined,
  });
  expect(idsOf(updateFirstPage(list, { deliveries: [] }))).toEqual([]);
});

test("lists each delivery once, newest first, without a gap, in any order of events", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("arrive" as const), count: fc.nat(9) }),
    fc.record({ kind: fc.constant("renew" as const) }),
    fc.record({ kind: fc.constant("older" as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let newest = 0;
      let list: DeliveryList | undefined;
      const page = (before: number) => {
        const ids = Array.from({ length: Math.min(4, before - 1) }, (_, i) => before - 1 - i);
        const last = ids.at(-1) ?? 1;
        return last > 1 ? { deliveries: rows(...ids), next: last } : { deliveries: rows(...ids) };
      };
      for (const event of steps) {
        if (event.kind === "arrive") newest += event.count;
        else if (event.kind === "renew") list = updateFirstPage(list, page(newest + 1));
        else if (list?.next !== undefined) list = addOlder(list, page(list.next));
        const ids = list ? idsOf(list) : [];
        const newestId = ids[0] ?? 0;
        expect(ids).toEqual(ids.map((_, index) => newestId - index));
        if (list && list.next === undefined) expect(ids.at(-1) ?? 1).toBe(1);
      }
    }),
  );
});
