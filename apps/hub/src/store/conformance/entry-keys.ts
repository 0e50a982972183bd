import { beforeEach, describe, expect, it } from "vitest";
import { createGala, guest } from "../testing/gala.ts";
import type { Subject } from "../testing/subject.ts";

export function entryKeysConformance(subject: Subject): void {
  const { find, importRows, scan, open } = createGala(subject);
  let id: number;
  let ada: number;

  const change = (remove: string[], add: string[], entry = ada) =>
    subject.store.changeKeys(id, entry, { remove, add });
  const read = async () => (await subject.store.entry(id, ada))!;

  describe("the keys of an entry", () => {
    beforeEach(async () => {
      await open();
      id = (await find()).id;
      ada = (await subject.store.entries(id, { limit: 1 }))[0]!.id;
    });

    it("are added and removed, and a scan finds the entry by those it has", async () => {
      const { version } = await read();
      expect(await change(["t:T-1"], ["u:04:A2:B3:C4", "t:A-1"])).toBe("changed");
      expect(await read()).toMatchObject({
        ...{ keys: ["t:A-1", "u:04:A2:B3:C4"], version: version + 1 },
      });
      expect((await scan("T-1")).code).toBe("unknown");
      expect(await scan("A-1")).toMatchObject({ code: "checked-in", title: "Ada Lovelace" });
      expect(await change(["t:X-1"], ["t:A-1", "t:A-1"])).toBe("changed");
      expect((await read()).version).toBe(version + 1);
      expect(await change(["t:A-1", "u:04:A2:B3:C4"], ["t:A-1"])).toBe("changed");
      expect((await read()).keys).toStrictEqual(["t:A-1"]);
    });

    it("are refused if another entry has one of them, and nothing is changed", async () => {
      const before = await read();
      const taken = { taken: "t:T-2", by: "Alan Turing" };
      expect(await change(["t:T-1"], ["t:A-1", "t:T-2"])).toStrictEqual(taken);
      expect(await read()).toStrictEqual(before);
      expect(await change([], ["t:A-1"], 999_999)).toBe("no-such-entry");
      expect(await subject.store.changeKeys(999_999, ada, { remove: [], add: [] })).toBe(
        "no-such-entry",
      );
      await change(["t:T-1"], []);
      await importRows(guest("T-1", "Grace Hopper"));
      expect(await change([], ["t:T-1"])).toStrictEqual({ taken: "t:T-1", by: "Grace Hopper" });
    });

    it("changed by hand keep the undo of an import from the entry", async () => {
      await subject.store.forgetImport(id);
      const row = guest("T-1", "Ada King");
      await subject.store.importEntries(id, [row], { label: "second", dry: false });
      await change([], ["t:A-1"]);
      expect(await subject.store.undoImport(id)).toStrictEqual({ removed: 0, putBack: 0, left: 1 });
      expect(await read()).toMatchObject({ label: "Ada King", keys: ["t:A-1", "t:T-1"] });
    });
  });
}
