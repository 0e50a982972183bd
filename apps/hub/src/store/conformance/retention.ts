import { describe, expect, it } from "vitest";
import type { InboxChange } from "../inboxes.ts";
import type { RetentionLimits } from "../retention.ts";
import {
  addRoutedDestination,
  appendWithDeliveries,
  toSettled,
} from "../testing/routed-destinations.ts";
import type { Subject } from "../testing/subject.ts";

const dayMs = 86_400_000;

export function retentionConformance(subject: Subject): void {
  const addInbox = async (name: string, change: InboxChange = {}) => {
    await subject.store.addInbox({ name, open: true });
    await subject.store.changeInbox(name, change);
  };
  const inbox = async (name: string) =>
    (await subject.store.inboxes()).find((record) => record.name === name);
  const remaining = async (name: string) =>
    (await subject.contents({ inbox: name }, { limit: 999 })).reverse();
  /** Expires scans until none is left to expire, and returns their number. */
  const expireAll = async (limit = 100) => {
    let total = 0;
    for (;;) {
      const expired = await subject.store.expire(limit);
      if (expired === 0) return total;
      expect(expired).toBeLessThanOrEqual(limit);
      total += expired;
    }
  };

  describe("retention", () => {
    it("shows the limits of an inbox until they are removed", async () => {
      await addInbox("a", { keepDays: 30, keepScans: 1000 });
      expect(await inbox("a")).toMatchObject({ keepDays: 30, keepScans: 1000, audit: false });
      await subject.store.changeInbox("a", { title: "A", keepDays: 0 });
      expect(await inbox("a")).toMatchObject({ title: "A", keepScans: 1000 });
      expect((await inbox("a"))!.keepDays).toBeUndefined();
      await subject.store.changeInbox("a", { keepScans: 0 });
      expect((await inbox("a"))!.keepScans).toBeUndefined();
    });

    it("deletes scans beyond the age or number limit of their inbox, and no others", async () => {
      await addInbox("days", { keepDays: 2 });
      await addInbox("count", { keepScans: 3 });
      await addInbox("both", { keepDays: 2, keepScans: 3 });
      await addInbox("all");
      const inboxNames = ["days", "count", "both", "all", "none"];
      for (const [number, age] of [5, 3, 2, 2, 1, 0].entries()) {
        for (const name of inboxNames) {
          const receivedAt = new Date(subject.time - age * dayMs);
          await subject.append({ inbox: name, content: `${name} ${number}`, receivedAt });
        }
      }
      const numbersByInbox = {
        days: "2345",
        count: "345",
        both: "345",
        all: "012345",
        none: "012345",
      };
      expect(await expireAll(2)).toBe(2 + 3 + 3);
      for (const [name, numbers] of Object.entries(numbersByInbox))
        expect(await remaining(name)).toStrictEqual([...numbers].map((n) => `${name} ${n}`));
      expect(await subject.contents({ text: "days" }, { limit: 9 })).toHaveLength(4);
      subject.time += 1;
      expect(await expireAll()).toBe(3);
      expect(await remaining("both")).toStrictEqual(["both 4", "both 5"]);
    });

    it("counts beforehand the scans that some limits would delete, and deletes none of them", async () => {
      await addInbox("a");
      const shop = await addRoutedDestination(subject, "shop");
      const ages = [5, 3, 2, 1, 0];
      const receivedAt = ages.map((age) => new Date(subject.time - age * dayMs));
      await appendWithDeliveries(subject, [shop], { inbox: "a", receivedAt: receivedAt[0]! });
      for (const time of receivedAt.slice(1))
        await subject.append({ inbox: "a", content: time.toISOString(), receivedAt: time });
      await subject.append({ inbox: "b", content: "other", receivedAt: receivedAt[0]! });
      const [oldest, second, third] = receivedAt.map((time) => time.toISOString());
      const count = (limits: RetentionLimits) => subject.store.countExpiring("a", limits);
      expect(await count({})).toStrictEqual({ scans: 0, pending: 0 });
      const byAge = { scans: 2, pending: 1, oldest, newest: second };
      expect(await count({ keepDays: 2 })).toStrictEqual(byAge);
      expect(await count({ keepScans: 2 })).toStrictEqual({ ...byAge, scans: 3, newest: third });
      expect(await count({ keepDays: 2, keepScans: 4 })).toStrictEqual(byAge);
      expect(await count({ keepScans: 5 })).toStrictEqual({ scans: 0, pending: 0 });
      expect(await remaining("a")).toHaveLength(5);
      await subject.store.changeInbox("a", { keepScans: 2 });
      expect(await expireAll()).toBe(2);
      await subject.store.changeInbox("a", { keepScans: 0, audit: true });
      expect(await count({ keepScans: 1 })).toStrictEqual({ scans: 0, pending: 0 });
    });

    it("deletes tags whose scans are all deleted", async () => {
      await addInbox("a", { keepScans: 1 });
      for (const tag of ["04:01", "04:02"])
        await subject.append({ inbox: "a", source: "nfc", tag, identifier: tag, content: tag });
      await expireAll();
      expect(
        (await subject.store.tags({}, { limit: 9 })).map(({ identifier }) => identifier),
      ).toStrictEqual(["04:02"]);
    });

    it("keeps scans with pending deliveries until these are settled", async () => {
      await addInbox("a", { keepDays: 1 });
      const [shop, log] = [
        await addRoutedDestination(subject, "shop"),
        await addRoutedDestination(subject, "log"),
      ];
      const receivedAt = new Date(subject.time - 2 * dayMs);
      const first = await appendWithDeliveries(subject, [shop, log], { inbox: "a", receivedAt });
      const second = await appendWithDeliveries(subject, [shop], { inbox: "a", receivedAt });
      await appendWithDeliveries(subject, [log], {
        inbox: "a",
        receivedAt,
        delivery: { state: "dropped" },
      });
      expect(await expireAll()).toBe(1);
      await subject.store.claimOne("node", second[0]!);
      await subject.store.claimOne("node", first[1]!);
      expect(await expireAll()).toBe(0);
      await subject.store.settle("node", [
        toSettled(subject, second[0]!, "delivered"),
        toSettled(subject, first[1]!, "dead"),
      ]);
      expect(await expireAll()).toBe(1);
      expect(await subject.store.delivery(second[0]!)).toBeUndefined();
      const none = { accepted: 0, delivered: 0, dead: 0, pending: 0, dropped: 0 };
      expect(await subject.store.deliveryCounts()).toMatchObject([
        { ...none, accepted: 1, dead: 1, deliveredTotal: 0 },
        { ...none, accepted: 1, pending: 1, deliveredTotal: 1 },
      ]);
      await subject.store.drop({});
      expect(await expireAll()).toBe(1);
      expect(await subject.store.deliveries({}, { limit: 9 })).toStrictEqual([]);
      expect(await subject.store.deliveryCounts()).toMatchObject([
        { ...none, deliveredTotal: 0 },
        { ...none, deliveredTotal: 1 },
      ]);
    });
  });
}
