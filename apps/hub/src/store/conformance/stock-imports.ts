import { beforeEach, describe, expect, it } from "vitest";
import type { ImportRow } from "../registers.ts";
import { article, createStoreroom } from "../testing/storeroom.ts";
import type { Subject } from "../testing/subject.ts";

export function stockImportsConformance(subject: Subject): void {
  const storeroom = createStoreroom(subject);
  const { find, importRows, scan, scanAll, toScan } = storeroom;
  const { entries, idOf, stockOf } = storeroom;

  const importAs = async (label: string, ...rows: ImportRow[]) => {
    const { id } = await find();
    await subject.store.forgetImport(id);
    return subject.store.importEntries(id, rows, { label, dry: false });
  };
  const undoImport = async () => subject.store.undoImport((await find()).id);

  describe("a stock with lists", () => {
    beforeEach(storeroom.open);

    it("has one entry of each unknown code that is scanned in one process and imported in another", async () => {
      const other = await subject.database.open({ now: subject.now });
      const { id } = await find();
      const screws = await idOf("Screws");
      await scan("add", "P-A");
      const expected: string[] = [];
      for (let round = 0; round < 40; round++) {
        const codes = Array.from({ length: 6 }, (_, n) => `NEW-${round}-${n}`);
        const [byHand, second, ...listed] = codes as [string, string, ...string[]];
        const rows = listed.map((code) => article(code, `Article ${code}`));
        const [added, changed, statuses, ...scanned] = await Promise.all([
          subject.store.addEntry(id, article(byHand, "By hand")),
          subject.store.changeKeys(id, screws, { remove: [], add: [`t:${second}`] }),
          subject.store.importEntries(id, rows, { label: "second", dry: false }),
          ...codes.map((code) => other.append(toScan("add", code))),
        ]);
        expect(scanned.filter(({ verdict }) => verdict!.result === "no")).toEqual([]);
        expect(statuses.filter((status) => status === "conflict" || status === "same")).toEqual([]);
        const isTaken = { taken: `t:${byHand}`, by: byHand };
        expect([isTaken, { id: expect.any(Number) }]).toContainEqual(added);
        const label = changed === "changed" ? "Screws" : second;
        expected.push(...listed.map((code) => `t:${code} Article ${code}`));
        expected.push(`t:${byHand} ${"id" in Object(added) ? "By hand" : byHand}`);
        expected.push(`t:${second} ${label}`);
      }
      await other.close();
      const found = (await entries()).flatMap(({ keys, label }) =>
        keys.filter((key) => key.startsWith("t:NEW")).map((key) => `${key} ${label}`),
      );
      expect(found.sort()).toEqual(expected.sort());
    });

    it("gets a new code without a name back when the import that named it is undone", async () => {
      await scanAll("add", "P-A", "NEW-1", "NEW-2");
      await importAs("second", article("NEW-1", "Nuts"));
      expect(await entries({ unnamed: true })).toMatchObject([{ label: "NEW-2" }]);
      expect(await undoImport()).toEqual({ removed: 0, putBack: 1, left: 0 });
      expect(await entries({ unnamed: true })).toMatchObject([
        ...[{ label: "NEW-1" }, { label: "NEW-2" }],
      ]);
    });

    it("keeps what an import added or changed, and a round only counted", async () => {
      const { id: register } = await find();
      const shelf = article("P-D", "Shelf D", { role: "place" });
      await importAs("second", shelf, article("FLOUR", "Flour", { unit: "g" }));
      const options = { blind: false, recount: false };
      const round = (await subject.store.beginRound(register, options)) as number;
      await scan("count", "P-D");
      await scan("count", "FLOUR", { quantity: 3000 });
      expect(await undoImport()).toEqual({ removed: 0, putBack: 0, left: 2 });
      await subject.store.endRound(register, round);
      expect(await subject.store.applyRound(register, round, "by hand")).toBe(1);
      expect(await stockOf("Flour")).toEqual({ "Shelf D": 3000 });
      expect(await entries({ text: "Flour" })).toMatchObject([{ unit: "g" }]);
    });

    it("keeps a place that an import made of an article, once something is there", async () => {
      await scanAll("add", "P-A", "P-8", "P-9");
      const places = ["P-8", "P-9"].map((code) =>
        article(code, `Place ${code}`, { role: "place" }),
      );
      await importAs("second", ...places);
      await scanAll("add", "P-9", "SCREW");
      expect(await undoImport()).toEqual({ removed: 0, putBack: 1, left: 1 });
      expect(await stockOf("Screws")).toEqual({ "Place P-9": 1000 });
      expect((await entries({ role: "place" })).at(-1)).toMatchObject({ label: "Place P-9" });
      expect(await entries({ unnamed: true })).toMatchObject([{ label: "P-8" }]);
    });

    it("counts into no round from before it was emptied", async () => {
      const { id } = await find();
      const options = { blind: false, recount: false };
      const ended = (await subject.store.beginRound(id, options)) as number;
      await scanAll("count", "P-A", "SCREW");
      await subject.store.endRound(id, ended);
      const open = (await subject.store.beginRound(id, options)) as number;
      await scanAll("count", "P-B", "SCREW");
      expect(await subject.store.emptyRegister(id)).toBe(6);
      expect(await subject.store.rounds(id, { limit: 9 })).toEqual([]);
      for (const round of [ended, open]) {
        expect(await subject.store.differences(round, { limit: 9 })).toEqual([]);
        expect(await subject.store.endRound(id, round)).toBe(false);
      }
      await importRows(article("P-A", "Shelf A", { role: "place" }), article("NUT", "Nuts"));
      expect(await scanAll("count", "P-A", "NUT")).toMatchObject({ code: "counted" });
      expect(await stockOf("Nuts")).toEqual({ "Shelf A": 1000 });
    });

    it("is emptied of more movements than one transaction clears, also where it is borrowed", async () => {
      const { id } = await find();
      const { store } = subject;
      await store.addRegister({ name: "lent", kind: "stock", rules: {}, entriesFrom: "parts" });
      await store.bindInbox("move", { register: "lent", action: "count", answer: "negotiated" });
      for (const inbox of ["count", "move"] as const) {
        await scan(inbox, "P-A");
        const scans = Array.from({ length: 700 }, () => toScan(inbox, "SCREW"));
        await Promise.all(scans.map((each) => store.append(each)));
      }
      await store.emptyRegister(id);
      const registers = (await store.registers()).map((register) => register.id);
      for (const register of registers) {
        const told = await store.toldMovements(register, { after: 0, limit: 1000 });
        expect(told).toHaveLength(701);
        expect(JSON.stringify(told)).not.toMatch(/Screws|Shelf/);
        expect(told.filter(({ entry }) => entry !== undefined)).toEqual([]);
      }
    });
  });
}
