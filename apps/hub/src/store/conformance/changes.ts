import { describe, expect, it } from "vitest";
import type { NewChange } from "../changes.ts";
import type { Subject } from "../testing/subject.ts";

const change: NewChange = {
  by: "Ada",
  via: "page",
  subject: "inbox",
  name: "door",
  action: "changed",
  fields: [{ field: "title", from: null, to: "Door" }, { field: "password" }],
};

export function changesConformance(subject: Subject): void {
  describe("the journal of changes", () => {
    it("lists changes, the newest first, in pages", async () => {
      await subject.store.addChange(change);
      await subject.store.addChange({ ...change, by: "Ben", subject: "route", name: "erp" });
      const [newest, oldest] = await subject.store.changes({}, { limit: 5 });
      expect(oldest).toStrictEqual({ ...change, id: oldest!.id, at: subject.now().toISOString() });
      const before = newest!.id;
      expect(await subject.store.changes({}, { before, limit: 5 })).toStrictEqual([oldest]);
      expect(await subject.store.changes({}, { limit: 1 })).toStrictEqual([newest]);
      for (const filter of [{ by: "Ben" }, { subject: "route" }, { name: "erp" }] as const) {
        expect(await subject.store.changes(filter, { limit: 5 })).toStrictEqual([newest]);
      }
    });

    it("finds changes between two times", async () => {
      await subject.store.addChange(change);
      const from = new Date(subject.time).toISOString();
      const to = new Date(subject.time + 1).toISOString();
      expect(await subject.store.changes({ from, to }, { limit: 5 })).toHaveLength(1);
      expect(await subject.store.changes({ from: to }, { limit: 5 })).toHaveLength(0);
      expect(await subject.store.changes({ to: from }, { limit: 5 })).toHaveLength(0);
    });

    it("keeps changes for as many days as was set, and else for good", async () => {
      await subject.store.addChange(change);
      subject.time += 10 * 86_400_000;
      await subject.store.addChange(change);
      expect(await subject.store.changesKeepDays()).toBeUndefined();
      expect(await subject.store.removeOldChanges()).toBe(0);
      await subject.store.setChangesKeepDays(9);
      expect(await subject.store.changesKeepDays()).toBe(9);
      expect(await subject.store.changesOrigin()).toBe("dashboard");
      expect(await subject.store.removeOldChanges()).toBe(1);
      expect(await subject.store.changes({}, { limit: 5 })).toHaveLength(1);
      await subject.store.setChangesKeepDays(undefined, "file");
      expect(await subject.store.changesOrigin()).toBe("file");
      expect(await subject.store.changesKeepDays()).toBeUndefined();
    });
  });
}
