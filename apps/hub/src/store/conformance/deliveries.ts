import { describe, expect, it } from "vitest";
import type { Delivery, DeliveryFilter } from "../deliveries.ts";
import {
  addRoutedDestination,
  appendWithDeliveries,
  type RoutedDestination,
  toDestination,
  toSettled,
} from "../testing/routed-destinations.ts";
import { type Subject, toArrival } from "../testing/subject.ts";

export function deliveriesConformance(subject: Subject): void {
  const listIds = async (filter: DeliveryFilter, page = { limit: 99 }) =>
    (await subject.store.deliveries(filter, page)).map(({ id }) => id);
  const readState = async (id: number) => (await subject.store.delivery(id))?.state;
  const settle = async (id: number, state: Delivery["state"]) => {
    await subject.store.claimOne("node", id);
    await subject.store.settle("node", [toSettled(subject, id, state)]);
  };

  describe("deliveries", () => {
    it("stores the deliveries of a scan with it, in the given order", async () => {
      const [shop, log] = [
        await addRoutedDestination(subject, "shop"),
        await addRoutedDestination(subject, "log"),
      ];
      const scan = await subject.append({
        deliveries: [
          { route: log.route, state: "pending" },
          { route: 4711, state: "pending" },
          { route: shop.route, state: "dropped" },
        ],
      });
      const [logId, unknownId, shopId] = scan.deliveries!;
      expect(unknownId).toBe(0);
      const createdAt = subject.now().toISOString();
      const commonFields = { scan: scan.id, attempts: 0, createdAt };
      const toLog = {
        ...commonFields,
        id: logId!,
        route: "log",
        destination: "log",
        state: "pending",
        dueAt: createdAt,
      } as const;
      const toShop = {
        ...commonFields,
        id: shopId!,
        route: "shop",
        destination: "shop",
        state: "dropped",
      } as const;
      expect(await subject.store.deliveries({}, { limit: 9 })).toEqual([toShop, toLog]);
      expect(await subject.store.delivery(logId!)).toEqual({ ...toLog, log: [] });
      expect(await subject.store.deliveryOf(scan.id, shop.route)).toEqual(toShop);
      expect(await subject.store.deliveryOf(scan.id, 4711)).toBeUndefined();
      expect(await subject.store.deliveryOf(4711, shop.route)).toBeUndefined();
      expect(await subject.store.delivery(4711)).toBeUndefined();
    });

    it("stores the deliveries of each scan when many arrive together, and none for repeats", async () => {
      const [shop, log] = [
        await addRoutedDestination(subject, "shop"),
        await addRoutedDestination(subject, "log"),
      ];
      const toDelivery = ({ route }: RoutedDestination) => ({ route, state: "pending" as const });
      const routesByScan = [[shop], [], [log, shop], [log]];
      const results = await Promise.all(
        Array.from({ length: 80 }, (_, arrivalIndex) =>
          subject.append({
            content: `${arrivalIndex >> 1}`,
            deliveries: routesByScan[(arrivalIndex >> 1) % 4]!.map(toDelivery),
          }),
        ),
      );
      for (const [arrivalIndex, { id, repeat, deliveries }] of results.entries()) {
        const routes = routesByScan[(arrivalIndex >> 1) % 4]!;
        if (repeat || routes.length === 0) expect(deliveries).toBeUndefined();
        else expect(deliveries).toHaveLength(routes.length);
        for (const [index, route] of routes.entries()) {
          const delivery = await subject.store.deliveryOf(id, route.route);
          if (!repeat)
            expect(delivery).toMatchObject({ id: deliveries![index], scan: id, route: route.name });
        }
      }
      expect(await listIds({})).toHaveLength(40);
      expect(
        (await subject.append({ content: "0", deliveries: [toDelivery(log)] })).deliveries,
      ).toBeUndefined();
      expect(await listIds({})).toHaveLength(40);
    });

    it("lists the deliveries that match a filter newest first, in pages", async () => {
      const [shop, log] = [
        await addRoutedDestination(subject, "shop"),
        await addRoutedDestination(subject, "log"),
      ];
      const arrivalAt = (second: number) => ({
        receivedAt: new Date(Date.UTC(2026, 4, 12, 12, 0, second)),
      });
      const [shop1, log1] = await appendWithDeliveries(subject, [shop, log], arrivalAt(1));
      const [shop2] = await appendWithDeliveries(subject, [shop], {
        ...arrivalAt(2),
        delivery: { state: "dropped" },
      });
      const [shop3, log3] = await appendWithDeliveries(subject, [shop, log], arrivalAt(3));
      const [log4] = await appendWithDeliveries(subject, [log], arrivalAt(4));
      await settle(shop1!, "delivered");
      await settle(log3!, "dead");
      const scan = (await subject.store.delivery(shop3!))!.scan;
      const [from, to] = [
        arrivalAt(2).receivedAt.toISOString(),
        arrivalAt(4).receivedAt.toISOString(),
      ];
      const cases: [DeliveryFilter, (number | undefined)[]][] = [
        [{}, [log4, log3, shop3, shop2, log1, shop1]],
        [{ destination: "shop" }, [shop3, shop2, shop1]],
        [{ route: "log" }, [log4, log3, log1]],
        [{ destination: "none" }, []],
        [{ route: "none" }, []],
        [{ destination: "shop", route: "log" }, []],
        [{ state: "pending" }, [log4, shop3, log1]],
        [{ state: "dead" }, [log3]],
        [{ state: "dropped", destination: "shop" }, [shop2]],
        [{ state: "delivered", destination: "log" }, []],
        [{ scan }, [log3, shop3]],
        [{ scan, state: "pending" }, [shop3]],
        [{ ids: [shop1!, log4!, 4711] }, [log4, shop1]],
        [{ ids: [shop1!, log4!], destination: "log" }, [log4]],
        [{ ids: [] }, []],
        [{ from }, [log4, log3, shop3, shop2]],
        [{ to }, [log3, shop3, shop2, log1, shop1]],
        [{ from, to }, [log3, shop3, shop2]],
        [{ from, to, state: "pending" }, [shop3]],
        [{ from, to, destination: "shop" }, [shop3, shop2]],
        [{ from, to, route: "log" }, [log3]],
        [{ from: to, to: from }, []],
        [{ from: "2030-01-01" }, []],
        [{ from: "2026-05-12T14:00:04+02:00" }, [log4]],
      ];
      for (const [filter, expected] of cases) {
        expect(await listIds(filter), JSON.stringify(filter)).toStrictEqual(expected);
        const pages: number[] = [];
        for (let before: number | undefined; ; before = pages.at(-1)) {
          const page = await listIds(filter, {
            limit: 2,
            ...(before === undefined ? {} : { before }),
          });
          pages.push(...page);
          if (page.length < 2) break;
        }
        expect(pages, `in pages: ${JSON.stringify(filter)}`).toStrictEqual(expected);
      }
      await expect(subject.store.deliveries({ from: "yesterday" }, { limit: 1 })).rejects.toThrow(
        RangeError,
      );
    });

    it("returns every attempt of a delivery, and the last one in lists", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [id] = await appendWithDeliveries(subject, [shop]);
      const failed = {
        at: subject.now().toISOString(),
        ms: 1234,
        status: 503,
        error: "The shop is closed.",
        answer: "closed \u0000 🧵",
      };
      await subject.store.claimOne("one", id!);
      const dueAt = new Date(subject.time + 5000);
      await subject.store.settle("one", [{ id: id!, state: "pending", dueAt, attempt: failed }]);
      const pending = (await subject.store.delivery(id!))!;
      expect(pending).toMatchObject({
        state: "pending",
        attempts: 1,
        dueAt: dueAt.toISOString(),
        lastAttempt: { ...failed, node: "one" },
      });
      subject.time += 5000;
      const succeeded = { at: subject.now().toISOString(), ms: 7 };
      await subject.store.claimOne("two", id!);
      await subject.store.settle("two", [{ id: id!, state: "delivered", attempt: succeeded }]);
      const { log, ...delivered } = (await subject.store.delivery(id!))!;
      const [first, second] = log;
      expect(log).toEqual([
        { ...failed, id: first!.id, node: "one" },
        { ...succeeded, id: second!.id, node: "two" },
      ]);
      expect(first!.id).toBeLessThan(second!.id);
      expect(delivered).toMatchObject({ state: "delivered", attempts: 2, lastAttempt: second });
      expect(delivered.dueAt).toBeUndefined();
      expect(await subject.store.deliveries({}, { limit: 9 })).toStrictEqual([delivered]);
    });

    it("counts the deliveries of each existing destination", async () => {
      const log = await addRoutedDestination(subject, "log");
      const createdAt = subject.now().toISOString();
      const [oldestId] = await appendWithDeliveries(subject, [log]);
      subject.time += 1000;
      const shop = await addRoutedDestination(subject, "shop");
      const [firstIds, secondIds] = [
        await appendWithDeliveries(subject, [shop, log]),
        await appendWithDeliveries(subject, [shop, log]),
      ];
      await appendWithDeliveries(subject, [log], { delivery: { state: "dropped" } });
      await settle(firstIds[0]!, "delivered");
      await settle(secondIds[1]!, "dead");
      await subject.store.addDestination(toDestination("unused"));
      const zeroCounts = {
        accepted: 0,
        delivered: 0,
        dead: 0,
        pending: 0,
        dropped: 0,
        expired: 0,
        repeated: 0,
        deliveredTotal: 0,
      };
      const oldestPendingAt = subject.now().toISOString();
      expect(await subject.store.deliveryCounts()).toEqual([
        {
          ...zeroCounts,
          destination: "log",
          accepted: 4,
          dead: 1,
          pending: 2,
          dropped: 1,
          oldestPendingAt: createdAt,
        },
        {
          ...zeroCounts,
          destination: "shop",
          accepted: 2,
          delivered: 1,
          pending: 1,
          deliveredTotal: 1,
          oldestPendingAt,
        },
        { ...zeroCounts, destination: "unused" },
      ]);
      await settle(oldestId!, "delivered");
      expect((await subject.store.deliveryCounts())[0]).toMatchObject({ oldestPendingAt });
      await subject.store.removeDestination("log");
      expect(
        (await subject.store.deliveryCounts()).map(({ destination }) => destination),
      ).toStrictEqual(["shop", "unused"]);
    });

    it("keeps deliveries with their names when their route or destination is removed", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [id] = await appendWithDeliveries(subject, [shop]);
      await subject.store.changeRoute("shop", { shape: { format: "text", template: "last" } });
      await subject.store.removeRoute("shop");
      const scan = toArrival({
        content: "after",
        deliveries: [{ route: shop.route, state: "pending" }],
      });
      expect((await subject.store.append(scan)).deliveries).toStrictEqual([0]);
      const { claimed } = await subject.store.claim("node", [
        { destination: shop.destination, limit: 9 },
      ]);
      expect(claimed).toMatchObject([{ id, shape: { format: "text", template: "last" } }]);
      await subject.store.settle("node", [toSettled(subject, id!, "pending", subject.now())]);
      await subject.store.removeDestination("shop");
      expect(await subject.store.delivery(id!)).toMatchObject({
        state: "dropped",
        route: "shop",
        destination: "shop",
      });
      await subject.store.addDestination(toDestination("shop"));
      expect(await listIds({ destination: "shop", route: "shop" })).toStrictEqual([id]);
    });

    it("drops pending deliveries, including claimed ones, when their destination is removed", async () => {
      const [shop, log] = [
        await addRoutedDestination(subject, "shop"),
        await addRoutedDestination(subject, "log"),
      ];
      const firstIds = await appendWithDeliveries(subject, [shop, log]);
      const secondIds = await appendWithDeliveries(subject, [shop, log]);
      const thirdIds = await appendWithDeliveries(subject, [shop, log]);
      await settle(firstIds[0]!, "delivered");
      await subject.store.claimOne("node", secondIds[0]!);
      await subject.store.removeDestination("shop");
      await subject.store.settle("node", [toSettled(subject, secondIds[0]!, "delivered")]);
      expect(await readState(firstIds[0]!)).toBe("delivered");
      expect(await subject.store.delivery(secondIds[0]!)).toMatchObject({
        state: "dropped",
        lastAttempt: { node: "node" },
      });
      expect(await readState(thirdIds[0]!)).toBe("dropped");
      expect(await listIds({ state: "pending" })).toStrictEqual([
        thirdIds[1],
        secondIds[1],
        firstIds[1],
      ]);
      expect((await subject.store.replay({ ids: thirdIds })).count).toBe(1);
      expect(await readState(thirdIds[0]!)).toBe("dropped");
    });
  });
}
