import { describe, expect, it } from "vitest";
import {
  addRoutedDestination,
  appendWithDeliveries,
  claimIds,
  toSettled,
} from "../testing/routed-destinations.ts";
import type { Subject } from "../testing/subject.ts";

const minuteMs = 60_000;

export function deletedScansConformance(subject: Subject): void {
  /** Returns everything that shows or counts a scan. */
  const readEverything = async () => {
    const { store } = subject;
    return {
      list: await store.listScans({}, { limit: 99 }),
      ids: await store.findScanIds({}, { limit: 99 }),
      found: await store.listScans({ text: "secret" }, { limit: 99 }),
      named: await store.listScans({ text: "ladder" }, { limit: 99 }),
      exported: await store.readExportPage({}, { limit: 99 }),
      count: await store.countScans({}),
      last: await store.lastScan("nfc"),
      tags: await store.tags({}, { limit: 99 }),
      tagsFound: await store.tags({ text: "secret" }, { limit: 99 }),
      inboxes: await store.inboxes(),
      deliveries: await store.deliveries({}, { limit: 99 }),
      deliveryCounts: await store.deliveryCounts(),
      scans: (await store.size()).scans,
    };
  };

  describe("deleted scans", () => {
    it("are hidden everywhere, and brought back exactly as they were", async () => {
      const { store } = subject;
      await store.addInbox({ name: "door", open: true });
      const shop = await addRoutedDestination(subject, "shop");
      const tag = { source: "nfc", identifier: "04:01", tag: "04:01", inbox: "door" } as const;
      await appendWithDeliveries(subject, [shop], { ...tag, content: "first" });
      await store.nameTag("04:01", "Ladder");
      const kept = await readEverything();
      const structuredJson = '{"weight":1e20}';
      const structured = JSON.parse(structuredJson);
      const [pending] = await appendWithDeliveries(subject, [shop], {
        ...tag,
        content: "secret\u0000 – 🧵",
        tagType: "x",
        structured,
        structuredJson,
        body: "\uFEFF{ }",
        trace: "00-1",
      });
      const [sent] = await appendWithDeliveries(subject, [shop], {
        source: "nfc",
        identifier: "04:02",
        tag: "04:02",
        content: "another secret",
      });
      await store.claimOne("node", sent!);
      await store.settle("node", [toSettled(subject, sent!, "delivered")]);
      const before = await readEverything();
      const ids = before.ids.slice(0, 2);
      const scan = await store.scan(ids[1]!);
      const log = (await store.delivery(sent!))?.log.map(({ id: _, ...attempt }) => attempt);

      expect(await store.deleteScans(ids, { deletion: "d1" })).toMatchObject({ refused: 0 });
      const withoutTotals = ({ deliveryCounts: _, inboxes, ...rest }: typeof kept) => ({
        ...rest,
        inboxes: inboxes.map(({ received: _, ...inbox }) => inbox),
      });
      expect(withoutTotals(await readEverything())).toStrictEqual(withoutTotals(kept));
      expect((await store.replay({ ids: [pending!, sent!] })).count).toBe(0);
      expect(await claimIds(subject, "node", shop)).not.toContain(pending);
      expect(await store.scan(ids[0]!)).toBeUndefined();
      expect(await store.delivery(sent!)).toBeUndefined();
      expect(await store.deletions()).toStrictEqual([
        {
          deletion: "d1",
          scans: 2,
          deletedAt: subject.now().toISOString(),
          restorableUntil: new Date(subject.time + 10 * minuteMs).toISOString(),
        },
      ]);

      subject.time += 9 * minuteMs;
      const restored = await store.restoreScans({ deletion: "d1" });
      expect(restored).toStrictEqual({ restored: ids.toSorted((a, b) => a - b), refused: 0 });
      const withoutAttempts = ({ deliveries, ...rest }: typeof before) => ({
        ...rest,
        deliveries: deliveries.map(({ lastAttempt: _, ...delivery }) => delivery),
      });
      expect(withoutAttempts(await readEverything())).toStrictEqual(withoutAttempts(before));
      expect(await store.scan(ids[1]!)).toStrictEqual(scan);
      expect((await store.delivery(sent!))?.log).toMatchObject(log!);
      expect(await store.deletions()).toStrictEqual([]);
      expect(await claimIds(subject, "node", shop)).toContain(pending);
      expect((await subject.append({ content: "next" })).id).toBeGreaterThan(ids[0]!);
    });

    it("are purged after ten minutes and then cannot be brought back", async () => {
      const { id } = await subject.append({ content: "a" });
      await subject.store.deleteScan(id);
      subject.time += 10 * minuteMs - 1;
      expect(await subject.store.purgeExpired()).toBe(0);
      subject.time += 1;
      expect(await subject.store.deletions()).toStrictEqual([]);
      expect(await subject.store.restoreScans({ ids: [id] })).toStrictEqual({
        restored: [],
        refused: 1,
      });
      expect(await subject.store.purgeExpired()).toBe(1);
      expect(await subject.store.restoreScans({ ids: [id] })).toMatchObject({ refused: 0 });
    });

    it("are gone immediately when they are deleted for good, before or after", async () => {
      const ids: number[] = [];
      for (const content of ["a", "b", "c"]) ids.push((await subject.append({ content })).id);
      expect(await subject.store.deleteScan(ids[0]!, { forGood: true })).toBe("deleted");
      expect(await subject.store.deleteScan(ids[0]!, { forGood: true })).toBe("no-such-scan");
      await subject.store.deleteScan(ids[1]!);
      expect(await subject.store.deleteScan(ids[1]!, { forGood: true })).toBe("deleted");
      await subject.store.deleteScans([ids[2]!], { deletion: "d" });
      expect(await subject.store.purgeDeleted({ deletion: "d" })).toBe(1);
      expect(await subject.store.restoreScans({ ids })).toStrictEqual({ restored: [], refused: 0 });
      expect(await subject.contents({ text: "a" }, { limit: 9 })).toStrictEqual([]);
    });

    it("and the same scan received again meanwhile are two scans afterwards", async () => {
      const { id } = await subject.append({ content: "a" });
      await subject.store.deleteScan(id);
      const again = await subject.append({ content: "a" });
      expect(again.repeat).toBe(false);
      await subject.store.deleteScan(again.id);
      const third = await subject.append({ content: "a" });
      await subject.store.restoreScans({ ids: [id, again.id] });
      const ids = (await subject.store.listScans({}, { limit: 9 })).map((scan) => scan.id);
      expect(ids).toStrictEqual([third.id, again.id, id]);
      expect(await subject.append({ content: "a" })).toMatchObject({ id: third.id, repeat: true });
    });

    it("of an inbox that has begun an audit trail stay deleted", async () => {
      await subject.store.addInbox({ name: "a", open: true });
      const { id } = await subject.append({ inbox: "a" });
      await subject.store.deleteScan(id);
      await subject.store.changeInbox("a", { audit: true });
      expect(await subject.store.restoreScans({ ids: [id] })).toStrictEqual({
        restored: [],
        refused: 1,
      });
    });

    it("go with their inbox when its scans are deleted", async () => {
      await subject.store.addInbox({ name: "a", open: true });
      const { id } = await subject.append({ inbox: "a" });
      await subject.store.deleteScan(id);
      await subject.store.removeInbox("a", { scans: "delete" });
      expect(await subject.store.restoreScans({ ids: [id] })).toMatchObject({ restored: [] });
    });

    it("come back with dropped deliveries when the destination was removed meanwhile", async () => {
      const shop = await addRoutedDestination(subject, "shop");
      const [delivery] = await appendWithDeliveries(subject, [shop]);
      const { scan } = (await subject.store.delivery(delivery!))!;
      await subject.store.deleteScan(scan);
      await subject.store.removeDestination("shop");
      await subject.store.restoreScans({ ids: [scan] });
      expect(await subject.store.delivery(delivery!)).toMatchObject({ state: "dropped" });
    });

    it("of an audit trail are refused, and the others of the same call are deleted", async () => {
      await subject.store.addInbox({ name: "a", open: true });
      await subject.store.changeInbox("a", { audit: true });
      const audited = await subject.append({ inbox: "a" });
      const other = await subject.append({ inbox: "b" });
      for (const options of [{ deletion: "d" }, { forGood: true }] as const) {
        const { deleted, refused } = await subject.store.deleteScans(
          [audited.id, other.id, 999_999],
          options,
        );
        expect(refused).toBe(1);
        expect(deleted).toStrictEqual("deletion" in options ? [other.id] : []);
      }
      expect(await subject.store.scan(audited.id)).toBeDefined();
    });

    it("are reported to listeners one by one, however many there are", async () => {
      const ids: number[] = [];
      for (let n = 0; n < 450; n++) ids.push((await subject.append({ content: `${n}` })).id);
      const heard = { deleted: [] as number[], restored: [] as number[] };
      subject.store.onDelete((id) => heard.deleted.push(id));
      subject.store.onRestore((id) => heard.restored.push(id));
      const { deleted } = await subject.store.deleteScans(ids, { deletion: "many" });
      expect(deleted.toSorted((a, b) => a - b)).toStrictEqual(ids);
      expect(await subject.store.countScans({})).toBe(0);
      await subject.store.restoreScans({ deletion: "many" });
      // 4, 40 to 49 and 400 to 449 begin with 4.
      expect(await subject.store.countScans({ text: "4" })).toBeGreaterThanOrEqual(61);
      expect(heard.deleted.toSorted((a, b) => a - b)).toStrictEqual(ids);
      expect(heard.restored).toStrictEqual(ids);
    });
  });
}
