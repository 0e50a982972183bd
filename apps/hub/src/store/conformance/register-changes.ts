import { beforeEach, describe, expect, it } from "vitest";
import { createGala } from "../testing/gala.ts";
import type { Subject } from "../testing/subject.ts";

export function registerChangesConformance(subject: Subject): void {
  const { find, toScan, scan, open } = createGala(subject);

  describe("changes of registers", () => {
    beforeEach(open);

    it("borrows the entries of another register, and keeps its own states", async () => {
      const lunch = { name: "lunch", kind: "check-in", rules: {}, entriesFrom: "gala" } as const;
      expect(await subject.store.addRegister(lunch)).toBe("added");
      expect(await subject.store.addRegister(lunch)).toBe("name-taken");
      expect(await subject.store.addRegister({ ...lunch, name: "x", entriesFrom: "y" })).toBe(
        "no-such-register",
      );
      const binding = { register: "lunch", action: "in", answer: "negotiated" } as const;
      expect(await subject.store.bindInbox("south", binding)).toBe("bound");
      expect(await subject.store.bindInbox("nowhere", binding)).toBe("no-such-inbox");
      expect((await scan("T-1", "north")).code).toBe("checked-in");
      expect(await scan("T-1", "south")).toMatchObject({ code: "checked-in", register: "lunch" });
      expect(await find("lunch")).toMatchObject({ entries: 2, inside: 1, entriesFrom: "gala" });
      expect(await subject.store.removeRegister("gala")).toBe("borrowed");
      expect(await subject.store.removeRegister("lunch")).toBe("removed");
      expect(await subject.store.removeRegister("gala")).toBe("removed");
      expect(await subject.store.removeRegister("gala")).toBe("no-such-register");
      expect(await subject.store.append(toScan("T-1"))).not.toHaveProperty("verdict");
    });

    it("refuses a change made from an older revision", async () => {
      const { revision } = await find();
      const change = { title: "Winter gala", keepDays: 3, revision };
      expect(await subject.store.changeRegister("gala", change)).toBe("changed");
      expect(await subject.store.changeRegister("gala", change)).toBe("changed-meanwhile");
      expect(await subject.store.changeRegister("ball", change)).toBe("no-such-register");
      expect(await find()).toMatchObject({ title: "Winter gala", keepDays: 3 });
      await subject.store.changeRegister("gala", { title: "", keepDays: 0 });
      expect((await find()).title).toBeUndefined();
      expect((await find()).keepDays).toBeUndefined();
    });

    it("keeps whether the dashboard or the settings file owns a register", async () => {
      expect(await find()).toMatchObject({ origin: "dashboard" });
      await subject.store.changeRegister("gala", { origin: "file" });
      await subject.store.changeRegister("gala", { title: "Winter gala" });
      expect(await find()).toMatchObject({ origin: "file", title: "Winter gala" });
      const ball = { name: "ball", kind: "check-in", rules: {}, origin: "file" } as const;
      await subject.store.addRegister(ball);
      await subject.store.changeRegister("ball", { origin: "dashboard" });
      expect(await subject.store.registers()).toMatchObject([
        { name: "ball", origin: "dashboard" },
        { name: "gala", origin: "file" },
      ]);
    });

    it("names nobody once it is emptied, also to a repeat", async () => {
      const { id } = await find();
      const arrival = toScan("T-1");
      await subject.store.append(arrival);
      expect(await subject.store.emptyRegister(id)).toBe(2);
      expect(await subject.store.entries(id, { limit: 9 })).toStrictEqual([]);
      const repeated = (await subject.store.append(arrival)).verdict!;
      expect(repeated).toMatchObject({ result: "yes", code: "checked-in" });
      const journal = await subject.store.movements(id, { limit: 9 });
      expect(journal).toMatchObject([{ code: "checked-in", door: "north" }]);
      expect(JSON.stringify([repeated, journal])).not.toMatch(/Ada|Lovelace/);
      expect(await find()).toMatchObject({ entries: 0, inside: 0, admitted: 1 });
    });
  });
}
