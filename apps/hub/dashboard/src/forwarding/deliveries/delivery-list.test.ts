import fc from "fast-check";
import { expect, test } from "vitest";
import type { Delivery } from "./deliveries.ts";
import { addOlder, type DeliveryList, renew } from "./delivery-list.ts";

const rows = (...ids: number[]) => ids.map((id) => ({ id }) as Delivery);
const idsOf = (list: DeliveryList) => list.shown.map(({ id }) => id);

test("the first page is renewed; what was loaded below stays", () => {
  const first = renew(undefined, { deliveries: rows(9, 8, 7), next: 7 });
  const longer = addOlder(first, { deliveries: rows(6, 5, 4), next: 4 });
  const renewed = renew(longer, { deliveries: rows(10, 9, 8), next: 8 });
  expect(idsOf(renewed)).toEqual([10, 9, 8, 7, 6, 5, 4]);
  expect(renewed.next).toBe(4);
});

test("when so much is new that there would be a gap, the list begins anew", () => {
  const list = addOlder(renew(undefined, { deliveries: rows(3, 2), next: 2 }), {
    deliveries: rows(1),
  });
  const renewed = renew(list, { deliveries: rows(9, 8), next: 8 });
  expect(idsOf(renewed)).toEqual([9, 8]);
  expect(renewed.next).toBe(8);
});

test("a page that is all there is replaces everything", () => {
  const list = renew(undefined, { deliveries: rows(5, 4, 3), next: 3 });
  expect(renew(list, { deliveries: rows(5) })).toEqual({ shown: rows(5), next: undefined });
  expect(idsOf(renew(list, { deliveries: [] }))).toEqual([]);
});

test("however deliveries come, the list has each once, newest first, without a gap", () => {
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
      for (const one of steps) {
        if (one.kind === "arrive") newest += one.count;
        else if (one.kind === "renew") list = renew(list, page(newest + 1));
        else if (list?.next !== undefined) list = addOlder(list, page(list.next));
        const ids = list ? idsOf(list) : [];
        const top = ids[0] ?? 0;
        expect(ids).toEqual(ids.map((_, index) => top - index));
        if (list && list.next === undefined) expect(ids.at(-1) ?? 1).toBe(1);
      }
    }),
  );
});
