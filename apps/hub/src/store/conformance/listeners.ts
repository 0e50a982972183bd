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
