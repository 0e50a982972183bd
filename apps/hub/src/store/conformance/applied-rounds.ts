import { beforeEach, describe, expect, it } from "vitest";
import { createCounting } from "../testing/counting.ts";
import type { Subject } from "../testing/subject.ts";

export function appliedRoundsConformance(subject: Subject): void {
  const counting = createCounting(subject);
  const { find, scan, undo, stockOf } = counting;
  const { begin, end, apply, takeBack, list, count } = counting;

  describe("a round that is booked", () => {
    beforeEach(counting.open);

    it("books all differences by one act, and takes them back by another", async () => {
      const round = await begin();
      expect(await apply(round)).toBe("not-ended");
      await scan("count", "P-A");
      await count("NUT", 7);
      await end(round);
      expect(await apply(round)).toBe(3);
      expect(await apply(round)).toBe(0);
      const booked = async () =>
        Promise.all(
          ["Screws", "Nuts", "Bolts"].map(async (label) => (await stockOf(label))["Shelf A"]),
        );
      expect(await booked()).toEqual([0, 7000, 0]);
      const [applied] = await subject.store.movements((await find()).id, { limit: 1 });
      expect(applied).toMatchObject({ code: "counted", round, delta: -10_000, scan: undefined });
      await scan("add", "P-A");
      await scan("add", "NUT");
      expect(await takeBack(round)).toBe(3);
      expect(await booked()).toEqual([10_000, 11_000, 10_000]);
      expect(await takeBack(round)).toBe(0);
    });

    it("takes back what was not undone by itself, and says how much that was", async () => {
      const round = await begin();
      await scan("count", "P-A");
      await count("NUT", 7);
      await end(round);
      expect(await apply(round)).toBe(3);
      const [bolts] = await subject.store.movements((await find()).id, { limit: 1 });
      expect(await undo(bolts!.id)).toMatchObject({ result: "yes", code: "undone" });
      expect(await stockOf("Bolts")).toEqual({ "Shelf A": 10_000 });
      expect(await takeBack(round)).toBe(2);
      for (const label of ["Screws", "Nuts", "Bolts"])
        expect(await stockOf(label)).toEqual({ "Shelf A": 10_000 });
    });

    it("books by hand at once, and leaves alone what was counted by hand since", async () => {
      const { id: register } = await find();
      const place = await counting.idOf("Shelf A");
      const countByHand = async (label: string, quantity: number) => {
        subject.time += 1000;
        return counting.perform({
          ...{ kind: "act", register, action: "count", quantity: quantity * 1000 },
          ...{ entry: await counting.idOf(label), place },
        });
      };
      const round = await begin();
      await scan("count", "P-A");
      await count("SCREW", 7);
      await count("NUT", 8);
      expect((await countByHand("Screws", 7)).text).toMatch(/7 counted at Shelf A, 10 before/);
      await countByHand("Bolts", 9);
      await end(round);
      expect(await list(round)).toEqual([
        "Screws at Shelf A: found, 7 of 10, 0",
        "Nuts at Shelf A: different, 8 of 10, -2",
      ]);
      await countByHand("Nuts", 8);
      expect(await apply(round)).toBe(0);
      expect([await stockOf("Screws"), await stockOf("Nuts"), await stockOf("Bolts")]).toEqual(
        [7000, 8000, 9000].map((quantity) => ({ "Shelf A": quantity })),
      );
      const [record] = await subject.store.rounds(register, { id: round, limit: 1 });
      expect(record).toMatchObject({ unbooked: 1, isComparing: false });
    });

    it("books the newest of several rounds, and leaves nothing below zero", async () => {
      const countAtA = async (counts: Record<string, number>) => {
        const round = await begin();
        await scan("count", "P-A");
        for (const [code, quantity] of Object.entries(counts)) await count(code, quantity);
        await end(round);
        return round;
      };
      const nutsAndBolts = async () => [await stockOf("Nuts"), await stockOf("Bolts")];
      const first = await countAtA({ SCREW: 10 });
      const second = await countAtA({ SCREW: 10, NUT: 9 });
      expect(await apply(first)).toBe(0);
      expect(await apply(second)).toBe(2);
      expect(await nutsAndBolts()).toEqual([{ "Shelf A": 9000 }, { "Shelf A": 0 }]);
      const third = await countAtA({ SCREW: 10 });
      await scan("remove", "P-A");
      await scan("remove", "NUT", { quantity: 4000 });
      expect(await apply(third)).toBe(1);
      expect(await nutsAndBolts()).toEqual([{ "Shelf A": 0 }, { "Shelf A": 0 }]);
      expect(await takeBack(third)).toBe(1);
      expect(await nutsAndBolts()).toEqual([{ "Shelf A": 5000 }, { "Shelf A": 0 }]);
    });

    it("ends when it is applied and taken back at the same time", async () => {
      const round = await begin();
      await scan("count", "P-A");
      await end(round);
      const other = await subject.database.open({ now: () => subject.now() });
      const { id } = await find();
      await Promise.all([
        apply(round),
        other.undoRound(id, round, "by hand"),
        apply(round),
        other.applyRound(id, round, "by hand"),
        takeBack(round),
      ]);
      await other.close();
      const moved = await subject.store.movements(id, { limit: 500 });
      expect(moved.filter((movement) => movement.round === round).length).toBeLessThan(20);
      await takeBack(round);
      expect(await stockOf("Screws")).toEqual({ "Shelf A": 10_000 });
      await apply(round);
      expect(await stockOf("Screws")).toEqual({ "Shelf A": 0 });
    });
  });
}
