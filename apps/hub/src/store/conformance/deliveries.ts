import { describe, expect, it } from "vitest";
import type { Delivery, DeliveryFilter } from "../forwarding.ts";
import {
  addRoutedDestination,
  appendWithDeliveries,
  type RoutedDestination,
  toDestination,
  toSettled,
} from "../testing/routed-destinations.ts";
import { type Subject, toArrival } from "../testing/subject.ts";

export function deliveriesConformance(subject: Subject): void {
  const ids = async (filter: DeliveryFilter, page = { limit: 99 }) =>
    (await subject.store.deliveries(filter, page)).map(({ id }) => id);
  const stateOf = async (id: number) => (await subject.store.delivery(id))?.state;
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
      const [first, unknown, second] = scan.deliveries!;
      expect(unknown).toBe(0);
      const createdAt = subject.now().toISOString();
      const common = { scan: scan.id, attempts: 0, createdAt };
      const toLog = {
        ...common,
        id: first!,
        route: "log",
        destination: "log",
        state: "pending",
        dueAt: createdAt,
      } as const;
      const toShop = {
        ...common,
        id: second!,
        route: "shop",
        destination: "shop",
        state: "dropped",
      } as const;
      expect(await subject.store.deliveries({}, { limit: 9 })).toStrictEqual([toShop, toLog]);
      expect(await subject.store.delivery(first!)).toStrictEqual({ ...toLog, log: [] });
      expect(await subject.store.deliveryOf(scan.id, shop.route)).toStrictEqual(toShop);
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
        Array.from({ length: 80 }, (_, n) =>
          subject.append({
            content: `${n >> 1}`,
            deliveries: routesByScan[(n >> 1) % 4]!.map(toDelivery),
          }),
        ),
      );
      for (const [n, { id, repeat, deliveries }] of results.entries()) {
        const routes = routesByScan[(n >> 1) % 4]!;
        if (repeat || routes.length === 0) expect(deliveries).toBeUndefined();
        else expect(deliveries).toHaveLength(routes.length);
        for (const [index, route] of routes.entries()) {
          const delivery = await subject.store.deliveryOf(id, route.route);
          if (!repeat)
            expect(delivery).toMatchObject({ id: deliveries![index], scan: id, route: route.name });
        }
      }
      expect(await ids({})).toHaveLength(40);
      expect(
        (await subject.append({ content: "0", deliveries: [toDelivery(log)] })).deliveries,
      ).toBeUndefined();
      expect(await ids({})).toHaveLength(40);
    });

    it("lists the deliveries that match a filter newest first, in pages", async () => {
      const [shop, log] = [
        await addRoutedDestination(subject, "shop"),
        await addRoutedDestination(subject, "log"),
      ];
      const arrivalAt = (second: number) => ({
        receivedAt: new Date(Date.UTC(2026, 4, 12, 12, 0, second)),
      });
      const [a, b] = await appendWithDeliveries(subject, [shop, log], arrivalAt(1));
      const [c] = await appendWithDeliveries(subject, [shop], {
        ...arrivalAt(2),
        delivery: { state: "dropped" },
      });
      const [d, e] = await appendWithDeliveries(subject, [shop, log], arrivalAt(3));
      const [f] = await appendWithDeliveries(subject, [log], arrivalAt(4));
      await settle(a!, "delivered");
      await settle(e!, "dead");
      const scan = (await subject.store.delivery(d!))!.scan;
      const [from, to] = [
        arrivalAt(2).receivedAt.toISOString(),
        arrivalAt(4).receivedAt.toISOString(),
      ];
      const cases: [DeliveryFilter, (number | undefined)[]][] = [
        [{}, [f, e, d, c, b, a]],
        [{ destination: "shop" }, [d, c, a]],
        [{ route: "log" }, [f, e, b]],
        [{ destination: "none" }, []],
        [{ route: "none" }, []],
        [{ destination: "shop", route: "log" }, []],
        [{ state: "pending" }, [f, d, b]],
        [{ state: "dead" }, [e]],
        [{ state: "dropped", destination: "shop" }, [c]],
        [{ state: "delivered", destination: "log" }, []],
        [{ scan }, [e, d]],
        [{ scan, state: "pending" }, [d]],
        [{ ids: [a!, f!, 4711] }, [f, a]],
        [{ ids: [a!, f!], destination: "log" }, [f]],
        [{ ids: [] }, []],
        [{ from }, [f, e, d, c]],
        [{ to }, [e, d, c, b, a]],
        [{ from, to }, [e, d, c]],
        [{ from, to, state: "pending" }, [d]],
        [{ from, to, destination: "shop" }, [d, c]],
        [{ from, to, route: "log" }, [e]],
        [{ from: to, to: from }, []],
        [{ from: "2030-01-01" }, []],
        [{ from: "2026-05-12T14:00:04+02:00" }, [f]],
      ];
      for (const [filter, expected] of cases) {
        expect(await ids(filter), JSON.stringify(filter)).toStrictEqual(expected);
        const pages: number[] = [];
        for (let before: number | undefined; ; before = pages.at(-1)) {
          const page = await ids(filter, { limit: 2, ...(before === undefined ? {} : { before }) });
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
      expect(log).toStrictEqual([
        { ...failed, id: first!.id, node: "one" },
        { ...succeeded, id: second!.id, node: "two" },
      ]);
      expect(first!.id).toBeLessThan(second!.id);
      expect(delivered).toMatchObject({ state: "delivered", attempts: 2, lastAttempt: second });
      expect(Object.keys(delivered)).not.toContain("dueAt");
      expect(await subject.store.deliveries({}, { limit: 9 })).toStrictEqual([delivered]);
    });

    it("counts the deliveries of each existing destination", async () => {
      const log = await addRoutedDestination(subject, "log");
      const createdAt = subject.now().toISOString();
      const [a] = await appendWithDeliveries(subject, [log]);
      subject.time += 1000;
      const shop = await addRoutedDestination(subject, "shop");
      const [b, c] = [
        await appendWithDeliveries(subject, [shop, log]),
        await appendWithDeliveries(subject, [shop, log]),
      ];
      await appendWithDeliveries(subject, [log], { delivery: { state: "dropped" } });
      await settle(b[0]!, "delivered");
      await settle(c[1]!, "dead");
      await subject.store.addDestination(toDestination("unused"));
      const none = { accepted: 0, delivered: 0, dead: 0, pending: 0, dropped: 0 };
      const oldestPendingAt = subject.now().toISOString();
      expect(await subject.store.deliveryCounts()).toStrictEqual([
        {
          ...none,
          destination: "log",
          accepted: 4,
          dead: 1,
          pending: 2,
          dropped: 1,
          oldestPendingAt: createdAt,
        },
        { ...none, destination: "shop", accepted: 2, delivered: 1, pending: 1, oldestPendingAt },
        { ...none, destination: "unused" },
      ]);
      await settle(a!, "delivered");
      expect((await subject.store.deliveryCounts())[0]).toMatchObject({ oldestPendingAt });
      await subject.store.removeDestination("log");
      expect(
        (await subject.store.deliveryCounts()).map(({ destination }) => destination),
      ).toStrictEqual(["shop", "unused"]);
    });

    it("keeps deliveries with their names when their route or destination is removed", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [a] = await appendWithDeliveries(subject, [shop]);
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
      expect(claimed).toMatchObject([{ id: a, shape: { format: "text", template: "last" } }]);
      await subject.store.settle("node", [toSettled(subject, a!, "pending", subject.now())]);
      await subject.store.removeDestination("shop");
      expect(await subject.store.delivery(a!)).toMatchObject({
        state: "dropped",
        route: "shop",
        destination: "shop",
      });
      await subject.store.addDestination(toDestination("shop"));
      expect(await ids({ destination: "shop", route: "shop" })).toStrictEqual([a]);
    });

    it("drops pending deliveries, including claimed ones, when their destination is removed", async () => {
      const [shop, log] = [
        await addRoutedDestination(subject, "shop"),
        await addRoutedDestination(subject, "log"),
      ];
      const first = await appendWithDeliveries(subject, [shop, log]);
      const second = await appendWithDeliveries(subject, [shop, log]);
      const third = await appendWithDeliveries(subject, [shop, log]);
      await settle(first[0]!, "delivered");
      await subject.store.claimOne("node", second[0]!);
      await subject.store.removeDestination("shop");
      await subject.store.settle("node", [toSettled(subject, second[0]!, "delivered")]);
      expect(await stateOf(first[0]!)).toBe("delivered");
      expect(await subject.store.delivery(second[0]!)).toMatchObject({
        state: "dropped",
        lastAttempt: { node: "node" },
      });
      expect(await stateOf(third[0]!)).toBe("dropped");
      expect(await ids({ state: "pending" })).toStrictEqual([third[1], second[1], first[1]]);
      expect((await subject.store.replay({ ids: third })).count).toBe(1);
      expect(await stateOf(third[0]!)).toBe("dropped");
    });
  });
}
