import { describe, expect, it } from "vitest";
import {
  addRoutedDestination,
  appendWithDeliveries,
  claimIds,
  toSettled,
} from "../testing/routed-destinations.ts";
import { type Subject, toArrival } from "../testing/subject.ts";

export function nodesConformance(subject: Subject): void {
  const readState = async (id: number) => (await subject.store.delivery(id))?.state;

  describe("nodes", () => {
    it("frees the claims of silent nodes, and keeps those of nodes with a heartbeat", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [[abandonedId], [claimedId], [noHeartbeatId]] = [
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop], { delivery: { claimedBy: "no heartbeat" } }),
      ];
      await subject.store.claimOne("dies", abandonedId!);
      await subject.store.claimOne("lives", claimedId!);
      await subject.store.recordHeartbeat("dies", 6000);
      for (let waited = 0; waited < 6000; waited += 2000) {
        await subject.store.recordHeartbeat("lives", 6000);
        expect(await claimIds(subject, "lives", shop)).toStrictEqual([]);
        subject.time += 2000;
      }
      await subject.store.recordHeartbeat("lives", 6000);
      expect((await claimIds(subject, "other", shop)).sort((x, y) => x - y)).toStrictEqual([
        abandonedId,
        noHeartbeatId,
      ]);
      expect(await subject.store.claimOne("lives", claimedId!)).toMatchObject({ id: claimedId });
      await subject.store.settle("dies", [toSettled(subject, abandonedId!, "delivered")]);
      expect(await readState(abandonedId!)).toBe("pending");
    });

    it("does not treat a node as silent when it claims a delivery after a long idle time", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      for (const node of ["one", "two"]) await subject.store.recordHeartbeat(node, 6000);
      subject.time += 3_600_000;
      await subject.store.recordHeartbeat("two", 6000);
      const [id] = await appendWithDeliveries(subject, [shop]);
      await subject.store.claimOne("one", id!);
      await subject.store.recordHeartbeat("two", 6000);
      subject.time += 5999;
      await subject.store.recordHeartbeat("two", 6000);
      expect(await subject.store.claimOne("two", id!)).toBeUndefined();
    });

    it("frees the claims of a node that is released", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [[releasedId], [claimedId]] = [
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop]),
      ];
      await subject.store.claimOne("one", releasedId!);
      await subject.store.claimOne("two", claimedId!);
      await subject.store.releaseNode("one");
      await subject.store.releaseNode("unknown");
      expect(await claimIds(subject, "three", shop)).toStrictEqual([releasedId]);
    });
  });

  describe("due listeners", () => {
    const nextDueCall = () => new Promise<void>((resolve) => subject.store.onDue(resolve));

    it("calls due listeners after a scan with deliveries, a replay and a freed claim, until they are removed", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      let callCount = 0;
      const removeListener = subject.store.onDue(() => {
        callCount += 1;
      });
      const expectCall = async (work: () => Promise<unknown>) => {
        const callsBefore = callCount;
        await work();
        await expect.poll(() => callCount).toBeGreaterThan(callsBefore);
      };
      await expectCall(() => appendWithDeliveries(subject, [shop]));
      await subject.store.claim("one", [{ destination: shop.destination, limit: 1 }]);
      await subject.store.recordHeartbeat("one", 1000);
      subject.time += 1000;
      await expectCall(() => subject.store.recordHeartbeat("two", 1000));
      await subject.store.drop({});
      await expectCall(() => subject.store.replay({}));
      removeListener();
      const callsBefore = callCount;
      await appendWithDeliveries(subject, [shop]);
      expect(callCount).toBe(callsBefore);
    });

    it("calls due listeners after a scan, a replay, a retry and a released node of another process", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const otherStore = await subject.database.open({ now: subject.now });
      let dueCall = nextDueCall();
      const deliveries = [{ route: shop.route, state: "pending" as const }];
      const [id] = (await otherStore.append(toArrival({ deliveries }))).deliveries!;
      await dueCall;
      dueCall = nextDueCall();
      await otherStore.replay({});
      await dueCall;
      dueCall = nextDueCall();
      await otherStore.claimOne("other", id!);
      await otherStore.settle("other", [
        toSettled(subject, id!, "pending", new Date(subject.time + 5000)),
      ]);
      await dueCall;
      await otherStore.claimOne("other", id!);
      dueCall = nextDueCall();
      await otherStore.releaseNode("other");
      await dueCall;
      await otherStore.close();
    });
  });
}
