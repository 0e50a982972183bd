import { describe, expect, it } from "vitest";
import type { Delivery, DeliveryFilter } from "../forwarding.ts";
import { type Subject, toArrival } from "../testing/subject.ts";
import { addWay, attempted, passOn, toDestination, type Way } from "./way.ts";

export function deliveriesConformance(on: Subject): void {
  const ids = async (filter: DeliveryFilter, page = { limit: 99 }) =>
    (await on.store.deliveries(filter, page)).map(({ id }) => id);
  const stateOf = async (id: number) => (await on.store.delivery(id))?.state;
  const settle = async (id: number, state: Delivery["state"]) => {
    await on.store.claimOne("node", id);
    await on.store.settle("node", [attempted(on, id, state)]);
  };

  describe("deliveries", () => {
    it("are written with their scan, in the order they were given", async () => {
      const [shop, log] = [await addWay(on, "shop"), await addWay(on, "log")];
      const scan = await on.append({
        deliveries: [
          { route: log.route, state: "pending" },
          { route: 4711, state: "pending" },
          { route: shop.route, state: "dropped" },
        ],
      });
      const [first, none, second] = scan.deliveries!;
      expect(none).toBe(0);
      const createdAt = on.now().toISOString();
      const made = { scan: scan.id, attempts: 0, createdAt };
      const toLog = {
        ...made,
        id: first!,
        route: "log",
        destination: "log",
        state: "pending",
        dueAt: createdAt,
      } as const;
      const toShop = {
        ...made,
        id: second!,
        route: "shop",
        destination: "shop",
        state: "dropped",
      } as const;
      expect(await on.store.deliveries({}, { limit: 9 })).toStrictEqual([toShop, toLog]);
      expect(await on.store.delivery(first!)).toStrictEqual({ ...toLog, log: [] });
      expect(await on.store.deliveryOf(scan.id, shop.route)).toStrictEqual(toShop);
      expect(await on.store.deliveryOf(scan.id, 4711)).toBeUndefined();
      expect(await on.store.deliveryOf(4711, shop.route)).toBeUndefined();
      expect(await on.store.delivery(4711)).toBeUndefined();
    });

    it("are given to each of many scans that are stored at once, and to no repeat", async () => {
      const [shop, log] = [await addWay(on, "shop"), await addWay(on, "log")];
      const to = ({ route }: Way) => ({ route, state: "pending" as const });
      const ways = [[shop], [], [log, shop], [log]];
      const results = await Promise.all(
        Array.from({ length: 80 }, (_, n) =>
          on.append({ content: `${n >> 1}`, deliveries: ways[(n >> 1) % 4]!.map(to) }),
        ),
      );
      for (const [n, { id, repeat, deliveries }] of results.entries()) {
        const given = ways[(n >> 1) % 4]!;
        if (repeat || given.length === 0) expect(deliveries).toBeUndefined();
        else expect(deliveries).toHaveLength(given.length);
        for (const [at, way] of given.entries()) {
          const one = await on.store.deliveryOf(id, way.route);
          if (!repeat)
            expect(one).toMatchObject({ id: deliveries![at], scan: id, route: way.name });
        }
      }
      expect(await ids({})).toHaveLength(40);
      expect((await on.append({ content: "0", deliveries: [to(log)] })).deliveries).toBeUndefined();
      expect(await ids({})).toHaveLength(40);
    });

    it("are listed newest first, narrowed and in pages", async () => {
      const [shop, log] = [await addWay(on, "shop"), await addWay(on, "log")];
      const at = (second: number) => ({
        receivedAt: new Date(Date.UTC(2026, 4, 12, 12, 0, second)),
      });
      const [a, b] = await passOn(on, [shop, log], at(1));
      const [c] = await passOn(on, [shop], { ...at(2), delivery: { state: "dropped" } });
      const [d, e] = await passOn(on, [shop, log], at(3));
      const [f] = await passOn(on, [log], at(4));
      await settle(a!, "delivered");
      await settle(e!, "dead");
      const scan = (await on.store.delivery(d!))!.scan;
      const [from, to] = [at(2).receivedAt.toISOString(), at(4).receivedAt.toISOString()];
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
      await expect(on.store.deliveries({ from: "yesterday" }, { limit: 1 })).rejects.toThrow(
        RangeError,
      );
    });

    it("show every attempt, the last one in lists", async () => {
      const shop = await addWay(on, "shop");
      const [id] = await passOn(on, [shop]);
      const failed = {
        at: on.now().toISOString(),
        ms: 1234,
        status: 503,
        error: "The shop is closed.",
        answer: "closed \u0000 🧵",
      };
      await on.store.claimOne("one", id!);
      const dueAt = new Date(on.time + 5000);
      await on.store.settle("one", [{ id: id!, state: "pending", dueAt, attempt: failed }]);
      const pending = (await on.store.delivery(id!))!;
      expect(pending).toMatchObject({
        state: "pending",
        attempts: 1,
        dueAt: dueAt.toISOString(),
        lastAttempt: { ...failed, node: "one" },
      });
      on.time += 5000;
      const done = { at: on.now().toISOString(), ms: 7 };
      await on.store.claimOne("two", id!);
      await on.store.settle("two", [{ id: id!, state: "delivered", attempt: done }]);
      const { log, ...delivered } = (await on.store.delivery(id!))!;
      const [first, second] = log;
      expect(log).toStrictEqual([
        { ...failed, id: first!.id, node: "one" },
        { ...done, id: second!.id, node: "two" },
      ]);
      expect(first!.id).toBeLessThan(second!.id);
      expect(delivered).toMatchObject({ state: "delivered", attempts: 2, lastAttempt: second });
      expect(Object.keys(delivered)).not.toContain("dueAt");
      expect(await on.store.deliveries({}, { limit: 9 })).toStrictEqual([delivered]);
    });

    it("are counted for each destination that is there", async () => {
      const log = await addWay(on, "log");
      const createdAt = on.now().toISOString();
      const [a] = await passOn(on, [log]);
      on.time += 1000;
      const shop = await addWay(on, "shop");
      const [b, c] = [await passOn(on, [shop, log]), await passOn(on, [shop, log])];
      await passOn(on, [log], { delivery: { state: "dropped" } });
      await settle(b[0]!, "delivered");
      await settle(c[1]!, "dead");
      await on.store.addDestination(toDestination("unused"));
      const none = { accepted: 0, delivered: 0, dead: 0, pending: 0, dropped: 0 };
      const oldestPendingAt = on.now().toISOString();
      expect(await on.store.deliveryCounts()).toStrictEqual([
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
      expect((await on.store.deliveryCounts())[0]).toMatchObject({ oldestPendingAt });
      await on.store.removeDestination("log");
      expect((await on.store.deliveryCounts()).map(({ destination }) => destination)).toStrictEqual(
        ["shop", "unused"],
      );
    });

    it("stay, with the names they had, when their route or destination is removed", async () => {
      const shop = await addWay(on, "shop");
      const [a] = await passOn(on, [shop]);
      await on.store.changeRoute("shop", { shape: { format: "text", template: "last" } });
      await on.store.removeRoute("shop");
      const scan = toArrival({
        content: "after",
        deliveries: [{ route: shop.route, state: "pending" }],
      });
      expect((await on.store.append(scan)).deliveries).toStrictEqual([0]);
      const { claimed } = await on.store.claim("node", [
        { destination: shop.destination, limit: 9 },
      ]);
      expect(claimed).toMatchObject([{ id: a, shape: { format: "text", template: "last" } }]);
      await on.store.settle("node", [attempted(on, a!, "pending", on.now())]);
      await on.store.removeDestination("shop");
      expect(await on.store.delivery(a!)).toMatchObject({
        state: "dropped",
        route: "shop",
        destination: "shop",
      });
      await on.store.addDestination(toDestination("shop"));
      expect(await ids({ destination: "shop", route: "shop" })).toStrictEqual([a]);
    });

    it("that are pending are dropped with their destination, also those under way, and no others", async () => {
      const [shop, log] = [await addWay(on, "shop"), await addWay(on, "log")];
      const first = await passOn(on, [shop, log]);
      const second = await passOn(on, [shop, log]);
      const third = await passOn(on, [shop, log]);
      await settle(first[0]!, "delivered");
      await on.store.claimOne("node", second[0]!);
      await on.store.removeDestination("shop");
      await on.store.settle("node", [attempted(on, second[0]!, "delivered")]);
      expect(await stateOf(first[0]!)).toBe("delivered");
      expect(await on.store.delivery(second[0]!)).toMatchObject({
        state: "dropped",
        lastAttempt: { node: "node" },
      });
      expect(await stateOf(third[0]!)).toBe("dropped");
      expect(await ids({ state: "pending" })).toStrictEqual([third[1], second[1], first[1]]);
      expect((await on.store.replay({ ids: third })).count).toBe(1);
      expect(await stateOf(third[0]!)).toBe("dropped");
    });
  });
}
