import { describe, expect, it } from "vitest";
import type { Subject } from "../testing/subject.ts";

export function inboxesConformance(on: Subject): void {
  describe("inboxes", () => {
    it("are added once, listed by name, changed and removed", async () => {
      expect(await on.store.addInbox({ name: "b", title: "Second", open: true })).toBe(true);
      expect(await on.store.addInbox({ name: "a", open: false })).toBe(true);
      expect(await on.store.addInbox({ name: "a", open: true })).toBe(false);
      const createdAt = on.now().toISOString();
      const a = { name: "a", open: false, audit: false, createdAt, credentials: [], scans: 0 };
      const b = { ...a, name: "b", title: "Second", open: true };
      expect(await on.store.inboxes()).toStrictEqual([a, b]);
      expect(await on.store.changeInbox("a", { title: "First" })).toBe("changed");
      expect(await on.store.changeInbox("b", { title: "", open: false })).toBe("changed");
      expect(await on.store.changeInbox("c", { open: false })).toBe("no-such-inbox");
      const { title: _, ...untitled } = { ...b, open: false };
      expect(await on.store.inboxes()).toStrictEqual([{ ...a, title: "First" }, untitled]);
      expect(await on.store.removeInbox("b", { scans: "keep" })).toBe("removed");
      expect(await on.store.removeInbox("b", { scans: "keep" })).toBe("no-such-inbox");
      expect((await on.store.inboxes()).map(({ name }) => name)).toStrictEqual(["a"]);
    });

    it("have credentials: each user once, the last password counts", async () => {
      await on.store.addInbox({ name: "a", open: false });
      expect(await on.store.setCredential("a", "phone", "hash 1")).toBe(true);
      expect(await on.store.setCredential("a", "laptop", "hash 2")).toBe(true);
      expect(await on.store.setCredential("a", "phone", "hash 3")).toBe(true);
      expect(await on.store.setCredential("b", "phone", "hash 4")).toBe(false);
      const inbox = await on.store.inbox("a");
      expect(inbox).toMatchObject({ name: "a", open: false });
      expect(new Set(inbox!.credentials)).toStrictEqual(
        new Set([
          { user: "phone", passwordHash: "hash 3" },
          { user: "laptop", passwordHash: "hash 2" },
        ]),
      );
      expect((await on.store.inboxes())[0]!.credentials).toStrictEqual([
        { user: "laptop", createdAt: on.now().toISOString() },
        { user: "phone", createdAt: on.now().toISOString() },
      ]);
      expect(await on.store.removeCredential("a", "phone")).toBe(true);
      expect(await on.store.removeCredential("a", "phone")).toBe(false);
      expect((await on.store.inbox("a"))!.credentials.map(({ user }) => user)).toStrictEqual([
        "laptop",
      ]);
    });

    it("are seen at once as they are now, also when another process changed them", async () => {
      const other = await on.place.open();
      expect(await on.store.inbox("a")).toBeUndefined();
      await other.addInbox({ name: "a", open: true });
      expect(await on.store.inbox("a")).toStrictEqual({ name: "a", open: true, credentials: [] });
      await other.changeInbox("a", { open: false });
      expect((await on.store.inbox("a"))!.open).toBe(false);
      await other.setCredential("a", "phone", "hash");
      expect((await on.store.inbox("a"))!.credentials).toHaveLength(1);
      await other.setCredential("a", "phone", "new hash");
      expect((await on.store.inbox("a"))!.credentials[0]!.passwordHash).toBe("new hash");
      await other.removeCredential("a", "phone");
      expect((await on.store.inbox("a"))!.credentials).toStrictEqual([]);
      await other.removeInbox("a", { scans: "keep" });
      expect(await on.store.inbox("a")).toBeUndefined();
      await other.close();
    });

    it("count their scans, and note to the minute when a user sent the last one", async () => {
      await on.store.addInbox({ name: "a", open: false });
      await on.store.setCredential("a", "phone", "hash");
      const at = (text: string) => ({ inbox: "a", user: "phone", receivedAt: new Date(text) });
      await on.append({ content: "1", ...at("2026-05-12T10:00:00.000Z") });
      await on.append({ content: "2", ...at("2026-05-12T10:00:30.000Z") });
      expect((await on.store.inboxes())[0]).toMatchObject({
        scans: 2,
        credentials: [{ lastUsedAt: "2026-05-12T10:00:00.000Z" }],
      });
      await on.append({ content: "3", ...at("2026-05-12T10:01:00.000Z") });
      expect((await on.store.inboxes())[0]).toMatchObject({
        scans: 3,
        credentials: [{ lastUsedAt: "2026-05-12T10:01:00.000Z" }],
      });
    });

    it("leave their scans behind, or take them along, and those of no other", async () => {
      for (const name of ["a", "b"]) await on.store.addInbox({ name, open: true });
      for (let n = 0; n < 3; n++) {
        await on.append({ inbox: "a", content: `a ${n}` });
        await on.append({ inbox: "b", content: `b ${n}` });
      }
      await on.store.removeInbox("a", { scans: "keep" });
      expect(await on.store.countScans({ inbox: "a" })).toBe(3);
      expect(await on.store.removeInbox("a", { scans: "delete" })).toBe("removed");
      expect(await on.store.countScans({ inbox: "a" })).toBe(0);
      expect(await on.contents({ text: "a" }, { limit: 9 })).toStrictEqual([]);
      expect(await on.contents({ text: "b" }, { limit: 9 })).toHaveLength(3);
      expect(await on.store.removeInbox("a", { scans: "delete" })).toBe("no-such-inbox");
      expect((await on.append({ inbox: "a", content: "a 0" })).repeat).toBe(false);
    });
  });
}
