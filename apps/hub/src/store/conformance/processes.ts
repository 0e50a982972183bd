import { describe, expect, it } from "vitest";
import { StoreUnavailable } from "../store.ts";
import { type Subject, toArrival } from "../testing/subject.ts";

export function openAndClosedConformance(on: Subject): void {
  describe("open and closed", () => {
    it("has everything again after it was closed and opened", async () => {
      await on.store.addInbox({ name: "a", open: true });
      const { id } = await on.append();
      await on.store.close();
      on.store = await on.place.open({ now: on.now });
      expect((await on.store.scan(id))?.content).toBe("hello");
      expect(await on.append()).toStrictEqual({ id, repeat: true });
      expect((await on.store.inboxes()).map(({ name }) => name)).toStrictEqual(["a"]);
    });

    it("finishes what was appended before it closes", async () => {
      const waiting = Array.from({ length: 50 }, (_, n) => on.append({ content: `${n}` }));
      await on.store.close();
      expect(new Set((await Promise.all(waiting)).map(({ id }) => id)).size).toBe(50);
    });

    it("closes twice without harm, and then refuses everything", async () => {
      await Promise.all([on.store.close(), on.store.close()]);
      const refusals = [
        on.append(),
        on.store.inbox("a"),
        on.store.inboxes(),
        on.store.addInbox({ name: "a", open: true }),
      ];
      for (const refused of await Promise.allSettled(refusals)) {
        expect(refused).toMatchObject({ status: "rejected", reason: { trouble: "closed" } });
        expect(refused.status === "rejected" && refused.reason).toBeInstanceOf(StoreUnavailable);
      }
    });

    it("lets two processes store at the same time, each scan once", async () => {
      const other = await on.place.open();
      const stores = Array.from({ length: 100 }, (_, n) => (n % 2 ? on.store : other));
      const both = stores.map((one, n) => one.append(toArrival({ content: `${n >> 1}` })));
      const results = await Promise.all(both);
      expect(results.filter(({ repeat }) => repeat)).toHaveLength(50);
      expect(await on.store.countScans({})).toBe(50);
      await other.close();
    });
  });
}
