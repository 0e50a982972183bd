import { describe, expect, it } from "vitest";
import type { DeliveryState } from "../deliveries.ts";
import {
  addRoutedDestination,
  appendWithDeliveries,
  claimIds,
  type RoutedDestination,
  toDestination,
  toSettled,
} from "../testing/routed-destinations.ts";
import type { Subject } from "../testing/subject.ts";

/** Specifies how stored scans of any age are sent over a route by hand. */
export function sendingConformance(subject: Subject): void {
  /** Appends plain scans without deliveries, and returns their ids. */
  async function appendScans(count: number, receivedAt?: Date): Promise<number[]> {
    const appended = await Promise.all(
      Array.from({ length: count }, (_, number) =>
        subject.append({
          content: `old ${number} ${subject.time}`,
          ...(receivedAt && { receivedAt }),
        }),
      ),
    );
    return appended.map(({ id }) => id);
  }

  /** Appends a scan whose delivery is in this state after one attempt. */
  async function appendAttempted(
    { destination, name, route }: RoutedDestination,
    state: DeliveryState,
  ) {
    const [delivery] = await appendWithDeliveries(subject, [{ destination, name, route }]);
    await subject.store.claimOne("node", delivery!);
    await subject.store.settle("node", [toSettled(subject, delivery!, state)]);
    return (await subject.store.delivery(delivery!))!;
  }

  const deliveriesOf = async (scan: number) =>
    (await subject.store.deliveries({ scan }, { limit: 9 })).map(({ state }) => state);

  describe("sendScans", () => {
    it("makes deliveries for scans that are older than the route, in their order", async () => {
      const scans = await appendScans(3);
      const shop = await addRoutedDestination(subject, "shop");
      expect(await subject.store.sendScans(shop.route, scans, { again: "all" })).toBe(3);
      const ids = await claimIds(subject, "node", shop);
      const { store } = subject;
      const claimed = await Promise.all(ids.map((id) => store.delivery(id)));
      expect(claimed.map((delivery) => delivery?.scan)).toStrictEqual(scans);
      expect(claimed[0]).toMatchObject({
        route: "shop",
        destination: "shop",
        attempts: 0,
        createdAt: subject.now().toISOString(),
      });
      expect(await store.deliveryCounts()).toMatchObject([{ accepted: 3, pending: 3 }]);
    });

    it("makes the existing delivery of a scan due again instead of adding another one", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const { id, scan } = await appendAttempted(shop, "delivered");
      subject.time += 1000;
      expect(await subject.store.sendScans(shop.route, [scan], { again: "all" })).toBe(1);
      expect(await claimIds(subject, "node", shop)).toStrictEqual([id]);
      expect(await subject.store.delivery(id)).toMatchObject({ attempts: 0, log: [{ ms: 12 }] });
      expect(await subject.store.deliveryCounts()).toMatchObject([
        { accepted: 1, pending: 1, delivered: 0, deliveredTotal: 1 },
      ]);
    });

    it("sends again what the caller chose, and never what is pending", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const states = ["delivered", "dead", "dropped", "pending"] as const;
      const attempted = await Promise.all(states.map((state) => appendAttempted(shop, state)));
      const scans = [...attempted.map(({ scan }) => scan), ...(await appendScans(1))];
      expect(await subject.store.sendScans(shop.route, scans, { again: "none" })).toBe(1);
      expect(await subject.store.sendScans(shop.route, scans, { again: "failed" })).toBe(2);
      expect(await subject.store.sendScans(shop.route, scans, { again: "all" })).toBe(1);
      expect(await subject.store.sendScans(shop.route, scans, { again: "all" })).toBe(0);
      expect(await subject.store.deliveryCounts()).toMatchObject([{ accepted: 5, pending: 5 }]);
    });

    it("sends nothing twice when a request is repeated with the same asOf", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const delivered = await appendAttempted(shop, "delivered");
      const scans = [delivered.scan, ...(await appendScans(2))];
      subject.time += 1000;
      const asOf = await subject.store.storeTime();
      const send = () => subject.store.sendScans(shop.route, scans, { again: "all", asOf });
      expect((await Promise.all([send(), send()])).toSorted()).toStrictEqual([0, 3]);
      subject.time += 1000;
      for (const id of await claimIds(subject, "node", shop)) {
        await subject.store.settle("node", [toSettled(subject, id, "delivered")]);
      }
      expect(await send()).toBe(0);
      const later = await subject.store.storeTime();
      subject.time += 1000;
      expect(await subject.store.sendScans(shop.route, scans, { again: "all", asOf: later })).toBe(
        0,
      );
      expect(await subject.store.sendScans(shop.route, scans, { again: "all" })).toBe(3);
    });

    it("leaves out a delivery that was tried after asOf", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [pending] = await appendWithDeliveries(subject, [shop]);
      subject.time += 1000;
      const asOf = await subject.store.storeTime();
      subject.time += 1000;
      await subject.store.claimOne("node", pending!);
      await subject.store.settle("node", [toSettled(subject, pending!, "delivered")]);
      const { scan } = (await subject.store.delivery(pending!))!;
      expect(await subject.store.sendScans(shop.route, [scan], { again: "all", asOf })).toBe(0);
    });

    it("leaves out deleted and unknown scans, and reports a removed route", async () => {
      const [kept, deleted] = await appendScans(2);
      const shop = await addRoutedDestination(subject, "shop");
      await subject.store.deleteScans([deleted!], { deletion: "d" });
      const scans = [kept!, deleted!, 999_999];
      expect(await subject.store.sendScans(shop.route, scans, { again: "all" })).toBe(1);
      await subject.store.removeRoute("shop");
      expect(await subject.store.sendScans(shop.route, scans, { again: "all" })).toBe(undefined);
      expect(await subject.store.sendScans(999_999, scans, { again: "all" })).toBe(undefined);
    });

    it("makes a new delivery when the route has changed its destination", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      await appendAttempted(shop, "delivered");
      const [scan] = await subject.store.listScans({}, { limit: 1 });
      await subject.store.addDestination(toDestination("log"));
      await subject.store.changeRoute("shop", { destination: "log" });
      expect(await subject.store.routedScans(shop.route, [scan!.id])).toStrictEqual([
        { scan: scan!.id, state: null },
      ]);
      expect(await subject.store.sendScans(shop.route, [scan!.id], { again: "none" })).toBe(1);
      expect(await deliveriesOf(scan!.id)).toStrictEqual(["pending", "delivered"]);
    });

    it("calls the listeners for due deliveries", async () => {
      const scans = await appendScans(1);
      const shop = await addRoutedDestination(subject, "shop");
      let calls = 0;
      const stop = subject.store.onDue(() => {
        calls += 1;
      });
      await subject.store.sendScans(shop.route, scans, { again: "all" });
      await expect.poll(() => calls).toBeGreaterThan(0);
      stop();
    });

    it("sends more scans than one batch has", async () => {
      const scans = await appendScans(1100);
      const shop = await addRoutedDestination(subject, "shop");
      expect(await subject.store.sendScans(shop.route, scans, { again: "all" })).toBe(1100);
      expect(await subject.store.deliveryCounts()).toMatchObject([{ accepted: 1100 }]);
    });
  });

  describe("routedScans", () => {
    it("returns the stored ones of the scans with the state of their delivery", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const log = await addRoutedDestination(subject, "log");
      const delivered = await appendAttempted(shop, "delivered");
      const elsewhere = await appendAttempted(log, "dead");
      expect(
        await subject.store.routedScans(shop.route, [elsewhere.scan, delivered.scan, 999_999]),
      ).toStrictEqual([
        { scan: delivered.scan, state: "delivered" },
        { scan: elsewhere.scan, state: null },
      ]);
    });
  });

  describe("a time range", () => {
    const noon = new Date("2026-05-12T12:00:00Z");
    const evening = new Date("2026-05-12T18:00:00Z");
    const atNoon = { from: "2026-05-12T11:00:00Z", to: "2026-05-12T13:00:00Z" };
    const inTheEvening = { from: "2026-05-12T17:00:00Z" };

    it("covers the deliveries that were made long after their scans", async () => {
      const [old] = await appendScans(1, noon);
      const shop = await addRoutedDestination(subject, "shop");
      const drop = { state: "dropped" as const };
      await appendWithDeliveries(subject, [shop], { receivedAt: evening, delivery: drop });
      await appendWithDeliveries(subject, [shop], { receivedAt: noon, delivery: drop });
      await appendWithDeliveries(subject, [shop], { receivedAt: evening, delivery: drop });
      await subject.store.sendScans(shop.route, [old!], { again: "all" });

      const { store } = subject;
      const scansOf = async (filter: object) =>
        (await store.deliveries(filter, { limit: 9 })).map(({ scan }) => scan - old!);
      expect(await scansOf(atNoon)).toStrictEqual([0, 2]);
      expect(await scansOf(inTheEvening)).toStrictEqual([3, 1]);
      expect(await scansOf({ ...atNoon, destination: "shop" })).toStrictEqual([0, 2]);
      expect(await scansOf({ ...inTheEvening, route: "shop" })).toStrictEqual([3, 1]);
      expect(await store.countDeliveries(atNoon)).toBe(2);
      expect(await store.countDeliveries({ ...atNoon, state: "dropped" })).toBe(1);
      expect(await store.countDeliveries({ destination: "shop" })).toBe(4);
      expect(await store.countDeliveries({ destination: "unknown" })).toBe(0);
      expect(await store.countDeliveries({ to: "2026-05-11T00:00:00Z" })).toBe(0);
      expect(await store.drop(atNoon)).toBe(1);
      expect((await store.replay(atNoon)).count).toBe(2);
      expect((await store.replay(inTheEvening)).count).toBe(2);
    });
  });
}
