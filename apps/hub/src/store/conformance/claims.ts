import { describe, expect, it } from "vitest";
import {
  addRoutedDestination,
  appendWithDeliveries,
  claimIds,
  toSettled,
} from "../testing/routed-destinations.ts";
import type { Subject } from "../testing/subject.ts";

export function claimsConformance(subject: Subject): void {
  const stateOf = async (id: number) => (await subject.store.delivery(id))?.state;

  describe("claims", () => {
    it("claims due deliveries oldest first, up to the limit, with everything that sending needs", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const body = `\uFEFF{ "any" : "body" }\n`;
      const [a] = await appendWithDeliveries(subject, [shop], {
        body,
        user: "phone",
        source: "nfc",
        trace: "00-ab-cd-01",
      });
      const [b, c] = [
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop]),
      ];
      const { claimed, next } = await subject.store.claim("node", [
        { destination: shop.destination, limit: 2 },
      ]);
      const { scan } = (await subject.store.delivery(a!))!;
      expect(claimed[0]).toStrictEqual({
        id: a,
        route: shop.route,
        shape: { format: "scan" },
        destination: shop.destination,
        attempts: 0,
        createdAt: subject.now().toISOString(),
        trace: "00-ab-cd-01",
        scan: await subject.store.scan(scan),
      });
      expect(claimed[0]!.scan.body).toBe(body);
      expect(claimed.map(({ id }) => id)).toStrictEqual([a, b[0]]);
      expect(Object.keys(claimed[1]!)).not.toContain("trace");
      expect(next).toBeUndefined();
      expect(await claimIds(subject, "node", shop)).toStrictEqual(c);
      expect(await claimIds(subject, "node", shop)).toStrictEqual([]);
    });

    it("claims for several destinations in one call, each with its own limit", async () => {
      const destinations = [
        await addRoutedDestination(subject, "a"),
        await addRoutedDestination(subject, "b"),
        await addRoutedDestination(subject, "c"),
      ];
      const deliveryIds = [
        await appendWithDeliveries(subject, destinations),
        await appendWithDeliveries(subject, destinations),
      ];
      const requested = destinations.map(({ destination }, n) => ({ destination, limit: n }));
      const { claimed } = await subject.store.claim("node", [
        ...requested,
        { destination: 4711, limit: 9 },
      ]);
      expect(claimed.map(({ id }) => id).sort((a, b) => a - b)).toStrictEqual([
        deliveryIds[0]![1],
        deliveryIds[0]![2],
        deliveryIds[1]![2],
      ]);
    });

    it("gives each delivery to one node only, however many claim concurrently", async () => {
      const destinations = [
        await addRoutedDestination(subject, "a"),
        await addRoutedDestination(subject, "b", { ordered: true }),
      ];
      const other = await subject.database.open({ now: subject.now });
      const deliveryIds = await Promise.all(
        Array.from({ length: 60 }, () => appendWithDeliveries(subject, destinations)),
      );
      const requested = destinations.map(({ destination }) => ({ destination, limit: 7 }));
      const claimedIds: number[] = [];
      const deliverAll = async (store: typeof other, node: string) => {
        for (;;) {
          const { claimed } = await store.claim(node, requested);
          claimedIds.push(...claimed.map(({ id }) => id));
          await store.settle(
            node,
            claimed.map(({ id }) => toSettled(subject, id, "delivered")),
          );
          const counts = await store.deliveryCounts();
          if (counts.every(({ pending }) => pending === 0)) return;
        }
      };
      await Promise.all([
        deliverAll(subject.store, "1"),
        deliverAll(other, "2"),
        deliverAll(subject.store, "3"),
        deliverAll(other, "4"),
      ]);
      expect(claimedIds.sort((a, b) => a - b)).toStrictEqual(
        deliveryIds.flat().sort((a, b) => a - b),
      );
      await other.close();
    });

    it("claims nothing for a destination that is held, dropping or removed", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [id] = await appendWithDeliveries(subject, [shop]);
      for (const state of ["held", "dropping"] as const) {
        await subject.store.changeDestination("shop", { state });
        expect(await claimIds(subject, "node", shop)).toStrictEqual([]);
        expect(await stateOf(id!)).toBe("pending");
      }
      await subject.store.changeDestination("shop", { state: "on" });
      expect(await claimIds(subject, "node", shop)).toStrictEqual([id]);
      await subject.store.releaseNode("node");
      await subject.store.removeDestination("shop");
      expect(await claimIds(subject, "node", shop)).toStrictEqual([]);
    });

    it("returns when the next delivery is due, and claims it from that moment", async () => {
      const [shop, log] = [
        await addRoutedDestination(subject, "shop"),
        await addRoutedDestination(subject, "log"),
      ];
      const [[a], [b], [c]] = [
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [log]),
        await appendWithDeliveries(subject, [shop]),
      ];
      const requested = [shop, log].map(({ destination }) => ({ destination, limit: 9 }));
      await subject.store.claim("node", requested);
      const [soon, later] = [new Date(subject.time + 1000), new Date(subject.time + 5000)];
      await subject.store.settle("node", [
        toSettled(subject, a!, "pending", later),
        toSettled(subject, b!, "pending", soon),
        toSettled(subject, c!, "delivered"),
      ]);
      expect(await subject.store.claim("node", requested)).toStrictEqual({
        claimed: [],
        next: soon,
      });
      subject.time = soon.getTime() - 1;
      expect(await subject.store.claim("node", requested)).toStrictEqual({
        claimed: [],
        next: soon,
      });
      subject.time += 1;
      const { claimed, next } = await subject.store.claim("node", requested);
      expect(claimed).toMatchObject([{ id: b, attempts: 1 }]);
      expect(next).toStrictEqual(later);
      subject.time = later.getTime();
      expect(await claimIds(subject, "node", shop)).toStrictEqual([a]);
    });

    it("claims an unbroken run of the oldest deliveries of an ordered destination, and none while one is claimed", async () => {
      const shop = await addRoutedDestination(subject, "shop", { ordered: true });
      const [[a], [b], [c]] = [
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop]),
      ];
      expect(await claimIds(subject, "one", shop, 2)).toStrictEqual([a, b]);
      expect(await claimIds(subject, "one", shop)).toStrictEqual([]);
      expect(await claimIds(subject, "two", shop)).toStrictEqual([]);
      const dueAt = new Date(subject.time + 1000);
      await subject.store.settle("one", [toSettled(subject, a!, "pending", dueAt)]);
      expect(await claimIds(subject, "two", shop)).toStrictEqual([]);
      await subject.store.settle("one", [{ id: b!, state: "pending" }]);
      const requested = [{ destination: shop.destination, limit: 9 }];
      expect(await subject.store.claim("one", requested)).toStrictEqual({
        claimed: [],
        next: dueAt,
      });
      await subject.store.claimOne("two", c!);
      subject.time += 1000;
      expect(await claimIds(subject, "one", shop)).toStrictEqual([]);
      await subject.store.settle("two", [toSettled(subject, c!, "delivered")]);
      expect(await claimIds(subject, "one", shop)).toStrictEqual([a, b]);
      await subject.store.settle("one", [
        toSettled(subject, a!, "delivered"),
        toSettled(subject, b!, "pending", new Date(subject.time + 1)),
      ]);
      await subject.store.replay({ ids: [a!, c!] });
      expect(await claimIds(subject, "one", shop)).toStrictEqual([a]);
      await subject.store.settle("one", [toSettled(subject, a!, "dead")]);
      subject.time += 1;
      expect(await claimIds(subject, "one", shop)).toStrictEqual([b, c]);
    });

    it("claims a single delivery, due or not, and returns it again to the same node", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [a] = await appendWithDeliveries(subject, [shop]);
      await subject.store.claimOne("one", a!);
      await subject.store.settle("one", [
        toSettled(subject, a!, "pending", new Date(subject.time + 60_000)),
      ]);
      const claimed = await subject.store.claimOne("one", a!);
      expect(claimed).toMatchObject({ id: a, attempts: 1, scan: { body: "{}" } });
      expect(await subject.store.claimOne("one", a!)).toStrictEqual(claimed);
      expect(await subject.store.claimOne("two", a!)).toBeUndefined();
      await subject.store.settle("one", [toSettled(subject, a!, "delivered")]);
      expect(await subject.store.claimOne("one", a!)).toBeUndefined();
      expect(await subject.store.claimOne("one", 4711)).toBeUndefined();
    });

    it("stores a delivery that is claimed from the start", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [a] = await appendWithDeliveries(subject, [shop], { delivery: { claimedBy: "one" } });
      expect(await claimIds(subject, "two", shop)).toStrictEqual([]);
      expect(await subject.store.claimOne("two", a!)).toBeUndefined();
      expect(await subject.store.claimOne("one", a!)).toMatchObject({ id: a });
      await subject.store.settle("one", [toSettled(subject, a!, "delivered")]);
      expect(await stateOf(a!)).toBe("delivered");
    });
  });

  describe("settling", () => {
    it("returns a delivery unsent, due at the given time or as before", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [[a], [b]] = [
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop]),
      ];
      await claimIds(subject, "node", shop);
      const dueAt = new Date(subject.time + 1000);
      await subject.store.settle("node", [
        { id: a!, state: "pending" },
        { id: b!, state: "pending", dueAt },
      ]);
      expect(await subject.store.delivery(a!)).toMatchObject({ attempts: 0, log: [] });
      expect(await subject.store.delivery(b!)).toMatchObject({
        attempts: 0,
        dueAt: dueAt.toISOString(),
      });
      expect(await claimIds(subject, "node", shop)).toStrictEqual([a]);
    });

    it("stores only the attempt of a delivery that the node has no claim on", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [[a], [b]] = [
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop]),
      ];
      await subject.store.claimOne("one", a!);
      await subject.store.settle("two", [
        toSettled(subject, a!, "delivered"),
        toSettled(subject, b!, "dead"),
        toSettled(subject, 4711, "delivered"),
      ]);
      for (const id of [a!, b!]) {
        expect(await subject.store.delivery(id)).toMatchObject({
          state: "pending",
          attempts: 0,
          log: [{ node: "two" }],
        });
      }
      await subject.store.settle("one", [toSettled(subject, a!, "dead")]);
      await subject.store.settle("one", [toSettled(subject, a!, "delivered")]);
      expect(await subject.store.delivery(a!)).toMatchObject({
        state: "dead",
        attempts: 1,
        log: [{ node: "two" }, { node: "one" }, { node: "one" }],
      });
      expect(await subject.store.deliveryCounts()).toMatchObject([
        { accepted: 2, dead: 1, pending: 1 },
      ]);
    });
  });
}
