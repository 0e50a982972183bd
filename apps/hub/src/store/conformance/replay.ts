import { describe, expect, it } from "vitest";
import type { DeliveryState } from "../deliveries.ts";
import {
  addRoutedDestination,
  appendWithDeliveries,
  claimIds,
  type RoutedDestination,
  toSettled,
} from "../testing/routed-destinations.ts";
import type { Subject } from "../testing/subject.ts";

/** Specifies how the owner sends deliveries again, or drops them. */
export function replayConformance(subject: Subject): void {
  const stateOf = async (id: number) => (await subject.store.delivery(id))?.state;

  /** Appends a scan with a delivery to one destination, and returns the id of the delivery. */
  async function addDelivery(destination: RoutedDestination): Promise<number> {
    const [id] = await appendWithDeliveries(subject, [destination]);
    return id as number;
  }

  /**
   * Appends a scan whose delivery is in this state after one attempt. A pending delivery is due in
   * a minute.
   */
  async function addAttempted(destination: RoutedDestination, state: DeliveryState) {
    const id = await addDelivery(destination);
    const inOneMinute = new Date(subject.time + 60_000);
    await subject.store.claimOne("node", id);
    await subject.store.settle("node", [toSettled(subject, id, state, inOneMinute)]);
    return id;
  }

  describe("replay", () => {
    it("makes a delivery in any state due immediately and resets its attempts to zero", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const ids = [
        await addAttempted(shop, "delivered"),
        await addAttempted(shop, "dead"),
        await addAttempted(shop, "pending"),
        await addAttempted(shop, "dropped"),
      ];
      subject.time += 1000;
      expect((await subject.store.replay({})).count).toBe(4);
      const replayed = { state: "pending", attempts: 0, dueAt: subject.now().toISOString() };
      for (const id of ids) expect(await subject.store.delivery(id)).toMatchObject(replayed);
      expect(await subject.store.deliveryCounts()).toMatchObject([{ accepted: 4, pending: 4 }]);
      expect(await claimIds(subject, "node", shop)).toStrictEqual(ids);
    });

    it("keeps the log of earlier attempts", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const id = await addAttempted(shop, "dead");
      await subject.store.replay({});
      expect(await subject.store.delivery(id)).toMatchObject({ attempts: 0, log: [{ ms: 12 }] });
    });

    it("changes only deliveries that match the filter", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const delivered = await addAttempted(shop, "delivered");
      const dead = await addAttempted(shop, "dead");
      await addAttempted(shop, "dropped");
      const destinations = new Set([shop.destination]);
      expect(await subject.store.replay({ state: "dead" })).toStrictEqual({
        count: 1,
        destinations,
      });
      expect(await subject.store.replay({ ids: [delivered] })).toStrictEqual({
        count: 1,
        destinations,
      });
      expect(await subject.store.replay({ destination: "unknown" })).toStrictEqual({
        count: 0,
        destinations: new Set(),
      });
      expect(await claimIds(subject, "node", shop)).toStrictEqual([delivered, dead]);
    });

    it("returns only the destinations of deliveries that it changed", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const log = await addRoutedDestination(subject, "log");
      const mail = await addRoutedDestination(subject, "mail");
      const [toShop] = await appendWithDeliveries(subject, [shop, log, mail], {
        delivery: { state: "dropped" },
      });
      const claimed = await addDelivery(log);
      await subject.store.claimOne("node", claimed);
      expect(await subject.store.replay({ ids: [toShop as number, claimed] })).toStrictEqual({
        count: 1,
        destinations: new Set([shop.destination]),
      });
      expect(await subject.store.replay({ state: "dropped" })).toStrictEqual({
        count: 2,
        destinations: new Set([log.destination, mail.destination]),
      });
    });

    it("rejects an invalid time with a RangeError", async () => {
      await expect(subject.store.replay({ from: "yesterday" })).rejects.toThrow(RangeError);
    });
  });

  describe("drop", () => {
    it("drops pending deliveries that are not claimed, and no others", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const delivered = await addAttempted(shop, "delivered");
      const claimed = await addDelivery(shop);
      const pending = await addDelivery(shop);
      const unmatched = await addDelivery(shop);
      await subject.store.claimOne("node", claimed);
      expect(await subject.store.drop({ ids: [delivered, claimed, pending] })).toBe(1);
      expect(await stateOf(delivered)).toBe("delivered");
      expect(await stateOf(claimed)).toBe("pending");
      expect(await stateOf(pending)).toBe("dropped");
      expect(await stateOf(unmatched)).toBe("pending");
    });

    it("leaves a claimed delivery to its node, which can still settle it", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const claimed = await addDelivery(shop);
      await subject.store.claimOne("node", claimed);
      await subject.store.drop({});
      await subject.store.settle("node", [toSettled(subject, claimed, "delivered")]);
      expect(await stateOf(claimed)).toBe("delivered");
    });

    it("changes nothing when the filter asks for another state than pending", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const dead = await addAttempted(shop, "dead");
      expect(await subject.store.drop({ state: "dead" })).toBe(0);
      expect(await stateOf(dead)).toBe("dead");
    });

    it("rejects an invalid time with a RangeError", async () => {
      await expect(subject.store.drop({ to: "" })).rejects.toThrow(RangeError);
    });
  });

  // More deliveries than a store changes in one batch: 330 scans, 10 in each minute, to 4
  // destinations.
  describe("replay and drop of many deliveries", () => {
    const scansPerMinute = 10;
    const minutes = 33;
    let destinations: RoutedDestination[];

    async function addDroppedDeliveries(): Promise<number[][]> {
      destinations = [];
      for (const name of ["a", "b", "c", "d"]) {
        destinations.push(await addRoutedDestination(subject, name));
      }
      return Promise.all(
        Array.from({ length: minutes * scansPerMinute }, (_, n) => {
          const minute = Math.trunc(n / scansPerMinute);
          const receivedAt = new Date(Date.UTC(2026, 4, 12, 12, minute));
          return appendWithDeliveries(subject, destinations, {
            receivedAt,
            delivery: { state: "dropped" },
          });
        }),
      );
    }

    // From minute 1 up to but excluding minute 31.
    const range = { from: "2026-05-12T12:01:00Z", to: "2026-05-12T12:31:00Z" };
    const inRange = 30 * scansPerMinute;

    it("replays exactly the deliveries of a time range", async () => {
      const ids = await addDroppedDeliveries();
      expect(await subject.store.replay({ ...range, state: "dropped" })).toStrictEqual({
        count: inRange * 4,
        destinations: new Set(destinations.map(({ destination }) => destination)),
      });
      const states = await Promise.all(
        [9, 10, 309, 310].map((scan) => stateOf(ids[scan]?.[0] as number)),
      );
      expect(states).toStrictEqual(["dropped", "pending", "pending", "dropped"]);
    });

    it("drops exactly the pending deliveries that match", async () => {
      await addDroppedDeliveries();
      await subject.store.replay({ ...range, state: "dropped" });
      const [first] = destinations;
      // The 50 oldest ones belong to minutes 1 to 5.
      await claimIds(subject, "node", first as RoutedDestination, 50);
      const untilMinute21 = { to: "2026-05-12T12:21:00Z", destination: "a" };
      expect(await subject.store.drop(untilMinute21)).toBe(20 * scansPerMinute - 50);
      expect(await subject.store.drop({})).toBe(inRange * 4 - 20 * scansPerMinute);
      const counts = await subject.store.deliveryCounts();
      expect(counts.map(({ accepted, pending, dropped }) => [accepted, pending, dropped])).toEqual([
        [330, 50, 280],
        [330, 0, 330],
        [330, 0, 330],
        [330, 0, 330],
      ]);
    });
  });
}
