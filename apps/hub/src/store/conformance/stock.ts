import { beforeEach, describe, expect, it } from "vitest";
import { article, createStoreroom } from "../testing/storeroom.ts";
import type { Subject } from "../testing/subject.ts";

export function stockConformance(subject: Subject): void {
  const storeroom = createStoreroom(subject);
  const { find, importRows, scan, scanAll, toScan, perform, undo, correct, stockOf, idOf } =
    storeroom;

  describe("a stock", () => {
    beforeEach(storeroom.open);

    it("books things at the place that was scanned before, for each user on their own", async () => {
      await scan("add", "P-A");
      await scan("add", "P-B", { user: "bob" });
      expect(await scan("add", "SCREW", { quantity: 5000 })).toMatchObject({
        ...{ result: "yes", code: "added", title: "Screws", word: "ADDED 5" },
        text: "Screws: 5 added to Shelf A; 5 there.",
        booking: { quantity: 5, place: "Shelf A", here: 5, total: 5 },
        hand: { action: "add", place: "Shelf A" },
      });
      expect(await scan("add", "SCREW", { user: "bob" })).toMatchObject({
        text: "Screws: 1 added to Shelf B; 1 there, 6 in all.",
      });
      expect(await stockOf("Screws")).toEqual({ "Shelf A": 5000, "Shelf B": 1000 });
    });

    it("forgets the place after two minutes without a scan, and when it is put down", async () => {
      await scanAll("add", "P-A", "SCREW");
      subject.time += 120_000;
      expect(await scan("add", "SCREW")).toMatchObject({ code: "added" });
      subject.time += 120_001;
      expect(await scan("add", "SCREW")).toMatchObject({
        ...{ result: "no", code: "no-place", text: "Scan the code of a place first." },
      });
      await scanAll("add", "P-A", "SCREW");
      await subject.store.putDown("add", "ada");
      expect(await scan("add", "SCREW")).not.toHaveProperty("hand");
    });

    it("takes the number of a card for the next thing only", async () => {
      await scan("add", "P-A");
      expect(await scan("add", "N-12")).toMatchObject({
        ...{ code: "quantity-set", text: "The next thing counts as 12." },
        hand: { place: "Shelf A", quantity: 12 },
      });
      await scanAll("add", "SCREW", "SCREW");
      expect(await stockOf("Screws")).toEqual({ "Shelf A": 13_000 });
    });

    it("says when less than the minimum is left, and refuses to go below zero", async () => {
      await scan("add", "P-A");
      await scan("add", "SCREW", { quantity: 3000 });
      await scan("remove", "P-A");
      expect(await scan("remove", "SCREW", { quantity: 2000 })).toMatchObject({
        ...{ result: "look", code: "low", word: "LOW" },
        text: "Screws: 2 removed from Shelf A; 1 there; the minimum is 2.",
      });
      expect(await scan("remove", "SCREW", { quantity: 2000 })).toMatchObject({
        ...{ result: "no", text: "Screws: only 1 at Shelf A." },
      });
      await subject.store.changeRegister("parts", { rules: { belowZero: "look" } });
      expect(await scan("remove", "SCREW", { quantity: 2000 })).toMatchObject({
        ...{ result: "look", code: "not-enough" },
        text: "Screws: 2 removed from Shelf A; -1 there. That is below zero: count it.",
      });
    });

    it("counts one by one, anew after the place was scanned again, and says what was there", async () => {
      await scanAll("add", "P-A", "N-12", "SCREW");
      await scanAll("count", "P-A", "SCREW", "SCREW");
      expect(await scan("count", "SCREW")).toMatchObject({
        ...{ code: "counted", word: "COUNTED 1", text: "Screws: 3 counted at Shelf A, 2 before." },
      });
      await scan("count", "P-A");
      expect(await scan("count", "SCREW", { quantity: 4000 })).toMatchObject({
        text: "Screws: 4 counted at Shelf A, 3 before.",
      });
      expect(await stockOf("Screws")).toEqual({ "Shelf A": 4000 });
    });

    it("moves things to a place, and between two places that are scanned in a row", async () => {
      await scanAll("add", "P-A", "N-12", "SCREW");
      await scan("move", "P-B");
      expect(await scan("move", "SCREW")).toMatchObject({
        text: "Screws: 1 moved from Shelf A to Shelf B; 1 there, 12 in all.",
      });
      await scan("move", "P-C");
      subject.time += 1;
      expect(await scan("move", "SCREW")).toMatchObject({
        ...{ result: "no", code: "which-place" },
        text: "Screws is at several places (11 at Shelf A, 1 at Shelf B): scan the place it comes from, then the place it goes to.",
      });
      await scan("move", "P-B");
      expect(await scan("move", "P-C")).toMatchObject({
        ...{ code: "place-set", text: "Now moving from Shelf B to Shelf C." },
        hand: { place: "Shelf C", from: "Shelf B" },
      });
      await scan("move", "SCREW");
      expect(await stockOf("Screws")).toEqual({
        ...{ "Shelf A": 11_000, "Shelf B": 0, "Shelf C": 1000 },
      });
    });

    it("undoes a movement with its opposite, but not after another one", async () => {
      const added = await scanAll("add", "P-A", "N-12", "SCREW");
      await scan("move", "P-B");
      const moved = await scan("move", "SCREW", { quantity: 5000 });
      expect(await undo(added.movement)).toMatchObject({ result: "no", code: "changed-since" });
      expect(await undo(moved.movement)).toMatchObject({
        ...{ result: "yes", code: "undone", text: "Undone. Screws: 0 at Shelf B, 12 in all." },
      });
      expect(await undo(moved.movement)).toMatchObject({ code: "nothing-to-undo" });
      expect(await undo(added.movement)).toMatchObject({ code: "undone" });
      const { length } = await subject.store.movements((await find()).id, { limit: 100 });
      expect(length).toBe(9);
      expect(await stockOf("Screws")).toEqual({ "Shelf A": 0, "Shelf B": 0 });
    });

    it("corrects the quantity of a movement, unless the new one is refused", async () => {
      const added = await scanAll("add", "P-A", "SCREW");
      expect(await correct(added.movement, 7000)).toMatchObject({
        ...{ result: "yes", code: "added", text: "Screws: 7 added to Shelf A; 7 there." },
      });
      await scan("remove", "P-A");
      const removed = await scan("remove", "SCREW");
      expect(await correct(removed.movement, 8000)).toMatchObject({
        ...{ result: "no", code: "not-enough", text: "Screws: only 7 at Shelf A." },
      });
      expect(await stockOf("Screws")).toEqual({ "Shelf A": 6000 });
      const corrected = await correct(removed.movement, 2000);
      expect(await stockOf("Screws")).toEqual({ "Shelf A": 5000 });
      await undo(corrected.movement);
      expect(await stockOf("Screws")).toEqual({ "Shelf A": 7000 });
      const { id } = await find();
      const journal = await subject.store.movements(id, { limit: 4 });
      expect(journal.map(({ code, delta, scan }) => [code, delta, scan === undefined])).toEqual([
        ["undone", 2000, false],
        ["removed", -2000, false],
        ["undone", 1000, true],
        ["not-enough", undefined, false],
      ]);
    });

    it("corrects a count that added to one before, with its lot, as of the user who counted", async () => {
      await importRows(article("g:0104006381333931", "Drill"));
      const code = (serial: string) => `\u001d010400638133393110L7\u001d21${serial}`;
      await scanAll("count", "P-A", code("S1"), code("S2"));
      const counted = await scan("count", code("S3"), { quantity: 2000 });
      expect(counted.text).toBe("Drill: 4 counted at Shelf A, 2 before.");
      const { id: register } = await find();
      const corrected = await perform({
        ...{ kind: "correct", register, movement: counted.movement, quantity: 5000 },
      });
      expect(corrected.text).toBe("Drill: 7 counted at Shelf A, 2 before.");
      const [movement] = await subject.store.movements(register, { limit: 1 });
      expect(movement).toMatchObject({ lot: "L7", serial: "S3", door: "ada" });
      expect((await scan("count", code("S4"))).text).toBe("Drill: 8 counted at Shelf A, 7 before.");
    });

    it("refuses a scan without any key, and an act about no article", async () => {
      const { id: register } = await find();
      expect(await scanAll("add", "P-A", "")).toMatchObject({ result: "no", code: "unknown" });
      const [entry, place] = [1_000_000, await idOf("Shelf C")];
      expect(
        await perform({ kind: "act", register, entry, place, action: "add", quantity: 1000 }),
      ).toMatchObject({ result: "no", code: "unknown" });
      expect(await scan("add", "\u0001")).toMatchObject({ code: "unnamed", title: "New code" });
    });

    it("books by hand at any place, with the words of a scan", async () => {
      const { id: register } = await find();
      const [entry, place] = [await idOf("Flour"), await idOf("Shelf C")];
      const act = { kind: "act", register, entry, place, quantity: 1500 } as const;
      expect(await perform({ ...act, action: "add" })).toMatchObject({
        text: "Flour: 1.5 kg added to Shelf C; 1.5 kg there.",
      });
      expect(await perform({ ...act, action: "count", quantity: 0 })).toMatchObject({
        text: "Flour: 0 kg counted at Shelf C, 1.5 kg before.",
      });
      expect(await perform({ ...act, action: "add", place: entry })).toMatchObject({
        ...{ result: "no", code: "no-place" },
      });
    });

    it("repeats the verdict of a repeated scan, and books it once", async () => {
      await scan("add", "P-A");
      const arrival = toScan("add", "SCREW", { quantity: 3000 });
      const [first, ...repeats] = await Promise.all(
        [1, 2, 3].map(() => subject.store.append(arrival)),
      );
      for (const { verdict, repeat } of repeats)
        expect({ verdict, repeat }).toEqual({ verdict: first!.verdict, repeat: true });
      expect(await stockOf("Screws")).toEqual({ "Shelf A": 3000 });
    });

    it("lets nobody without a user name have a place in hand", async () => {
      const { user: _, ...anonymous } = toScan("add", "P-A");
      const { verdict } = await subject.store.append(anonymous);
      expect(verdict).toMatchObject({ result: "no", code: "no-user" });
    });

    it("tries a scan at a place, and stores nothing", async () => {
      const { id } = await find();
      const scan = { content: "SCREW", action: "add", place: await idOf("Shelf A") } as const;
      expect(await subject.store.tryScan(id, scan)).toMatchObject({ code: "added", movement: 0 });
      expect(await subject.store.tryScan(id, { ...scan, place: undefined })).toMatchObject({
        code: "no-place",
      });
      expect(await stockOf("Screws")).toEqual({});
    });

    it("has nothing left of its articles once it is emptied", async () => {
      await scanAll("add", "P-A", "SCREW");
      const { id } = await find();
      await subject.store.emptyRegister(id);
      const [movement] = await subject.store.toldMovements(id, { after: 1, limit: 1 });
      expect(JSON.stringify(movement)).not.toMatch(/Screws|Shelf/);
      expect(await scan("add", "SCREW")).toMatchObject({ code: "no-place" });
    });

    it("lists and counts places, cards and articles, what is at a place, and what needs care", async () => {
      await scan("add", "P-A");
      await scan("add", "SCREW", { quantity: 1000 });
      await scan("add", "FLOUR", { quantity: 500 });
      await scan("add", "NEW-1");
      await scan("remove", "P-A");
      await scan("remove", "NEW-1");
      const shelf = await idOf("Shelf A");
      for (const [filter, labels] of [
        [{ role: "place" }, ["Shelf A", "Shelf B", "Shelf C"]],
        [{ role: "place", text: "b" }, ["Shelf B"]],
        [{ role: "number" }, ["12"]],
        [{ role: "article" }, ["Screws", "Flour", "NEW-1"]],
        [{ unnamed: true }, ["NEW-1"]],
        [{ unnamed: false, role: "article" }, ["Screws", "Flour"]],
        [{ low: true }, ["Screws"]],
        [{ low: false, place: shelf }, ["Flour"]],
        [{ place: shelf }, ["Screws", "Flour"]],
        [{ place: shelf, low: true, text: "crew" }, ["Screws"]],
        [{ place: 0 }, []],
      ] as const) {
        const found = await storeroom.entries(filter);
        expect(found.map(({ label }) => label)).toStrictEqual(labels);
      }
      const { id } = await find();
      expect(await subject.store.countStock(id)).toStrictEqual({
        ...{ articles: 3, places: 3, numbers: 1, people: 0, unnamed: 1, low: 1 },
      });
      await scan("add", "P-B");
      await scan("add", "SCREW", { quantity: 1000 });
      expect(await subject.store.countStock(id)).toMatchObject({ low: 0 });
    });
  });
}
