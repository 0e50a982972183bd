import { describe, expect, it } from "vitest";
import {
  addRoutedDestination,
  appendWithDeliveries,
  claimIds,
  toSettled,
} from "../testing/routed-destinations.ts";
import type { Subject } from "../testing/subject.ts";

export function claimsConformance(subject: Subject): void {
  const readState = async (id: number) => (await subject.store.delivery(id))?.state;

  describe("claims", () => {
    it("claims due deliveries oldest first, up to the limit, with everything that sending needs", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const body = `\uFEFF{ "any" : "body" }\n`;
      const [firstId] = await appendWithDeliveries(subject, [shop], {
        body,
        user: "phone",
        source: "nfc",
        trace: "00-ab-cd-01",
      });
      const [secondIds, thirdIds] = [
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop]),
      ];
      const { claimed, next } = await subject.store.claim("node", [
        { destination: shop.destination, limit: 2 },
      ]);
      const { scan } = (await subject.store.delivery(firstId!))!;
      expect(claimed[0]).toStrictEqual({
        id: firstId,
        route: shop.route,
        shape: { format: "scan" },
        destination: shop.destination,
        attempts: 0,
        createdAt: subject.now().toISOString(),
        expiresInMs: undefined,
        trace: "00-ab-cd-01",
        scan: await subject.store.scan(scan),
      });
      expect(claimed[0]!.scan.body).toBe(body);
      expect(claimed.map(({ id }) => id)).toStrictEqual([firstId, secondIds[0]]);
      expect(claimed[1]!.trace).toBeUndefined();
      expect(next).toBeUndefined();
      expect(await claimIds(subject, "node", shop)).toStrictEqual(thirdIds);
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
      const requested = destinations.map(({ destination }, limit) => ({ destination, limit }));
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
      const otherStore = await subject.database.open({ now: subject.now });
      const deliveryIds = await Promise.all(
        Array.from({ length: 60 }, () => appendWithDeliveries(subject, destinations)),
      );
      const requested = destinations.map(({ destination }) => ({ destination, limit: 7 }));
      const claimedIds: number[] = [];
      const deliverAll = async (store: typeof otherStore, node: string) => {
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
        deliverAll(otherStore, "2"),
        deliverAll(subject.store, "3"),
        deliverAll(otherStore, "4"),
      ]);
      expect(claimedIds.sort((a, b) => a - b)).toStrictEqual(
        deliveryIds.flat().sort((a, b) => a - b),
      );
      await otherStore.close();
    });

    it("claims nothing for a destination that is held, dropping or removed", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [id] = await appendWithDeliveries(subject, [shop]);
      for (const state of ["held", "dropping"] as const) {
        await subject.store.changeDestination("shop", { state });
        expect(await claimIds(subject, "node", shop)).toStrictEqual([]);
        expect(await readState(id!)).toBe("pending");
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
      const [[laterId], [soonId], [deliveredId]] = [
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [log]),
        await appendWithDeliveries(subject, [shop]),
      ];
      const requested = [shop, log].map(({ destination }) => ({ destination, limit: 9 }));
      await subject.store.claim("node", requested);
      const [soon, later] = [new Date(subject.time + 1000), new Date(subject.time + 5000)];
      await subject.store.settle("node", [
        toSettled(subject, laterId!, "pending", later),
        toSettled(subject, soonId!, "pending", soon),
        toSettled(subject, deliveredId!, "delivered"),
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
      expect(claimed).toMatchObject([{ id: soonId, attempts: 1 }]);
      expect(next).toStrictEqual(later);
      subject.time = later.getTime();
      expect(await claimIds(subject, "node", shop)).toStrictEqual([laterId]);
    });

    it.each([
      { settings: { url: "https://mended.example" } },
      { secrets: { token: "new" } },
      { state: "on" },
    ] as const)("claims waiting deliveries at once after the change %j", async (change) => {
      const [shop, log] = [
        await addRoutedDestination(subject, "shop"),
        await addRoutedDestination(subject, "log"),
      ];
      const [id] = await appendWithDeliveries(subject, [shop]);
      const [otherId] = await appendWithDeliveries(subject, [log]);
      await claimIds(subject, "node", shop);
      await claimIds(subject, "node", log);
      const later = new Date(subject.time + 60_000);
      await subject.store.settle("node", [
        toSettled(subject, id!, "pending", later),
        toSettled(subject, otherId!, "pending", later),
      ]);
      await subject.store.changeDestination("shop", change);
      expect(await claimIds(subject, "node", shop)).toStrictEqual([id]);
      expect(await claimIds(subject, "node", log)).toStrictEqual([]);
    });

    it("claims an unbroken run of the oldest deliveries of an ordered destination, and none while one is claimed", async () => {
      const shop = await addRoutedDestination(subject, "shop", { ordered: true });
      const [[firstId], [secondId], [thirdId]] = [
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop]),
      ];
      expect(await claimIds(subject, "one", shop, 2)).toStrictEqual([firstId, secondId]);
      expect(await claimIds(subject, "one", shop)).toStrictEqual([]);
      expect(await claimIds(subject, "two", shop)).toStrictEqual([]);
      const dueAt = new Date(subject.time + 1000);
      await subject.store.settle("one", [toSettled(subject, firstId!, "pending", dueAt)]);
      expect(await claimIds(subject, "two", shop)).toStrictEqual([]);
      await subject.store.settle("one", [{ id: secondId!, state: "pending" }]);
      const requested = [{ destination: shop.destination, limit: 9 }];
      expect(await subject.store.claim("one", requested)).toStrictEqual({
        claimed: [],
        next: dueAt,
      });
      await subject.store.claimOne("two", thirdId!);
      subject.time += 1000;
      expect(await claimIds(subject, "one", shop)).toStrictEqual([]);
      await subject.store.settle("two", [toSettled(subject, thirdId!, "delivered")]);
      expect(await claimIds(subject, "one", shop)).toStrictEqual([firstId, secondId]);
      await subject.store.settle("one", [
        toSettled(subject, firstId!, "delivered"),
        toSettled(subject, secondId!, "pending", new Date(subject.time + 1)),
      ]);
      await subject.store.replay({ ids: [firstId!, thirdId!] });
      expect(await claimIds(subject, "one", shop)).toStrictEqual([firstId]);
      await subject.store.settle("one", [toSettled(subject, firstId!, "dead")]);
      subject.time += 1;
      expect(await claimIds(subject, "one", shop)).toStrictEqual([secondId, thirdId]);
    });

    it("claims a single delivery, due or not, and returns it again to the same node", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [id] = await appendWithDeliveries(subject, [shop]);
      await subject.store.claimOne("one", id!);
      await subject.store.settle("one", [
        toSettled(subject, id!, "pending", new Date(subject.time + 60_000)),
      ]);
      const claimed = await subject.store.claimOne("one", id!);
      expect(claimed).toMatchObject({ id, attempts: 1, scan: { body: "{}" } });
      expect(await subject.store.claimOne("one", id!)).toStrictEqual(claimed);
      expect(await subject.store.claimOne("two", id!)).toBeUndefined();
      await subject.store.settle("one", [toSettled(subject, id!, "delivered")]);
      expect(await subject.store.claimOne("one", id!)).toBeUndefined();
      expect(await subject.store.claimOne("one", 4711)).toBeUndefined();
    });

    it("stores a delivery that is claimed from the start", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [id] = await appendWithDeliveries(subject, [shop], { delivery: { claimedBy: "one" } });
      expect(await claimIds(subject, "two", shop)).toStrictEqual([]);
      expect(await subject.store.claimOne("two", id!)).toBeUndefined();
      expect(await subject.store.claimOne("one", id!)).toMatchObject({ id });
      await subject.store.settle("one", [toSettled(subject, id!, "delivered")]);
      expect(await readState(id!)).toBe("delivered");
    });
  });

  describe("settling", () => {
    it("returns a delivery unsent, due at the given time or as before", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [[firstId], [secondId]] = [
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop]),
      ];
      await claimIds(subject, "node", shop);
      const dueAt = new Date(subject.time + 1000);
      await subject.store.settle("node", [
        { id: firstId!, state: "pending" },
        { id: secondId!, state: "pending", dueAt },
      ]);
      expect(await subject.store.delivery(firstId!)).toMatchObject({ attempts: 0, log: [] });
      expect(await subject.store.delivery(secondId!)).toMatchObject({
        attempts: 0,
        dueAt: dueAt.toISOString(),
      });
      expect(await claimIds(subject, "node", shop)).toStrictEqual([firstId]);
    });

    it("stores only the attempt of a delivery that the node has no claim on", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [[claimedId], [unclaimedId]] = [
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop]),
      ];
      await subject.store.claimOne("one", claimedId!);
      await subject.store.settle("two", [
        toSettled(subject, claimedId!, "delivered"),
        toSettled(subject, unclaimedId!, "dead"),
        toSettled(subject, 4711, "delivered"),
      ]);
      for (const id of [claimedId!, unclaimedId!]) {
        expect(await subject.store.delivery(id)).toMatchObject({
          state: "pending",
          attempts: 0,
          log: [{ node: "two" }],
        });
      }
      await subject.store.settle("one", [toSettled(subject, claimedId!, "dead")]);
      await subject.store.settle("one", [toSettled(subject, claimedId!, "delivered")]);
      expect(await subject.store.delivery(claimedId!)).toMatchObject({
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
