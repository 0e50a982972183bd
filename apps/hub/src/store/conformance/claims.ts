import { describe, expect, it } from "vitest";
import { type Subject, toArrival } from "../testing/subject.ts";
import { addWay, attempted, claimIds, passOn } from "./way.ts";

export function claimsConformance(on: Subject): void {
  const stateOf = async (id: number) => (await on.store.delivery(id))?.state;

  describe("claims", () => {
    it("give what is due, the oldest first, at most so many, with all that sending needs", async () => {
      const shop = await addWay(on, "shop");
      const body = `\uFEFF{ "any" : "body" }\n`;
      const [a] = await passOn(on, [shop], {
        body,
        user: "phone",
        source: "nfc",
        trace: "00-ab-cd-01",
      });
      const [b, c] = [await passOn(on, [shop]), await passOn(on, [shop])];
      const { claimed, next } = await on.store.claim("node", [
        { destination: shop.destination, limit: 2 },
      ]);
      const { scan } = (await on.store.delivery(a!))!;
      expect(claimed[0]).toStrictEqual({
        id: a,
        route: shop.route,
        shape: { format: "scan" },
        destination: shop.destination,
        attempts: 0,
        createdAt: on.now().toISOString(),
        trace: "00-ab-cd-01",
        scan: await on.store.scan(scan),
      });
      expect(claimed[0]!.scan.body).toBe(body);
      expect(claimed.map(({ id }) => id)).toStrictEqual([a, b[0]]);
      expect(Object.keys(claimed[1]!)).not.toContain("trace");
      expect(next).toBeUndefined();
      expect(await claimIds(on, "node", shop)).toStrictEqual(c);
      expect(await claimIds(on, "node", shop)).toStrictEqual([]);
    });

    it("are made for many destinations at once, each with its own limit", async () => {
      const ways = [await addWay(on, "a"), await addWay(on, "b"), await addWay(on, "c")];
      const made = [await passOn(on, ways), await passOn(on, ways)];
      const wanted = ways.map(({ destination }, n) => ({ destination, limit: n }));
      const { claimed } = await on.store.claim("node", [
        ...wanted,
        { destination: 4711, limit: 9 },
      ]);
      expect(claimed.map(({ id }) => id).sort((a, b) => a - b)).toStrictEqual([
        made[0]![1],
        made[0]![2],
        made[1]![2],
      ]);
    });

    it("are exclusive, however many nodes and processes ask at once", async () => {
      const ways = [await addWay(on, "a"), await addWay(on, "b", { ordered: true })];
      const other = await on.place.open({ now: on.now });
      const made = await Promise.all(Array.from({ length: 60 }, () => passOn(on, ways)));
      const wanted = ways.map(({ destination }) => ({ destination, limit: 7 }));
      const taken: number[] = [];
      const run = async (store: typeof other, node: string) => {
        for (;;) {
          const { claimed } = await store.claim(node, wanted);
          taken.push(...claimed.map(({ id }) => id));
          await store.settle(
            node,
            claimed.map(({ id }) => attempted(on, id, "delivered")),
          );
          const counts = await store.deliveryCounts();
          if (counts.every(({ pending }) => pending === 0)) return;
        }
      };
      await Promise.all([run(on.store, "1"), run(other, "2"), run(on.store, "3"), run(other, "4")]);
      expect(taken.sort((a, b) => a - b)).toStrictEqual(made.flat().sort((a, b) => a - b));
      await other.close();
    });

    it("leave alone what is held, dropping or gone, until it is on again", async () => {
      const shop = await addWay(on, "shop");
      const [id] = await passOn(on, [shop]);
      for (const state of ["held", "dropping"] as const) {
        await on.store.changeDestination("shop", { state });
        expect(await claimIds(on, "node", shop)).toStrictEqual([]);
        expect(await stateOf(id!)).toBe("pending");
      }
      await on.store.changeDestination("shop", { state: "on" });
      expect(await claimIds(on, "node", shop)).toStrictEqual([id]);
      await on.store.leave("node");
      await on.store.removeDestination("shop");
      expect(await claimIds(on, "node", shop)).toStrictEqual([]);
    });

    it("say when something will be due, and give it then", async () => {
      const [shop, log] = [await addWay(on, "shop"), await addWay(on, "log")];
      const [[a], [b], [c]] = [
        await passOn(on, [shop]),
        await passOn(on, [log]),
        await passOn(on, [shop]),
      ];
      const wanted = [shop, log].map(({ destination }) => ({ destination, limit: 9 }));
      await on.store.claim("node", wanted);
      const [soon, later] = [new Date(on.time + 1000), new Date(on.time + 5000)];
      await on.store.settle("node", [
        attempted(on, a!, "pending", later),
        attempted(on, b!, "pending", soon),
        attempted(on, c!, "delivered"),
      ]);
      expect(await on.store.claim("node", wanted)).toStrictEqual({ claimed: [], next: soon });
      on.time = soon.getTime() - 1;
      expect(await on.store.claim("node", wanted)).toStrictEqual({ claimed: [], next: soon });
      on.time += 1;
      const { claimed, next } = await on.store.claim("node", wanted);
      expect(claimed).toMatchObject([{ id: b, attempts: 1 }]);
      expect(next).toStrictEqual(later);
      on.time = later.getTime();
      expect(await claimIds(on, "node", shop)).toStrictEqual([a]);
    });

    it("of an ordered destination are its oldest in a row, and none while one is under way", async () => {
      const shop = await addWay(on, "shop", { ordered: true });
      const [[a], [b], [c]] = [
        await passOn(on, [shop]),
        await passOn(on, [shop]),
        await passOn(on, [shop]),
      ];
      expect(await claimIds(on, "one", shop, 2)).toStrictEqual([a, b]);
      expect(await claimIds(on, "one", shop)).toStrictEqual([]);
      expect(await claimIds(on, "two", shop)).toStrictEqual([]);
      const dueAt = new Date(on.time + 1000);
      await on.store.settle("one", [attempted(on, a!, "pending", dueAt)]);
      expect(await claimIds(on, "two", shop)).toStrictEqual([]);
      await on.store.settle("one", [{ id: b!, state: "pending" }]);
      const wanted = [{ destination: shop.destination, limit: 9 }];
      expect(await on.store.claim("one", wanted)).toStrictEqual({ claimed: [], next: dueAt });
      await on.store.claimOne("two", c!);
      on.time += 1000;
      expect(await claimIds(on, "one", shop)).toStrictEqual([]);
      await on.store.settle("two", [attempted(on, c!, "delivered")]);
      expect(await claimIds(on, "one", shop)).toStrictEqual([a, b]);
      await on.store.settle("one", [
        attempted(on, a!, "delivered"),
        attempted(on, b!, "pending", new Date(on.time + 1)),
      ]);
      await on.store.replay({ ids: [a!, c!] });
      expect(await claimIds(on, "one", shop)).toStrictEqual([a]);
      await on.store.settle("one", [attempted(on, a!, "dead")]);
      on.time += 1;
      expect(await claimIds(on, "one", shop)).toStrictEqual([b, c]);
    });

    it("of one alone take it, due or not, and give it again to the node that has it", async () => {
      const shop = await addWay(on, "shop");
      const [a] = await passOn(on, [shop]);
      await on.store.claimOne("one", a!);
      await on.store.settle("one", [attempted(on, a!, "pending", new Date(on.time + 60_000))]);
      const claimed = await on.store.claimOne("one", a!);
      expect(claimed).toMatchObject({ id: a, attempts: 1, scan: { body: "{}" } });
      expect(await on.store.claimOne("one", a!)).toStrictEqual(claimed);
      expect(await on.store.claimOne("two", a!)).toBeUndefined();
      await on.store.settle("one", [attempted(on, a!, "delivered")]);
      expect(await on.store.claimOne("one", a!)).toBeUndefined();
      expect(await on.store.claimOne("one", 4711)).toBeUndefined();
    });

    it("may come with the scan itself", async () => {
      const shop = await addWay(on, "shop");
      const [a] = await passOn(on, [shop], { delivery: { claimedBy: "one" } });
      expect(await claimIds(on, "two", shop)).toStrictEqual([]);
      expect(await on.store.claimOne("two", a!)).toBeUndefined();
      expect(await on.store.claimOne("one", a!)).toMatchObject({ id: a });
      await on.store.settle("one", [attempted(on, a!, "delivered")]);
      expect(await stateOf(a!)).toBe("delivered");
    });
  });

  describe("settling", () => {
    it("gives back without an attempt, at the time that was named or the one it had", async () => {
      const shop = await addWay(on, "shop");
      const [[a], [b]] = [await passOn(on, [shop]), await passOn(on, [shop])];
      await claimIds(on, "node", shop);
      const dueAt = new Date(on.time + 1000);
      await on.store.settle("node", [
        { id: a!, state: "pending" },
        { id: b!, state: "pending", dueAt },
      ]);
      expect(await on.store.delivery(a!)).toMatchObject({ attempts: 0, log: [] });
      expect(await on.store.delivery(b!)).toMatchObject({
        attempts: 0,
        dueAt: dueAt.toISOString(),
      });
      expect(await claimIds(on, "node", shop)).toStrictEqual([a]);
    });

    it("of what the node has no claim on keeps only the attempt", async () => {
      const shop = await addWay(on, "shop");
      const [[a], [b]] = [await passOn(on, [shop]), await passOn(on, [shop])];
      await on.store.claimOne("one", a!);
      await on.store.settle("two", [
        attempted(on, a!, "delivered"),
        attempted(on, b!, "dead"),
        attempted(on, 4711, "delivered"),
      ]);
      for (const id of [a!, b!]) {
        expect(await on.store.delivery(id)).toMatchObject({
          state: "pending",
          attempts: 0,
          log: [{ node: "two" }],
        });
      }
      await on.store.settle("one", [attempted(on, a!, "dead")]);
      await on.store.settle("one", [attempted(on, a!, "delivered")]);
      expect(await on.store.delivery(a!)).toMatchObject({
        state: "dead",
        attempts: 1,
        log: [{ node: "two" }, { node: "one" }, { node: "one" }],
      });
      expect(await on.store.deliveryCounts()).toMatchObject([{ accepted: 2, dead: 1, pending: 1 }]);
    });
  });

  describe("nodes", () => {
    it("that were silent for so long lose what they had; those that beat keep it", async () => {
      const shop = await addWay(on, "shop");
      const [[a], [b], [c]] = [
        await passOn(on, [shop]),
        await passOn(on, [shop]),
        await passOn(on, [shop], { delivery: { claimedBy: "never beat" } }),
      ];
      await on.store.claimOne("dies", a!);
      await on.store.claimOne("lives", b!);
      await on.store.beat("dies", 6000);
      for (let waited = 0; waited < 6000; waited += 2000) {
        await on.store.beat("lives", 6000);
        expect(await claimIds(on, "lives", shop)).toStrictEqual([]);
        on.time += 2000;
      }
      await on.store.beat("lives", 6000);
      expect((await claimIds(on, "other", shop)).sort((x, y) => x - y)).toStrictEqual([a, c]);
      expect(await on.store.claimOne("lives", b!)).toMatchObject({ id: b });
      await on.store.settle("dies", [attempted(on, a!, "delivered")]);
      expect(await stateOf(a!)).toBe("pending");
    });

    it("that did nothing for long are not taken for dead as soon as they do", async () => {
      const shop = await addWay(on, "shop");
      for (const node of ["one", "two"]) await on.store.beat(node, 6000);
      on.time += 3_600_000;
      await on.store.beat("two", 6000);
      const [a] = await passOn(on, [shop]);
      await on.store.claimOne("one", a!);
      await on.store.beat("two", 6000);
      on.time += 5999;
      await on.store.beat("two", 6000);
      expect(await on.store.claimOne("two", a!)).toBeUndefined();
    });

    it("that leave give back what they have", async () => {
      const shop = await addWay(on, "shop");
      const [[a], [b]] = [await passOn(on, [shop]), await passOn(on, [shop])];
      await on.store.claimOne("one", a!);
      await on.store.claimOne("two", b!);
      await on.store.leave("one");
      await on.store.leave("never came");
      expect(await claimIds(on, "three", shop)).toStrictEqual([a]);
    });
  });

  describe("listeners for what is due", () => {
    const heard = () => new Promise<void>((resolve) => on.store.onDue(resolve));

    it("hear of a scan with deliveries, a replay and a freed claim, until they stop", async () => {
      const shop = await addWay(on, "shop");
      let told = 0;
      const stop = on.store.onDue(() => {
        told += 1;
      });
      const next = async (work: () => Promise<unknown>) => {
        const before = told;
        await work();
        await expect.poll(() => told).toBeGreaterThan(before);
      };
      await next(() => passOn(on, [shop]));
      await on.store.claim("one", [{ destination: shop.destination, limit: 1 }]);
      await on.store.beat("one", 1000);
      on.time += 1000;
      await next(() => on.store.beat("two", 1000));
      await on.store.drop({});
      await next(() => on.store.replay({}));
      stop();
      const before = told;
      await passOn(on, [shop]);
      expect(told).toBe(before);
    });

    it("hear of what another process did: a scan, a replay, a retry, a node that left", async () => {
      const shop = await addWay(on, "shop");
      const other = await on.place.open({ now: on.now });
      let told = heard();
      const deliveries = [{ route: shop.route, state: "pending" as const }];
      const [a] = (await other.append(toArrival({ deliveries }))).deliveries!;
      await told;
      told = heard();
      await other.replay({});
      await told;
      told = heard();
      await other.claimOne("other", a!);
      await other.settle("other", [attempted(on, a!, "pending", new Date(on.time + 5000))]);
      await told;
      await other.claimOne("other", a!);
      told = heard();
      await other.leave("other");
      await told;
      await other.close();
    });
  });
}
