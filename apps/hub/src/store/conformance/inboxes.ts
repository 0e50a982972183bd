import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Subject } from "../testing/subject.ts";

export function inboxesConformance(subject: Subject): void {
  describe("inboxes", () => {
    it("adds each name once, lists inboxes by name, and changes and removes them", async () => {
      expect(await subject.store.addInbox({ name: "b", title: "Second", open: true })).toBe(true);
      expect(await subject.store.addInbox({ name: "a", open: false })).toBe(true);
      expect(await subject.store.addInbox({ name: "a", open: true })).toBe(false);
      const createdAt = subject.now().toISOString();
      const firstInbox = {
        name: "a",
        open: false,
        audit: false,
        origin: "dashboard",
        createdAt,
        revision: 1,
        changedAt: createdAt,
        credentials: [],
        scans: 0,
        received: 0,
      };
      const secondInbox = { ...firstInbox, name: "b", title: "Second", open: true };
      expect(await subject.store.inboxes()).toEqual([firstInbox, secondInbox]);
      expect(await subject.store.changeInbox("a", { title: "First" })).toBe("changed");
      expect(await subject.store.changeInbox("b", { title: "", open: false })).toBe("changed");
      expect(await subject.store.changeInbox("c", { open: false })).toBe("no-such-inbox");
      const { title: _, ...untitled } = { ...secondInbox, open: false };
      expect(await subject.store.inboxes()).toEqual([
        { ...firstInbox, title: "First", revision: 2 },
        { ...untitled, revision: 2 },
      ]);
      expect(await subject.store.changeInbox("b", { keepDays: 3, origin: "file" })).toBe("changed");
      const settings = { open: false, audit: false };
      expect(await subject.store.inboxSettings()).toEqual([
        { ...settings, name: "a", title: "First", origin: "dashboard" },
        { ...settings, name: "b", keepDays: 3, origin: "file" },
      ]);
      expect(await subject.store.removeInbox("b", { scans: "keep" })).toBe("removed");
      expect(await subject.store.removeInbox("b", { scans: "keep" })).toBe("no-such-inbox");
      expect((await subject.store.inboxes()).map(({ name }) => name)).toStrictEqual(["a"]);
    });

    it("keeps one credential per user, with the last password that was set", async () => {
      await subject.store.addInbox({ name: "a", open: false });
      expect(await subject.store.setCredential("a", "phone", "hash 1")).toBe(true);
      expect(await subject.store.setCredential("a", "laptop", "hash 2")).toBe(true);
      expect(await subject.store.setCredential("a", "phone", "hash 3")).toBe(true);
      expect(await subject.store.setCredential("b", "phone", "hash 4")).toBe(false);
      const inbox = await subject.store.inbox("a");
      expect(inbox).toMatchObject({ name: "a", open: false });
      expect(new Set(inbox!.credentials)).toEqual(
        new Set([
          { user: "phone", passwordHash: "hash 3" },
          { user: "laptop", passwordHash: "hash 2" },
        ]),
      );
      expect((await subject.store.inboxes())[0]!.credentials).toEqual([
        { user: "laptop", createdAt: subject.now().toISOString() },
        { user: "phone", createdAt: subject.now().toISOString() },
      ]);
      expect(await subject.store.setSupervisor("a", "phone", true)).toBe(true);
      expect(await subject.store.setSupervisor("a", "nobody", true)).toBe(false);
      const supervisors = async () =>
        (await subject.store.inbox("a"))!.credentials.filter(({ supervisor }) => supervisor);
      expect((await supervisors()).map(({ user }) => user)).toStrictEqual(["phone"]);
      // A new password does not change the rights of its user.
      await subject.store.setCredential("a", "phone", "hash 5");
      expect((await subject.store.inboxes())[0]!.credentials[1]).toMatchObject({
        supervisor: true,
      });
      await subject.store.setSupervisor("a", "phone", false);
      expect(await supervisors()).toStrictEqual([]);
      expect(await subject.store.removeCredential("a", "phone")).toBe(true);
      expect(await subject.store.removeCredential("a", "phone")).toBe(false);
      expect((await subject.store.inbox("a"))!.credentials.map(({ user }) => user)).toStrictEqual([
        "laptop",
      ]);
    });

    it("shows changes by another process in the next turn of the event loop", async () => {
      const otherStore = await subject.database.open();
      const findNext = async () => {
        await setImmediate();
        return subject.store.inbox("a");
      };
      expect(await findNext()).toBeUndefined();
      await otherStore.addInbox({ name: "a", open: true });
      expect(await findNext()).toEqual({
        name: "a",
        open: true,
        credentials: [],
      });
      await otherStore.changeInbox("a", { open: false });
      expect((await findNext())!.open).toBe(false);
      await otherStore.setCredential("a", "phone", "hash");
      expect((await findNext())!.credentials).toHaveLength(1);
      await otherStore.setCredential("a", "phone", "new hash");
      expect((await findNext())!.credentials[0]!.passwordHash).toBe("new hash");
      await otherStore.removeCredential("a", "phone");
      expect((await findNext())!.credentials).toStrictEqual([]);
      await otherStore.removeInbox("a", { scans: "keep" });
      expect(await findNext()).toBeUndefined();
      await otherStore.close();
    });

    it("counts the scans of an inbox, and records to the minute when a user last sent one", async () => {
      await subject.store.addInbox({ name: "a", open: false });
      await subject.store.setCredential("a", "phone", "hash");
      const toUse = (text: string) => ({ inbox: "a", user: "phone", receivedAt: new Date(text) });
      await subject.append({ content: "1", ...toUse("2026-05-12T10:00:00.000Z") });
      await subject.append({ content: "2", ...toUse("2026-05-12T10:00:30.000Z") });
      expect((await subject.store.inboxes())[0]).toMatchObject({
        scans: 2,
        credentials: [{ lastUsedAt: "2026-05-12T10:00:00.000Z" }],
      });
      await subject.append({ content: "3", ...toUse("2026-05-12T10:01:00.000Z") });
      expect((await subject.store.inboxes())[0]).toMatchObject({
        scans: 3,
        credentials: [{ lastUsedAt: "2026-05-12T10:01:00.000Z" }],
      });
    });

    it("keeps or deletes the scans of a removed inbox, and leaves those of other inboxes", async () => {
      for (const name of ["a", "b"]) await subject.store.addInbox({ name, open: true });
      for (let number = 0; number < 3; number++) {
        await subject.append({ inbox: "a", content: `a ${number}` });
        await subject.append({ inbox: "b", content: `b ${number}` });
      }
      await subject.store.removeInbox("a", { scans: "keep" });
      expect(await subject.store.countScans({ inbox: "a" })).toBe(3);
      expect(await subject.store.removeInbox("a", { scans: "delete" })).toBe("removed");
      expect(await subject.store.countScans({ inbox: "a" })).toBe(0);
      expect(await subject.contents({ text: "a" }, { limit: 9 })).toStrictEqual([]);
      expect(await subject.contents({ text: "b" }, { limit: 9 })).toHaveLength(3);
      expect(await subject.store.removeInbox("a", { scans: "delete" })).toBe("no-such-inbox");
      expect((await subject.append({ inbox: "a", content: "a 0" })).repeat).toBe(false);
    });
  });
}
