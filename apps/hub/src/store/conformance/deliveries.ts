import { describe, expect, it } from "vitest";
import type { Delivery, DeliveryFilter } from "../forwarding.ts";
import { type Subject, toArrival } from "./subject.ts";
import { addWay, attempted, claimIds, passOn, toDestination, type Way } from "./way.ts";

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

  describe("replay", () => {
    it("makes due now whatever passes, with no attempts yet", async () => {
      const shop = await addWay(on, "shop");
      const made: number[] = [];
      for (const state of ["delivered", "dead", "pending", "dropped"] as const) {
        const [id] = await passOn(on, [shop]);
        made.push(id!);
        await on.store.claimOne("node", id!);
        await on.store.settle("node", [attempted(on, id!, state, new Date(on.time + 60_000))]);
      }
      on.time += 1000;
      const one = { count: 1, destinations: new Set([shop.destination]) };
      expect(await on.store.replay({ state: "dead" })).toStrictEqual(one);
      expect(await on.store.replay({ ids: made.slice(0, 1) })).toStrictEqual(one);
      const none = { count: 0, destinations: new Set() };
      expect(await on.store.replay({ destination: "none" })).toStrictEqual(none);
      expect(await claimIds(on, "node", shop)).toStrictEqual([made[0], made[1]]);
      expect((await on.store.replay({})).count).toBe(2);
      const dueAt = on.now().toISOString();
      for (const id of made)
        expect(await on.store.delivery(id)).toMatchObject({ state: "pending", attempts: 0 });
      expect(await on.store.delivery(made[2]!)).toMatchObject({ dueAt, log: [{ ms: 12 }] });
      expect(await claimIds(on, "node", shop)).toStrictEqual(made.slice(2));
      expect(await on.store.deliveryCounts()).toMatchObject([{ accepted: 4, pending: 4 }]);
    });

    it("answers the destinations of what it made due, and of nothing else", async () => {
      const [shop, log, mail] = [
        await addWay(on, "shop"),
        await addWay(on, "log"),
        await addWay(on, "mail"),
      ];
      const ids = await passOn(on, [shop, log, mail], { delivery: { state: "dropped" } });
      const [waiting] = await passOn(on, [log]);
      await on.store.claimOne("node", waiting!);
      expect(await on.store.replay({ ids: [...ids.slice(0, 1), waiting!] })).toStrictEqual({
        count: 1,
        destinations: new Set([shop.destination]),
      });
      expect(await on.store.replay({ state: "dropped" })).toStrictEqual({
        count: 2,
        destinations: new Set([log.destination, mail.destination]),
      });
    });

    it("takes a time range over very many, and so does drop", async () => {
      const ways: Way[] = [];
      for (let n = 0; n < 4; n++) ways.push(await addWay(on, `way-${n}`));
      const at = (minute: number) => ({ receivedAt: new Date(Date.UTC(2026, 4, 12, 12, minute)) });
      const all = await Promise.all(
        Array.from({ length: 330 }, (_, n) =>
          passOn(on, ways, { ...at(Math.trunc(n / 10)), delivery: { state: "dropped" } }),
        ),
      );
      const range = { from: "2026-05-12T12:01:00Z", to: "2026-05-12T12:31:00Z" };
      expect(await on.store.replay({ ...range, state: "dropped" })).toStrictEqual({
        count: 1200,
        destinations: new Set(ways.map(({ destination }) => destination)),
      });
      expect(await stateOf(all[9]![3]!)).toBe("dropped");
      expect(await stateOf(all[10]![0]!)).toBe("pending");
      expect(await stateOf(all[309]![3]!)).toBe("pending");
      expect(await stateOf(all[310]![0]!)).toBe("dropped");
      await claimIds(on, "node", ways[0]!, 50);
      expect(await on.store.drop({ to: "2026-05-12T12:21:00Z", destination: "way-0" })).toBe(150);
      expect(await on.store.drop({ ...range, state: "dead" })).toBe(0);
      expect(await on.store.drop({})).toBe(1000);
      const counts = await on.store.deliveryCounts();
      expect(counts.map(({ accepted, pending, dropped }) => [accepted, pending, dropped])).toEqual([
        [330, 50, 280],
        [330, 0, 330],
        [330, 0, 330],
        [330, 0, 330],
      ]);
    });

    it("and drop refuse a time that is none", async () => {
      await expect(on.store.replay({ from: "yesterday" })).rejects.toThrow(RangeError);
      await expect(on.store.drop({ to: "" })).rejects.toThrow(RangeError);
    });
  });

  describe("drop", () => {
    it("takes what is pending and not under way, and leaves the rest as it is", async () => {
      const shop = await addWay(on, "shop");
      const [[a], [b], [c], [d]] = [
        await passOn(on, [shop]),
        await passOn(on, [shop]),
        await passOn(on, [shop]),
        await passOn(on, [shop]),
      ];
      await settle(a!, "delivered");
      await on.store.claimOne("node", b!);
      expect(await on.store.drop({ ids: [a!, b!, c!] })).toBe(1);
      expect(await Promise.all([a!, b!, c!, d!].map(stateOf))).toStrictEqual([
        "delivered",
        "pending",
        "dropped",
        "pending",
      ]);
      await on.store.settle("node", [attempted(on, b!, "delivered")]);
      expect(await stateOf(b!)).toBe("delivered");
      expect(await claimIds(on, "node", shop)).toStrictEqual([d]);
    });
  });
}
