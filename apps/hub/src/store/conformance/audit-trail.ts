import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chainHash } from "../chain-hash.ts";
import type { InboxChange } from "../inboxes.ts";
import { type Subject, toArrival } from "../testing/subject.ts";

const dayMs = 86_400_000;

export function auditTrailConformance(subject: Subject): void {
  const addInbox = async (name: string, change: InboxChange = {}) => {
    await subject.store.addInbox({ name, open: true });
    await subject.store.changeInbox(name, change);
  };
  const inbox = async (name: string) =>
    (await subject.store.inboxes()).find((record) => record.name === name);

  describe("audit trails", () => {
    it("chains every scan of the inbox in order, including those stored before the trail began", async () => {
      await subject.store.addInbox({ name: "a", open: true });
      expect(await subject.store.head("a")).toBeUndefined();
      for (const number of [1, 2, 3]) {
        await subject.append({ inbox: "a", content: `before ${number}`, user: "phone" });
        await subject.append({ inbox: "b", content: `before ${number}` });
      }
      expect(await subject.store.changeInbox("a", { audit: true })).toBe("changed");
      expect(await inbox("a")).toMatchObject({ audit: true });
      expect(await subject.store.head("a")).toMatchObject({ count: 3 });
      const specialText = { content: "after \u0000 ü 🧵", body: `\uFEFF{"a" : "\u2028"}` };
      await Promise.all([
        subject.append({ inbox: "a", ...specialText }),
        subject.append({ inbox: "b", content: "after" }),
        subject.append({ inbox: "a", content: "before 1", user: "phone" }),
        subject.append({ inbox: "a", content: "last" }),
      ]);
      const rows = await subject.store.listChainRows("a", 0, 99);
      expect(rows.map(({ scan }) => scan.content).sort()).toStrictEqual(
        ["before 1", "before 2", "before 3", specialText.content, "last"].sort(),
      );
      let hash = "";
      for (const [index, row] of rows.entries()) {
        hash = chainHash(hash, row.scan);
        expect(await subject.store.scan(row.scan.id)).toMatchObject(row.scan);
        expect(row).toMatchObject({ count: index + 1, hash });
      }
      expect(await subject.store.head("a")).toStrictEqual({ count: 5, hash });
      expect(await subject.store.listChainRows("a", rows[1]!.scan.id, 2)).toStrictEqual(
        rows.slice(2, 4),
      );
      expect(await subject.store.listChainRows("b", 0, 9)).toStrictEqual([]);
      expect(await subject.store.head("b")).toBeUndefined();
    });

    it("has the hash that another SHA-256 implementation computes", async () => {
      await addInbox("a", { audit: true });
      const { id } = await subject.append({ inbox: "a", user: "phone", body: `{"a":1}` });
      // As `printf '%s' '[<id>,"a","phone",…]' | sha256sum` does, with the id that the store
      // assigned.
      const received = `[${id},"a","phone","04:A2:B3:C4","2026-05-12T14:23:01Z","hello","2026-05-12T14:23:01.500Z","{\\"a\\":1}"]`;
      const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(received));
      expect(await subject.store.head("a")).toStrictEqual({
        count: 1,
        hash: Buffer.from(bytes).toString("hex"),
      });
    });

    it("stays complete while two processes store scans and a long backlog is chained", async () => {
      await subject.store.addInbox({ name: "a", open: true });
      const otherStore = await subject.database.open({ now: subject.now });
      const appendMany = (part: string, count: number) =>
        Array.from({ length: count }, (_, n) =>
          subject.append({ inbox: "a", content: `${part} ${n}` }),
        );
      await Promise.all(appendMany("before", 1200));
      const during = appendMany("during", 300);
      const fromOther = Array.from({ length: 100 }, (_, n) =>
        otherStore.append(toArrival({ inbox: "a", content: `other ${n}` })),
      );
      await Promise.all([subject.store.changeInbox("a", { audit: true }), ...during, ...fromOther]);
      await subject.append({ inbox: "a", content: "last" });
      const rows = await subject.store.listChainRows("a", 0, 5000);
      expect(rows.map(({ count }) => count)).toStrictEqual(
        Array.from({ length: 1601 }, (_, n) => n + 1),
      );
      let hash = "";
      for (const row of rows) {
        hash = chainHash(hash, row.scan);
        expect(row.hash).toBe(hash);
      }
      expect(await subject.store.head("a")).toStrictEqual({ count: 1601, hash });
      await otherStore.close();
    });

    it("ends an audit trail only without scans, and never deletes its scans", async () => {
      await addInbox("a", { audit: true, keepDays: 1, keepScans: 1 });
      await addInbox("empty", { audit: true });
      expect(await subject.store.changeInbox("empty", { audit: false })).toBe("changed");
      expect(await inbox("empty")).toMatchObject({ audit: false });
      const receivedAt = new Date(subject.time - 5 * dayMs);
      for (const content of ["1", "2"]) await subject.append({ inbox: "a", content, receivedAt });
      expect(await subject.store.changeInbox("a", { audit: false, title: "A" })).toBe("audited");
      expect((await inbox("a"))!.title).toBeUndefined();
      expect(await subject.store.removeInbox("a", { scans: "delete" })).toBe("audited");
      expect(await inbox("a")).toMatchObject({ audit: true, scans: 2 });
      expect(await subject.store.expire(100)).toBe(0);
      expect(await subject.store.removeInbox("a", { scans: "keep" })).toBe("removed");
      expect(await subject.store.removeInbox("a", { scans: "delete" })).toBe("audited");
      expect(await subject.store.head("a")).toMatchObject({ count: 2 });
      await addInbox("a", { keepScans: 1 });
      expect(await inbox("a")).toMatchObject({ audit: true });
      await subject.append({ inbox: "a", content: "3" });
      expect(await subject.store.head("a")).toMatchObject({ count: 3 });
      expect(await subject.store.expire(100)).toBe(0);
    });

    it("chains any text so that the stored scan reproduces the hash", async () => {
      await addInbox("a", { audit: true });
      const text = fc.string({ unit: "binary" }).map((value) => value.toWellFormed());
      let count = 0;
      await fc.assert(
        fc.asyncProperty(text, text, text, async (content, body, user) => {
          count += 1;
          const before = await subject.store.head("a");
          const scan = { inbox: "a", identifier: `nr ${count}`, content, body, user };
          const { id } = await subject.append(scan);
          const head = (await subject.store.head("a"))!;
          const [row] = await subject.store.listChainRows("a", id - 1, 1);
          expect(row!.scan).toMatchObject(scan);
          expect(head.hash).toBe(chainHash(before!.hash, row!.scan));
        }),
        { numRuns: 40 },
      );
    });
  });
}
