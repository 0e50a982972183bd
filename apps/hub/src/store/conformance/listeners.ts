import { describe, expect, it } from "vitest";
import { type Subject, toArrival } from "../testing/subject.ts";

export function listenersConformance(on: Subject): void {
  describe("listeners", () => {
    it("tells listeners the newest id, until they stop, and only for new scans", async () => {
      const told: number[] = [];
      const stop = on.store.onAppend((id) => told.push(id));
      const first = await on.append({ content: "1" });
      await on.append({ content: "1" });
      const second = await on.append({ content: "2" });
      stop();
      await on.append({ content: "3" });
      expect(told).toStrictEqual([first.id, second.id]);
    });

    it("tells listeners which scan came again, until they stop", async () => {
      const told: number[] = [];
      const stop = on.store.onRepeat((id) => told.push(id));
      const [first, second] = [
        await on.append({ content: "1" }),
        await on.append({ content: "2" }),
      ];
      await on.append({ content: "1" });
      await Promise.all([on.append({ content: "2" }), on.append({ content: "3" })]);
      stop();
      await on.append({ content: "1" });
      expect(told).toStrictEqual([first.id, second.id]);
    });

    it("tells listeners which scan was deleted, until they stop", async () => {
      const told: number[] = [];
      const stop = on.store.onDelete((id) => told.push(id));
      const { id } = await on.append({ content: "1" });
      const second = await on.append({ content: "2" });
      expect(await on.store.deleteScan(id)).toBe("deleted");
      expect(await on.store.deleteScan(id)).toBe("no-such-scan");
      stop();
      await on.store.deleteScan(second.id);
      expect(told).toStrictEqual([id]);
    });

    it("tells listeners what another process stored", async () => {
      const other = await on.place.open();
      const told = new Promise<number>((resolve) => on.store.onAppend(resolve));
      const { id } = await other.append(toArrival({}));
      expect(await told).toBe(id);
      await other.close();
    });
  });
}
