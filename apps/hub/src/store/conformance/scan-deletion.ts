import { describe, expect, it } from "vitest";
import type { InboxChange } from "../inboxes.ts";
import {
  addRoutedDestination,
  appendWithDeliveries,
  claimIds,
  toSettled,
} from "../testing/routed-destinations.ts";
import type { Subject } from "../testing/subject.ts";

export function scanDeletionConformance(subject: Subject): void {
  const addInbox = async (name: string, change: InboxChange = {}) => {
    await subject.store.addInbox({ name, open: true });
    await subject.store.changeInbox(name, change);
  };

  describe("deleting the scans of an inbox", () => {
    it("deletes the scans of an inbox with their deliveries, including pending and claimed ones", async () => {
      await addInbox("a");
      const shop = await addRoutedDestination(subject, "shop");
      const [claimedId] = await appendWithDeliveries(subject, [shop], { inbox: "a" });
      await appendWithDeliveries(subject, [shop], { inbox: "a" });
      const [remainingId] = await appendWithDeliveries(subject, [shop], { inbox: "b" });
      await subject.store.claimOne("node", claimedId!);
      expect(await subject.store.removeInbox("a", { scans: "delete" })).toBe("removed");
      await subject.store.settle("node", [toSettled(subject, claimedId!, "delivered")]);
      expect(await subject.store.delivery(claimedId!)).toBeUndefined();
      expect((await subject.store.deliveries({}, { limit: 9 })).map(({ id }) => id)).toStrictEqual([
        remainingId,
      ]);
      expect(await subject.store.deliveryCounts()).toMatchObject([
        { accepted: 1, pending: 1, delivered: 0 },
      ]);
    });
  });

  describe("deleting one scan", () => {
    it("deletes a scan with its deliveries, including pending and claimed ones, and subtracts them from the counts", async () => {
      const [shop, log] = [
        await addRoutedDestination(subject, "shop"),
        await addRoutedDestination(subject, "log"),
      ];
      const [claimedId, pendingId] = await appendWithDeliveries(subject, [shop, log], {});
      const [remainingId] = await appendWithDeliveries(subject, [shop], {});
      const { scan } = (await subject.store.delivery(claimedId!))!;
      await subject.store.claimOne("node", claimedId!);
      expect(await subject.store.deleteScan(scan)).toBe("deleted");
      await subject.store.settle("node", [toSettled(subject, claimedId!, "delivered")]);
      expect(await subject.store.scan(scan)).toBeUndefined();
      for (const id of [claimedId!, pendingId!])
        expect(await subject.store.delivery(id)).toBeUndefined();
      expect((await subject.store.replay({ ids: [claimedId!, pendingId!] })).count).toBe(0);
      expect((await subject.store.deliveries({}, { limit: 9 })).map(({ id }) => id)).toStrictEqual([
        remainingId,
      ]);
      const zeroCounts = { accepted: 0, delivered: 0, dead: 0, pending: 0, dropped: 0 };
      expect(await subject.store.deliveryCounts()).toMatchObject([
        { ...zeroCounts, destination: "log" },
        { ...zeroCounts, destination: "shop", accepted: 1, pending: 1 },
      ]);
    });

    it("keeps the counts, words and names of tags consistent", async () => {
      const scan = { source: "nfc", identifier: "04:01", tag: "04:01" } as const;
      const ids = [];
      for (const content of ["first", "middle", "last"])
        ids.push((await subject.append({ ...scan, content })).id);
      await subject.append({ ...scan, tag: "04:02", identifier: "04:02", content: "other" });
      await subject.store.nameTag("04:01", "Ladder");
      expect(await subject.store.deleteScan(ids[2]!)).toBe("deleted");
      expect(await subject.store.tag("04:01")).toMatchObject({
        scans: 2,
        lastScan: { id: ids[1], content: "middle" },
      });
      expect(await subject.store.tags({ text: "last" }, { limit: 9 })).toStrictEqual([]);
      expect(await subject.store.tags({ text: "middle" }, { limit: 9 })).toHaveLength(1);
      expect(await subject.contents({ text: "last" }, { limit: 9 })).toStrictEqual([]);
      expect(await subject.contents({ text: "ladder" }, { limit: 9 })).toStrictEqual([
        "middle",
        "first",
      ]);
      for (const id of [ids[0]!, ids[1]!]) await subject.store.deleteScan(id);
      expect(await subject.store.tag("04:01")).toEqual({
        identifier: "04:01",
        name: "Ladder",
        revision: 2,
        changedAt: subject.now().toISOString(),
        scans: 0,
      });
      const { id } = (await subject.store.lastScan("nfc"))!;
      await subject.store.deleteScan(id);
      expect(await subject.store.tag("04:02")).toBeUndefined();
    });

    it("never reuses the id, and stores the same scan again as a new one", async () => {
      const { id } = await subject.append({ content: "a" });
      await subject.store.deleteScan(id);
      const stored = await subject.append({ content: "a" });
      expect(stored).toMatchObject({ repeat: false });
      expect(stored.id).toBeGreaterThan(id);
    });

    it("refuses to delete a scan of an audit trail, even when its inbox was removed", async () => {
      await addInbox("a", { audit: true });
      const { id } = await subject.append({ inbox: "a" });
      expect(await subject.store.deleteScan(id)).toBe("audited");
      await subject.store.removeInbox("a", { scans: "keep" });
      expect(await subject.store.deleteScan(id)).toBe("audited");
      expect(await subject.store.scan(id)).toMatchObject({ id });
      expect(await subject.store.head("a")).toMatchObject({ count: 1 });
    });

    it("lets an ordered destination continue when the delivery at its head is dropped or deleted", async () => {
      const shop = await addRoutedDestination(subject, "shop", { ordered: true });
      const [[firstId], [secondId], [thirdId]] = [
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop]),
        await appendWithDeliveries(subject, [shop]),
      ];
      const laterTime = new Date(subject.time + 3_600_000);
      for (const [headId, nextId] of [
        [firstId!, secondId!],
        [secondId!, thirdId!],
      ] as const) {
        expect(await claimIds(subject, "node", shop, 1)).toStrictEqual([headId]);
        await subject.store.settle("node", [toSettled(subject, headId, "pending", laterTime)]);
        const called = new Promise<void>((resolve) => subject.store.onDue(resolve));
        if (headId === firstId) expect(await subject.store.drop({ ids: [headId] })).toBe(1);
        else await subject.store.deleteScan((await subject.store.delivery(headId))!.scan);
        await called;
        expect(await subject.store.delivery(nextId)).toMatchObject({ state: "pending" });
      }
      expect(await claimIds(subject, "node", shop)).toStrictEqual([thirdId]);
    });
  });
}
