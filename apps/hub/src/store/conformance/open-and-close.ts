import { describe, expect, it } from "vitest";
import { type Subject, toArrival } from "../testing/subject.ts";
import { StoreUnavailable } from "../unavailable.ts";

export function openAndCloseConformance(subject: Subject): void {
  describe("opening and closing", () => {
    it("keeps everything after it is closed and opened again", async () => {
      await subject.store.addInbox({ name: "a", open: true });
      const { id } = await subject.append();
      await subject.store.close();
      subject.store = await subject.database.open({ now: subject.now });
      expect((await subject.store.scan(id))?.content).toBe("hello");
      expect(await subject.append()).toStrictEqual({ id, repeat: true });
      expect((await subject.store.inboxes()).map(({ name }) => name)).toStrictEqual(["a"]);
    });

    it("stores what was appended before it closes", async () => {
      const waiting = Array.from({ length: 50 }, (_, n) => subject.append({ content: `${n}` }));
      await subject.store.close();
      expect(new Set((await Promise.all(waiting)).map(({ id }) => id)).size).toBe(50);
    });

    it("allows closing twice, and then rejects every call", async () => {
      await Promise.all([subject.store.close(), subject.store.close()]);
      const refusals = [
        subject.append(),
        subject.store.inbox("a"),
        subject.store.inboxes(),
        subject.store.addInbox({ name: "a", open: true }),
      ];
      for (const refused of await Promise.allSettled(refusals)) {
        expect(refused).toMatchObject({ status: "rejected", reason: { problem: "closed" } });
        expect(refused.status === "rejected" && refused.reason).toBeInstanceOf(StoreUnavailable);
      }
    });

    it("stores each scan once when two processes append it at the same time", async () => {
      const otherStore = await subject.database.open();
      const stores = Array.from({ length: 100 }, (_, n) => (n % 2 ? subject.store : otherStore));
      const appends = stores.map((store, n) => store.append(toArrival({ content: `${n >> 1}` })));
      const results = await Promise.all(appends);
      expect(results.filter(({ repeat }) => repeat)).toHaveLength(50);
      expect(await subject.store.countScans({})).toBe(50);
      await otherStore.close();
    });
  });
}
