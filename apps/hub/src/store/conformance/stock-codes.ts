import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { EntryChange } from "../registers.ts";
import { article, createStoreroom } from "../testing/storeroom.ts";
import type { Subject } from "../testing/subject.ts";

export function stockCodesConformance(subject: Subject): void {
  const storeroom = createStoreroom(subject);
  const { find, importRows, scan, scanAll, toScan, stockOf, idOf } = storeroom;

  describe("the codes of a stock", () => {
    beforeEach(storeroom.open);

    it("adds an unknown code as an unnamed article, once, and finds it again", async () => {
      await scan("add", "P-A");
      const first = await scan("add", "4006381333931");
      expect(first).toMatchObject({
        ...{ result: "look", code: "unnamed", title: "4006381333931" },
        text: "New code: 1 added to Shelf A; 1 there. Give it a name.",
      });
      const id = first.booking!.unnamed!;
      expect((await scan("add", "4006381333931")).booking).toMatchObject({ here: 2, unnamed: id });
      await subject.store.changeEntry((await find()).id, id, { label: "Highlighter" });
      expect(await scan("add", "]C10104006381333931")).toMatchObject({
        ...{ result: "yes", code: "added", title: "Highlighter" },
        booking: { here: 3 },
      });
      await subject.store.changeRegister("parts", { rules: { unknown: "refuse" } });
      expect(await scan("add", "something else")).toMatchObject({ result: "no", code: "unknown" });
    });

    it("keeps an article to be named until it gets another label or somebody says that it is right", async () => {
      await scan("add", "P-A");
      const labels = ["NEW-1", "NEW-2", "NEW-3"];
      for (const label of labels) await scan("add", label);
      const unnamed = async () =>
        (await storeroom.entries({ unnamed: true })).map(({ label }) => label);
      const { id } = await find();
      const change = async (label: string, to: EntryChange) =>
        subject.store.changeEntry(id, await idOf(label), to);
      await change("NEW-1", { label: "NEW-1", group: "Pens" });
      await change("NEW-2", { unit: "kg" });
      const row = article("NEW-3", "NEW-3");
      expect(await importRows(row)).toEqual(["same"]);
      expect(await importRows({ ...row, group: "Pens" })).toEqual(["changed"]);
      expect(await unnamed()).toEqual(labels);
      await change("NEW-1", { label: "NEW-1", unnamed: false });
      await change("NEW-2", { label: "Ink" });
      expect(await importRows({ ...row, label: "Paper" })).toEqual(["changed"]);
      expect(await unnamed()).toEqual([]);
    });

    it("adds an unknown code once although several users scan it at the same time", async () => {
      const users = ["ada", "bob", "cy", "dee"];
      for (const user of users) await scan("add", "P-A", { user });
      const appended = await Promise.all(
        users.map((user) => subject.store.append(toScan("add", "NEW-1", { user }))),
      );
      const codes = appended.map(({ verdict }) => verdict!.code).sort();
      expect(codes).toEqual(["added", "added", "added", "unnamed"]);
      expect(await stockOf("NEW-1")).toEqual({ "Shelf A": 4000 });
    });

    it("finds an article by every spelling of its number, and a single serial number first", async () => {
      await importRows(
        article("g:0104006381333931", "Highlighter"),
        article("g:010400638133393121S7", "Highlighter no. 7"),
      );
      await scan("add", "P-A");
      const titles = [];
      for (const content of [
        "4006381333931",
        "04006381333931",
        "(01)04006381333931(10)L1",
        "\u001d010400638133393121S8",
        "https://id.gs1.org/01/04006381333931/21/S7",
      ])
        titles.push((await scan("add", content)).title);
      expect(titles).toEqual([...Array(4).fill("Highlighter"), "Highlighter no. 7"]);
    });

    it("keeps lot, serial number and expiry of the code, and refuses what has expired", async () => {
      await importRows(article("g:0104006381333931", "Glue", { recalled: ["L9"] }));
      await scan("add", "P-A");
      const code = (lot: string, day: string) => `\u001d010400638133393117${day}10${lot}\u001d21S7`;
      await scan("add", code("L1", "270531"));
      const [movement] = await subject.store.movements((await find()).id, { limit: 1 });
      expect(movement).toMatchObject({ lot: "L1", serial: "S7", delta: 1000, code: "added" });
      expect(movement!.expires).toBe(new Date(2027, 5, 1).toISOString());
      expect(await scan("add", code("L1", "260511"))).toMatchObject({
        ...{ result: "no", code: "expired", text: "Glue has expired (11 May 2026)." },
      });
      expect(await scan("add", code("L9", "270531"))).toMatchObject({
        ...{ result: "no", code: "recalled", text: "Glue: Lot L9 is recalled." },
      });
      expect(await scan("add", "(01)04006381333932")).toMatchObject({
        result: "no",
        code: "misread",
      });
    });

    it("has a verdict about every content and every tag", async () => {
      await scan("add", "P-A");
      const text = fc.string({ unit: "binary", maxLength: 300 }).map((each) => each.toWellFormed());
      const bytes = fc.uint8Array({ minLength: 4, maxLength: 10 });
      const tag = bytes.map((uid) => Buffer.from(uid).toString("hex").toUpperCase());
      const anyTag = fc.option(fc.oneof(tag, fc.constant("08ABCDEF")), { nil: undefined });
      await fc.assert(
        fc.asyncProperty(text, anyTag, async (content, uid) => {
          const arrival = toScan("add", content);
          const tagged = uid && { ...arrival.scan, identifier: uid.replace(/..(?!$)/g, "$&:") };
          const scanned = tagged ? { ...arrival, scan: tagged, tag: tagged.identifier } : arrival;
          expect((await subject.store.append(scanned)).verdict?.text).toBeTruthy();
        }),
        { numRuns: 50 },
      );
    });

    it("finds an article again whose code has characters that a database cannot store", async () => {
      await scan("add", "P-A");
      for (const [content, key] of [
        ["A\u0000B", "t:A\u0000B"],
        ["C\u001a0D", "t:C\u001a0D"],
        ["E\ud800", "t:E\ufffd"],
      ] as const) {
        expect(await scan("add", content)).toMatchObject({ code: "unnamed" });
        expect(await scan("add", content)).toMatchObject({ code: "added", booking: { total: 2 } });
        const added = (await storeroom.entries({ unnamed: true })).at(-1);
        expect(added?.keys).toStrictEqual([key]);
      }
    });

    it("lets an unnamed article be named once", async () => {
      await scanAll("add", "P-A", "NEW-1");
      const [{ id }, entry] = [await find(), await idOf("NEW-1")];
      const name = (label: string, at = entry) =>
        subject.store.changeEntry(id, at, { label, ifUnnamed: true });
      // On PostgreSQL, either of two changes at the same time may be the first.
      const named = await Promise.all([name("Bolts"), name("Nuts")]);
      expect(named.toSorted()).toStrictEqual(["changed", "changed-meanwhile"]);
      const label = named[0] === "changed" ? "Bolts" : "Nuts";
      expect(await subject.store.entry(id, entry)).toMatchObject({ label });
      expect(await name("Nuts", 999_999)).toBe("no-such-entry");
    });

    it("gets an entry that a person adds, unless another one has its code", async () => {
      const { id } = await find();
      const shelf = article("P-D", "Shelf D", { role: "place", keys: ["t:P-D", "t:P-4"] });
      const added = (await subject.store.addEntry(id, shelf)) as { id: number };
      expect(await subject.store.entry(id, added.id)).toMatchObject({
        ...{ label: "Shelf D", role: "place", keys: ["t:P-4", "t:P-D"], version: 1 },
      });
      expect(await scan("add", "P-4")).toMatchObject({ code: "place-set" });
      expect(
        await subject.store.addEntry(id, article("X", "X", { keys: ["t:X", "t:P-A"] })),
      ).toEqual({
        ...{ taken: "t:P-A", by: "Shelf A" },
      });
      expect(await storeroom.entries({ text: "X" })).toEqual([]);
      expect(await subject.store.addEntry(999_999, shelf)).toBe("no-such-register");
      await subject.store.undoImport(id);
      expect(await storeroom.entries()).toMatchObject([{ label: "Shelf D" }]);
    });
  });
}
