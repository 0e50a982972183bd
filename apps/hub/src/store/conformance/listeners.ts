import { describe, expect, it } from "vitest";
import { type Subject, toArrival } from "../testing/subject.ts";

export function listenersConformance(subject: Subject): void {
  describe("listeners", () => {
    it("calls append listeners with the newest id for new scans only, until they are removed", async () => {
      const notifiedIds: number[] = [];
      const removeListener = subject.store.onAppend((id) => notifiedIds.push(id));
      const first = await subject.append({ content: "1" });
      await subject.append({ content: "1" });
      const second = await subject.append({ content: "2" });
      removeListener();
      await subject.append({ content: "3" });
      expect(notifiedIds).toStrictEqual([first.id, second.id]);
    });

    it("calls append listeners of an inbox for every scan in it, whichever process stores it", async () => {
      const otherStore = await subject.database.open();
      const seen: number[] = [];
      const stored: number[] = [];
      let reading = Promise.resolve();
      const read = async () => {
        for (const { id } of await subject.store.listScans({ inbox: "a" }, { limit: 100 }))
          if (!seen.includes(id)) seen.push(id);
      };
      const removeListener = subject.store.onAppend(() => {
        reading = reading.then(read);
      }, "a");
      for (let round = 0; round < 5; round++) {
        const appends = ["a", "b", "a"].flatMap((inbox) =>
          [subject.store, otherStore].map(async (store, process) => {
            const content = `${round} ${process}`;
            const { id, repeat } = await store.append(toArrival({ inbox, content }));
            if (inbox === "a" && !repeat) stored.push(id);
          }),
        );
        await Promise.all(appends);
      }
      const ids = stored.sort((a, b) => a - b);
      await expect.poll(() => seen.toSorted((a, b) => a - b)).toStrictEqual(ids);
      removeListener();
      await reading;
      await otherStore.close();
    });

    it("calls repeat listeners with the id of the repeated scan, until they are removed", async () => {
      const notifiedIds: number[] = [];
      const removeListener = subject.store.onRepeat((id) => notifiedIds.push(id));
      const [first, second] = [
        await subject.append({ content: "1" }),
        await subject.append({ content: "2" }),
      ];
      await subject.append({ content: "1" });
      await Promise.all([subject.append({ content: "2" }), subject.append({ content: "3" })]);
      removeListener();
      await subject.append({ content: "1" });
      expect(notifiedIds).toStrictEqual([first.id, second.id]);
    });

    it("calls delete listeners with the id of the deleted scan, until they are removed", async () => {
      const notifiedIds: number[] = [];
      const removeListener = subject.store.onDelete((id) => notifiedIds.push(id));
      const { id } = await subject.append({ content: "1" });
      const second = await subject.append({ content: "2" });
      expect(await subject.store.deleteScan(id)).toBe("deleted");
      expect(await subject.store.deleteScan(id)).toBe("no-such-scan");
      removeListener();
      await subject.store.deleteScan(second.id);
      expect(notifiedIds).toStrictEqual([id]);
    });

    it("calls append listeners for scans that another process stores", async () => {
      const otherStore = await subject.database.open();
      const notified = new Promise<number>((resolve) => subject.store.onAppend(resolve));
      const { id } = await otherStore.append(toArrival({}));
      expect(await notified).toBe(id);
      await otherStore.close();
    });
  });
}
