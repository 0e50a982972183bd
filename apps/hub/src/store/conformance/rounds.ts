import { beforeEach, describe, expect, it } from "vitest";
import { createCounting } from "../testing/counting.ts";
import { article } from "../testing/storeroom.ts";
import type { Subject } from "../testing/subject.ts";

export function roundsConformance(subject: Subject): void {
  const counting = createCounting(subject);
  const { find, importRows, scan, scanAll, toScan, undo, correct, stockOf } = counting;
  const { begin, end, apply, list, count } = counting;

  describe("a round", () => {
    beforeEach(counting.open);

    it("finds what is as expected, different, elsewhere, missing and new", async () => {
      const round = await begin();
      await scan("count", "P-A");
      expect(await count("SCREW", 10)).toMatchObject({
        ...{ result: "yes", code: "counted", word: "COUNTED 10" },
        text: "Screws: 10 counted at Shelf A; 10 expected.",
      });
      await count("NUT", 7);
      await scan("count", "P-B");
      expect(await count("SCREW", 2)).toMatchObject({
        ...{ result: "look", code: "was-elsewhere" },
        text: "Screws: 2 counted at Shelf B; 0 expected. It was elsewhere (10 at Shelf A).",
      });
      expect(await count("UNKNOWN", 3)).toMatchObject({ result: "look", code: "unnamed" });
      expect(await stockOf("Screws")).toEqual({ "Shelf A": 10_000 });
      await end(round);
      expect(await list(round)).toEqual([
        "Screws at Shelf A: found, 10 of 10, 0",
        "Screws at Shelf B: elsewhere, 2 of 0, 2",
        "Nuts at Shelf A: different, 7 of 10, -3",
        "Bolts at Shelf A: missing, 0 of 10, -10",
        "UNKNOWN at Shelf B: new, 3 of 0, 3",
      ]);
      expect(await subject.store.rounds((await find()).id, { limit: 9 })).toMatchObject([
        {
          ...{ id: round, visited: 2, places: 3, counted: 3 },
          differences: { found: 1, elsewhere: 1, different: 1, missing: 1, new: 1 },
        },
      ]);
    });

    it("is not spoilt by movements before, while and after things are counted", async () => {
      const round = await begin();
      await scan("remove", "P-A");
      await scan("count", "P-A");
      // Three are taken before the screws are counted, and two afterwards.
      await scan("remove", "SCREW", { quantity: 3000 });
      await count("SCREW", 7);
      await scan("remove", "SCREW", { quantity: 2000 });
      // All bolts are taken away, and others are brought after the shelf was counted.
      await scan("remove", "BOLT", { quantity: 10_000 });
      await scan("add", "P-A");
      await scan("add", "BOLT", { quantity: 4000 });
      await count("NUT", 9);
      await end(round);
      expect(await list(round)).toEqual([
        "Screws at Shelf A: found, 7 of 7, 0",
        "Nuts at Shelf A: different, 9 of 10, -1",
      ]);
      await apply(round);
      expect(await stockOf("Screws")).toEqual({ "Shelf A": 5000 });
      expect(await stockOf("Bolts")).toEqual({ "Shelf A": 4000 });
    });

    it("compares with what was booked at the count, although another count is undone later", async () => {
      const round = await begin();
      await scan("remove", "P-A");
      await scan("count", "P-A");
      await count("SCREW", 9);
      const second = await count("SCREW", 4);
      await count("NUT", 10);
      const wrong = await count("BOLT", 9);
      for (const code of ["SCREW", "BOLT"]) await scan("remove", code, { quantity: 2000 });
      await undo(second.movement);
      await correct(wrong.movement, 8000);
      await end(round);
      expect(await list(round)).toEqual([
        "Screws at Shelf A: different, 9 of 10, -1",
        "Nuts at Shelf A: found, 10 of 10, 0",
        "Bolts at Shelf A: different, 8 of 10, -2",
      ]);
      await apply(round);
      expect([await stockOf("Screws"), await stockOf("Bolts")]).toEqual([
        { "Shelf A": 7000 },
        { "Shelf A": 6000 },
      ]);
    });

    it("adds up what several users count, and notes what moved meanwhile", async () => {
      const round = await begin();
      await scan("count", "P-A");
      await scan("count", "P-A", { user: "bob" });
      await count("SCREW", 4);
      await scan("remove", "P-A");
      await scan("remove", "SCREW");
      await count("SCREW", 5, "bob");
      await end(round);
      const [screws] = await subject.store.differences(round, { limit: 1 });
      expect(screws).toMatchObject({ kind: "found", counted: 9000, booked: 9000 });
      expect(screws!.note).toMatch(/moved while it was counted/);
    });

    it("shows no expected quantity if it is blind, and compares users if it is a recount", async () => {
      const round = await begin({ blind: true, recount: true });
      await scan("count", "P-A");
      await scan("count", "P-A", { user: "bob" });
      const verdict = await count("SCREW", 4);
      expect(verdict.text).toBe("Screws: 4 counted at Shelf A.");
      expect(JSON.stringify(verdict)).not.toMatch(/10/);
      const refused = await count("NUT", 2_000_000_000);
      expect(refused).toMatchObject({ code: "too-much" });
      expect(JSON.stringify(refused)).not.toMatch(/10/);
      await scan("count", "P-B");
      expect(await count("SCREW", 1)).toMatchObject({ result: "yes", code: "counted" });
      await scan("count", "P-A");
      await count("NUT", 10);
      const bobs = await count("SCREW", 7, "bob");
      await correct(bobs.movement, 5000);
      await count("NUT", 10, "bob");
      await count("BOLT", 9, "bob");
      await importRows(article("WASHER", "Washers"));
      await count("WASHER", 0);
      await count("WASHER", 2, "bob");
      await end(round);
      expect(await list(round)).toEqual([
        "Screws at Shelf A: disputed, 5 of 10, 0",
        "Screws at Shelf B: elsewhere, 1 of 0, 1",
        "Nuts at Shelf A: found, 10 of 10, 0",
        "Bolts at Shelf A: different, 9 of 10, -1",
        "Washers at Shelf A: disputed, 2 of 0, 0",
      ]);
      const [screws] = await subject.store.differences(round, { kinds: ["disputed"], limit: 9 });
      expect(screws!.note).toBe("Counted differently: 4 by ada, 5 by bob. Count it again.");
    });

    it("counts the same serial number once, and says so", async () => {
      await importRows(article("g:0104006381333931", "Drill"));
      const round = await begin();
      await scan("count", "P-A");
      const code = (serial: string) => `\u001d010400638133393121${serial}`;
      await scan("count", code("S1"));
      expect(await scan("count", code("S1"))).toMatchObject({
        ...{ result: "look", code: "already-counted", text: "Drill was already counted." },
      });
      const second = await scan("count", code("S2"));
      expect(second.text).toBe("Drill: 2 counted at Shelf A; 0 expected.");
      expect(await undo(second.movement)).toMatchObject({ result: "yes", code: "undone" });
      const again = await scan("count", code("S2"));
      expect(again).toMatchObject({ code: "counted" });
      expect(await correct(again.movement, 1000)).toMatchObject({ code: "counted" });
      expect(await scan("count", code("S2"))).toMatchObject({ code: "already-counted" });
      await end(round);
      expect(await list(round)).toContain("Drill at Shelf A: new, 2 of 0, 2");
    });

    it("takes single things from where they were", async () => {
      await subject.store.changeRegister("parts", { rules: { single: true } });
      await importRows(article("LAPTOP-1", "Laptop 1"), article("LAPTOP-2", "Laptop 2"));
      await scanAll("add", "P-B", "LAPTOP-1", "LAPTOP-2");
      const round = await begin();
      await scanAll("count", "P-A", "LAPTOP-1");
      expect(await scan("count", "LAPTOP-1")).toMatchObject({ code: "already-counted" });
      await end(round);
      expect(await list(round)).toContain("Laptop 1 at Shelf B: missing, 0 of 1, -1");
      await apply(round);
      expect(await stockOf("Laptop 1")).toEqual({ "Shelf A": 1000, "Shelf B": 0 });
      expect(await stockOf("Laptop 2")).toEqual({ "Shelf B": 1000 });
      await scan("count", "P-C");
      expect(await scan("count", "LAPTOP-2")).toMatchObject({
        ...{ result: "look", code: "was-elsewhere" },
        text: "Laptop 2: 1 counted at Shelf C, 0 before. It was elsewhere (Shelf B).",
      });
      expect(await stockOf("Laptop 2")).toEqual({ "Shelf B": 0, "Shelf C": 1000 });
    });

    it("lets counts be undone and corrected until it ends", async () => {
      const round = await begin();
      await scan("count", "P-A");
      const first = await count("SCREW", 4);
      expect(await correct(first.movement, 6000)).toMatchObject({
        ...{ result: "yes", text: "Screws: 6 counted at Shelf A; 10 expected." },
      });
      const second = await count("SCREW", 3);
      expect(second.text).toBe("Screws: 9 counted at Shelf A; 10 expected.");
      expect(await undo(second.movement)).toMatchObject({
        text: "Undone. Screws: 6 counted at Shelf A.",
      });
      expect(await undo(second.movement)).toMatchObject({ code: "nothing-to-undo" });
      const last = await count("NUT", 1);
      await end(round);
      expect(await undo(last.movement)).toMatchObject({ result: "no", code: "round-over" });
      expect(await list(round)).toContain("Screws at Shelf A: different, 6 of 10, -4");
    });

    it("is begun once at a time, and counts again outside of one", async () => {
      const { id } = await find();
      const round = await begin();
      const other = { blind: false, recount: false };
      expect(await subject.store.beginRound(id, other)).toBe("round-open");
      await end(round);
      expect(await subject.store.endRound(id, round + 1)).toBe(false);
      await scan("count", "P-A");
      await count("SCREW", 4);
      expect(await stockOf("Screws")).toEqual({ "Shelf A": 4000 });
      expect(await subject.store.beginRound(id, other)).toBe(round + 1);
    });

    it("keeps counts of several users at the same moment", async () => {
      const round = await begin();
      const users = ["ada", "bob", "cy", "dee"];
      for (const user of users) await scan("count", "P-A", { user });
      await Promise.all(
        [...users, ...users].map((user) => subject.store.append(toScan("count", "NUT", { user }))),
      );
      await end(round);
      expect(await list(round)).toContain("Nuts at Shelf A: different, 8 of 10, -2");
    });
  });
}
