import { beforeEach, describe, expect, it } from "vitest";
import { createGala, guest } from "../testing/gala.ts";
import type { Subject } from "../testing/subject.ts";

export function registerEntriesConformance(subject: Subject): void {
  const { find, importRows, scan, open } = createGala(subject);

  describe("the entries of a register", () => {
    beforeEach(open);

    it("adds and updates entries by their keys, and blocks those that an import lacks", async () => {
      const { id } = await find();
      const rows = [
        guest("T-1", "Ada King", { group: "Press" }),
        guest("T-2", "Alan Turing"),
        guest("T-3", "Grace Hopper", { keys: ["t:T-3", "u:04:A2:B3:C4"] }),
        guest("T-3", "Somebody"),
        guest("T-1", "Both", { keys: ["t:T-1", "t:T-2"] }),
      ];
      const statuses = ["changed", "same", "new", "conflict", "conflict"];
      const options = { label: "second", dry: true };
      expect(await subject.store.importEntries(id, rows, options)).toStrictEqual(statuses);
      expect(await subject.store.entries(id, { limit: 9 })).toHaveLength(2);
      await subject.store.importEntries(id, rows, { ...options, dry: false });
      expect(await subject.store.importEntries(id, rows, options)).toStrictEqual([
        ...["same", "same", "same"],
        ...["conflict", "conflict"],
      ]);
      expect(await subject.store.entries(id, { text: "04:a2", limit: 9 })).toMatchObject([
        { label: "Grace Hopper", keys: ["t:T-3", "u:04:A2:B3:C4"], blocked: false },
      ]);
      await subject.store.importEntries(id, rows.slice(1, 2), { label: "third", dry: false });
      const [ada, , grace] = await subject.store.entries(id, { limit: 9 });
      const missing = [ada!.id, grace!.id];
      expect(await subject.store.blockEntries(id, missing)).toBe(2);
      expect(await subject.store.blockEntries(id, missing)).toBe(0);
      expect((await scan("T-1")).code).toBe("blocked");
      expect((await scan("T-2")).code).toBe("checked-in");
    });

    it("finds entries by parts of their names and keys, whatever their case, accents, widths and order", async () => {
      const { id } = await find();
      await importRows(
        guest("Ä-7", "Zoë Müller", { keys: ["t:Ä-7", "u:04:A2:B3:C4"] }),
        guest("T-8", "José Núñez"),
        guest("T-9", "Seán O’Brien-Weiß"),
        guest("T-10", "Łucja Đurić"),
      );
      const found = async (text: string) =>
        (await subject.store.entries(id, { text, limit: 9 })).map(({ label }) => label);
      for (const [text, labels] of [
        ["zoe", ["Zoë Müller"]],
        ["ZOE\u0308", ["Zoë Müller"]],
        ["muller zo", ["Zoë Müller"]],
        ["ｍｕｌ", ["Zoë Müller"]],
        ["a-7", ["Zoë Müller"]],
        ["ä-7 zoe", ["Zoë Müller"]],
        ["04:a2", ["Zoë Müller"]],
        ["nunez", ["José Núñez"]],
        ["  JOSÉ  ", ["José Núñez"]],
        ["o'brien weiss", ["Seán O’Brien-Weiß"]],
        ["lucja duric", ["Łucja Đurić"]],
        ["t-1", ["Ada Lovelace", "Łucja Đurić"]],
        ["zoe nunez", []],
        ["u:04", []],
        ["%", []],
      ] as const)
        expect(await found(text), text).toStrictEqual(labels);
      expect(await found(" \u0000")).toHaveLength(6);
      const [zoe] = await subject.store.entries(id, { text: "zoe", limit: 1 });
      await subject.store.changeEntry(id, zoe!.id, { label: "Chloé" });
      await subject.store.changeKeys(id, zoe!.id, { remove: ["t:Ä-7"], add: ["t:Ö-9"] });
      expect(await found("chloe o-9")).toStrictEqual(["Chloé"]);
      expect(await found("zoe")).toStrictEqual([]);
      expect(await found("a-7")).toStrictEqual([]);
    });

    it("gives a code only to an entry that has none, and never one that another has", async () => {
      const { id } = await find();
      await importRows(guest("", "Grace Hopper", { keys: ["u:04:A2:B3:C4"] }));
      await importRows(guest("", "Mary Cartwright", { keys: ["m:mary@example.org"] }));
      await importRows(guest("", "Bolt M4", { keys: ["g:0109521234543213"] }));
      const list = () => subject.store.entries(id, { limit: 9 });
      const [ada, , grace, mary, bolt] = (await list()).map((entry) => entry.id);
      const give = (...codes: [number | undefined, string][]) =>
        subject.store.addCodes(
          id,
          codes.map(([entry, key]) => ({ entry: entry!, key })),
        );
      expect(await give([ada, "t:R-1"], [grace, "t:T-2"], [mary, "t:R-2"], [999, "t:R-3"])).toBe(1);
      expect(await give([grace, "t:R-4"], [mary, "t:R-5"], [bolt, "t:R-6"])).toBe(1);
      expect((await list()).map(({ keys }) => keys)).toStrictEqual([
        ["t:T-1"],
        ["t:T-2"],
        ["t:R-4", "u:04:A2:B3:C4"],
        ["m:mary@example.org", "t:R-2"],
        ["g:0109521234543213"],
      ]);
      expect(await scan("R-4")).toMatchObject({ code: "checked-in", title: "Grace Hopper" });
    });
  });
}
