import { beforeEach, describe, expect, it } from "vitest";
import type { ImportRow } from "../registers.ts";
import { createGala, guest } from "../testing/gala.ts";
import type { Subject } from "../testing/subject.ts";

export function registerImportsConformance(subject: Subject): void {
  const { find, scan, open } = createGala(subject);
  let id: number;

  const list = () => subject.store.entries(id, { limit: 9 });
  const importAs = async (label: string, ...rows: ImportRow[]) => {
    await subject.store.forgetImport(id);
    return subject.store.importEntries(id, rows, { label, dry: false });
  };
  const undo = () => subject.store.undoImport(id);
  const nothing = { removed: 0, putBack: 0, left: 0 };

  describe("the undo of an import", () => {
    beforeEach(async () => {
      await open();
      id = (await find()).id;
    });

    it("removes what the import added, and puts back what it changed and blocked", async () => {
      const [ada, alan] = await list();
      const before = { label: "Ada King", group: "Press", attention: "Badge", fields: { a: "1" } };
      await subject.store.changeEntry(id, ada!.id, { ...before, blocked: true });
      await importAs("second", guest("T-3", "Grace Hopper", { fields: { table: "7" } }));
      const old = await list();
      const keys = ["t:T-1", "u:04:A2:B3:C4"];
      const rows = [guest("T-1", "Ada", { keys, group: "VIP" }), guest("T-4", "Mary")];
      expect(await importAs("third", ...rows)).toStrictEqual(["changed", "new"]);
      const missing = old.slice(1).map((entry) => entry.id);
      expect(await subject.store.blockEntries(id, missing)).toBe(2);
      expect((await scan("T-2")).code).toBe("blocked");
      expect(await undo()).toStrictEqual({ removed: 1, putBack: 3, left: 0 });
      const versions = (await list()).map(({ version }) => version);
      expect(await list()).toStrictEqual(
        old.map((entry, index) => ({ ...entry, version: versions[index]! })),
      );
      expect((await list())[0]).toMatchObject({ ...before, blocked: true, keys: ["t:T-1"] });
      expect((await scan("T-2")).code).toBe("checked-in");
      expect((await scan("T-4")).code).toBe("unknown");
      expect((await list())[1]!.id).toBe(alan!.id);
      expect(await undo()).toStrictEqual(nothing);
      expect(await list()).toHaveLength(3);
    });

    it("takes only the first of two rows for one entry, and undoes it whole", async () => {
      const [ada] = await list();
      await subject.store.changeKeys(id, ada!.id, { remove: [], add: ["t:T-9"] });
      const rows = [guest("T-1", "Ada King"), guest("T-9", "A. King")];
      expect(await importAs("second", ...rows)).toStrictEqual(["changed", "conflict"]);
      expect((await list())[0]).toMatchObject({ label: "Ada King", keys: ["t:T-1", "t:T-9"] });
      expect(await undo()).toStrictEqual({ removed: 0, putBack: 1, left: 0 });
      expect((await list())[0]!.label).toBe(ada!.label);
    });

    it("undoes only the newest import", async () => {
      await importAs("second", guest("T-1", "Ada King"), guest("T-3", "Grace Hopper"));
      await importAs("third", guest("T-1", "Ada King"), guest("T-2", "Alan M. Turing"));
      expect(await undo()).toStrictEqual({ removed: 0, putBack: 1, left: 0 });
      const labels = (await list()).map(({ label }) => label);
      expect(labels).toStrictEqual(["Ada King", "Alan Turing", "Grace Hopper"]);
      expect(await undo()).toStrictEqual(nothing);
    });

    it("leaves what was changed by hand or has moved since", async () => {
      await importAs("second", guest("T-1", "Ada King"), guest("T-2", "Alan M. Turing"));
      await subject.store.importEntries(
        id,
        [guest("T-3", "Grace Hopper"), guest("T-4", "Mary"), guest("T-5", "Emmy Noether")],
        { label: "second", dry: false },
      );
      const [ada, , , mary] = await list();
      await subject.store.changeEntry(id, ada!.id, { group: "Press" });
      await subject.store.changeEntry(id, mary!.id, { blocked: true });
      await scan("T-2");
      await scan("T-3");
      expect(await undo()).toStrictEqual({ removed: 1, putBack: 0, left: 4 });
      expect(await list()).toMatchObject([
        { label: "Ada King", group: "Press" },
        { label: "Alan M. Turing", presence: { status: "inside" } },
        { label: "Grace Hopper", presence: { status: "inside" } },
        { label: "Mary", blocked: true },
      ]);
      expect(await find()).toMatchObject({ entries: 4, inside: 2 });
    });

    it("puts back a guest who was inside before the import", async () => {
      await scan("T-1");
      await importAs("second", guest("T-1", "Ada King"));
      subject.time += 60_000;
      expect((await scan("T-1")).code).toBe("already-in");
      expect(await undo()).toStrictEqual({ removed: 0, putBack: 1, left: 0 });
      expect((await list())[0]).toMatchObject({
        ...{ label: "Ada Lovelace", presence: { status: "inside" } },
      });
    });

    it("puts back what a guest had before the import, also if two of its rows were about that guest", async () => {
      const options = { label: "second", dry: false };
      await importAs("second", guest("T-1", "Ada King", { keys: ["t:T-1", "t:A-1"] }));
      const again = [guest("T-1", "Lady Lovelace", { keys: ["t:A-1", "t:A-2"] })];
      expect(await subject.store.importEntries(id, again, options)).toStrictEqual(["changed"]);
      await subject.store.importEntries(id, again, options);
      expect(await undo()).toStrictEqual({ removed: 0, putBack: 1, left: 0 });
      expect((await list())[0]).toMatchObject({ label: "Ada Lovelace", keys: ["t:T-1"] });
    });

    it("undoes an import of a register that borrows the entries, and nothing once they are deleted", async () => {
      const lunch = { name: "lunch", kind: "check-in", rules: {}, entriesFrom: "gala" } as const;
      await subject.store.addRegister(lunch);
      await importAs("second", guest("T-3", "Grace Hopper"));
      const borrowing = (await find("lunch")).id;
      expect(await subject.store.countImported(borrowing)).toBe(1);
      expect(await subject.store.undoImport(borrowing)).toMatchObject({ removed: 1 });
      await importAs("third", guest("T-1", "Ada King"));
      await subject.store.emptyRegister(id);
      expect(await undo()).toStrictEqual(nothing);
    });

    it("counts the entries of the last import, without those that were added or changed by hand", async () => {
      const { store } = subject;
      await importAs("second", guest("T-1", "Ada King"), guest("T-3", "Grace Hopper"));
      await store.addEntry(id, { label: "By hand", keys: ["t:T-9"], fields: {} });
      expect(await store.countImported(id)).toBe(2);
      const grace = (await list()).find(({ label }) => label === "Grace Hopper");
      await store.changeEntry(id, grace!.id, { label: "Admiral Hopper" });
      expect(await store.countImported(id)).toBe(1);
      await undo();
      expect(await store.countImported(id)).toBe(0);
    });

    it("undoes more than one transaction changes, while scans are decided about", async () => {
      const rows = Array.from({ length: 1200 }, (_, n) => guest(`B-${n}`, `Guest ${n}`));
      await importAs("second", ...rows);
      const undone = undo();
      const codes: string[] = [];
      for (let n = 0; n < 1200; n += 100) codes.push((await scan(`B-${n}`)).code);
      const { removed, left } = await undone;
      expect(left).toBe(codes.filter((code) => code === "checked-in").length);
      expect(removed + left).toBe(1200);
      expect(await find()).toMatchObject({ entries: 2 + left, inside: left });
    });
  });
}
