import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EntryRecord } from "../store/registers.ts";
import { actManually } from "./manual-actions.ts";
import { pens, useStockRegister } from "./testing/stock-register.ts";

const { opened, open, find, list, paste, save, saveJournal, saveWorkbook } = useStockRegister();

describe("an exported stock", () => {
  const label = fc.constantFrom("Pens", "Ink", "=1+1", "a,b", "12", "Garage");
  const quantity = fc.integer({ min: 0, max: 5_000_000 });
  const article = fc.record({
    label,
    unit: fc.option(fc.constantFrom("kg", "m", "box"), { nil: undefined }),
    minimum: fc.option(quantity, { nil: undefined }),
    recalled: fc.option(fc.uniqueArray(fc.constantFrom("L1", "a;b", "=2"), { minLength: 1 }), {
      nil: undefined,
    }),
    fields: fc.dictionary(fc.constantFrom("code 2", "place", "Color", "field role"), label),
    group: fc.option(label, { nil: undefined }),
    codes: fc.array(fc.constantFrom("A", "=", "'=", "-", "@\t"), { minLength: 1, maxLength: 3 }),
    stock: fc.array(fc.option(quantity, { nil: undefined }), { maxLength: 3 }),
  });

  const withoutIds = (entries: EntryRecord[]) =>
    entries
      .map(({ id: _, version: __, stock = [], ...entry }) => ({
        ...entry,
        stock: stock
          .filter((at) => at.quantity !== 0)
          .map(({ label: at, quantity: here }) => `${at} ${here}`)
          .sort(),
      }))
      .sort((one, other) => (one.keys[0]! < other.keys[0]! ? -1 : 1));

  it.each([
    ["CSV", 30],
    ["XLSX", 6],
  ])(
    "changes nothing when it is imported from %s, and fills an empty stock with the same",
    async (format, numRuns) => {
      const places = fc.array(label, { minLength: 1, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(places, fc.array(article, { maxLength: 4 }), async (named, articles) => {
          await open({});
          await open({}, "copy");
          const { id } = await find();
          const rows = [
            ...named.map((name, n) => ({
              ...{ keys: [`t:P-${n}`], label: name, role: "place" as const, fields: {} },
            })),
            {
              keys: ["t:N-1"],
              label: "Twelve",
              role: "number" as const,
              amount: 12_000,
              fields: {},
            },
            ...articles.map(({ codes, stock: _, ...each }, n) => ({
              ...each,
              fields: { ...each.fields },
              keys: codes.map((start, code) => `t:${start}${n}-${code}`),
            })),
          ];
          await opened.store.importEntries(id, rows, { label: "first", dry: false });
          const added = await list();
          for (const [n, { stock }] of articles.entries())
            for (const [place, here] of stock.slice(0, named.length).entries()) {
              if (here === undefined) continue;
              const entry = added[named.length + 1 + n]!.id;
              const act = { kind: "act", register: id, entry, action: "count" } as const;
              await actManually(opened.store, { ...act, place: added[place]!.id, quantity: here });
            }
          const before = await list();
          const saved = format === "XLSX" ? await saveWorkbook() : await save();
          const again = await paste(saved, { replace: true });
          expect(again).toMatchObject({ new: 0, changed: 0, made: 0, blocked: 0 });
          expect(again.stock).toMatchObject({ counted: 0, places: 0, refused: 0 });
          expect(await list()).toStrictEqual(before);
          await paste(saved, {}, "copy");
          expect(withoutIds(await list("copy"))).toStrictEqual(withoutIds(before));
          const lines = (await save(undefined, "jsonl")).trim().split("\n");
          expect(lines.map((line) => JSON.parse(line).label)).toEqual(
            before.map((entry) => entry.label),
          );
        }),
        { numRuns },
      );
    },
  );

  it("has no code of a stranger that a spreadsheet would run, and reads it back", async () => {
    const codes = ['=HYPERLINK("http://x.example","Click")', "+49", "'@A", "-1"];
    const { id } = await find();
    const row = { keys: codes.map((code) => `t:${code}`), label: "Pens", fields: {} };
    await opened.store.importEntries(id, [row], { label: "first", dry: false });
    const before = await list();
    const saved = await save();
    expect(saved).not.toMatch(/(?:^|,|\n)"?[=+@-]/);
    expect(saved).toContain(`"'=HYPERLINK(""http`);
    expect(await paste(saved)).toMatchObject({ same: 1, new: 0 });
    expect(await list()).toStrictEqual(before);
  });

  it("has a line for each place, and quantities in units", async () => {
    await paste(pens);
    const [header, ...lines] = (await save()).slice(1).trim().split("\r\n");
    expect(header).toBe(
      "id,label,role,group,code,keys,uid,attention,blocked,unit,minimum,amount,recalled,place,quantity,total,since,door,code 2",
    );
    const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(lines.slice(2).map((line) => line.split(",").slice(9))).toEqual([
      ["", "5", "", "", "A1", "12", "15", since, "by hand", "4006381333931"],
      ["", "5", "", "", "B2", "3", "15", since, "by hand", "4006381333931"],
      ["kg", "", "", "", "A1", "2.5", "2.5", since, "by hand", ""],
    ]);
    expect(lines[0]).toMatch(/^\d+,A1,place,.*,,,,,$/);
    const [first] = (await save(undefined, "jsonl")).split("\n").slice(2);
    expect(JSON.parse(first!)).toMatchObject({
      ...{ label: "Pens", minimum: 5, stock: [{ label: "A1", quantity: 12 }, { quantity: 3 }] },
    });
  });

  it("has negative quantities, which change nothing when they are imported", async () => {
    await open({ belowZero: "look" });
    await paste(pens);
    const [place, , article] = await list();
    const act = { kind: "act", register: (await find()).id, entry: article!.id } as const;
    const taken = { action: "remove", place: place!.id, quantity: 20_000 } as const;
    await actManually(opened.store, { ...act, ...taken });
    const saved = await save();
    expect(saved).toContain(",A1,-8,-5,");
    expect((await paste(saved)).stock).toMatchObject({ counted: 0, same: 3 });
  });

  it("has a journal with places, units and lots", async () => {
    await paste(pens);
    const [a1, b2, article] = await list();
    const act = { kind: "act", register: (await find()).id, entry: article!.id } as const;
    const moved = { action: "move", place: b2!.id, from: a1!.id, quantity: 500 } as const;
    await actManually(opened.store, { ...act, ...moved });
    await actManually(opened.store, { ...act, action: "remove", place: b2!.id, quantity: 1500 });
    const [header, removed, line] = (await saveJournal()).split("\r\n");
    expect(header).toMatch(
      /^\ufeffid,at,door,.*,forced,delta,place,from,round,counted,lot,serial,expires,person$/,
    );
    expect(removed).toMatch(/,by hand,remove,yes,removed,.*,false,-1\.5,B2,,,,,,,$/);
    expect(line).toMatch(/,by hand,move,yes,moved,.*,false,0\.5,B2,A1,,,,,,$/);
    const [last] = (await saveJournal("jsonl")).split("\n");
    expect(JSON.parse(last!)).toMatchObject({ delta: -1.5, place: { label: "B2" } });
  });
});
