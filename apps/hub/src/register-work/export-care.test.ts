import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDay } from "../registers/interval.ts";
import type { EntryRecord } from "../store/registers.ts";
import { actManually } from "./manual-actions.ts";
import { useListedRegister } from "./testing/listed-register.ts";

const label = fc.constantFrom("Drill", "Saw", "=1+1", "a,b", "12", "Ada", "P0-0");
const dueAt = fc.oneof(
  fc.constantFrom("2026-12-06", "2027-02-28", "2028-02-29").map((text) => parseDay(text)!),
  fc.integer({ min: 1_700_000_000_000, max: 2_000_000_000_000 }),
);
const codes = fc.array(fc.constantFrom("A", "=", "'=", "-", "@\t"), { minLength: 1, maxLength: 3 });
const person = fc.record({ label, codes });
const thing = fc.record({
  label,
  codes,
  group: fc.option(label, { nil: undefined }),
  blocked: fc.boolean(),
  fields: fc.dictionary(fc.constantFrom("code 2", "holder", "Color", "field due"), label),
  holder: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
  dueAt: fc.option(dueAt, { nil: undefined }),
});

/** Returns entries without what differs between two registers. */
const toComparable = (entries: EntryRecord[]) =>
  entries
    .map(({ id: _, version: __, care, ...entry }) => ({
      ...entry,
      holder: care?.holder?.label,
      dueAt: care?.dueAt,
    }))
    .sort((one, other) => (one.keys[0]! < other.keys[0]! ? -1 : 1));

const toKeys = (starts: string[], n: string) =>
  starts.map((start, code) => `t:${start}${n}-${code}`);

describe("exported loans", () => {
  const { opened, open, find, list, paste, save, saveWorkbook } = useListedRegister({
    name: "tools",
    kind: "loans",
  });

  it.each([
    ["CSV", 40],
    ["XLSX", 6],
  ])(
    "change nothing when they are imported from %s, and fill an empty register with the same",
    async (format, numRuns) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(person, { minLength: 1, maxLength: 4 }),
          fc.array(thing, { maxLength: 4 }),
          async (people, things) => {
            await open({});
            await open({}, "copy");
            const { id } = await find();
            const rows = [
              ...people.map(({ label, codes }, n) => ({
                ...{ keys: toKeys(codes, `P${n}`), label, role: "person" as const, fields: {} },
              })),
              ...things.map(({ codes, holder: _, dueAt: __, ...each }, n) => ({
                ...each,
                fields: { ...each.fields },
                keys: toKeys(codes, `T${n}`),
              })),
            ];
            await opened.store.importEntries(id, rows, { label: "first", dry: false });
            const added = await list();
            for (const [n, { holder, dueAt }] of things.entries()) {
              if (holder === undefined) continue;
              const entry = added[people.length + n]!.id;
              const to = added[holder % people.length]!.id;
              const act = {
                kind: "act",
                register: id,
                entry,
                action: "lend",
                forced: true,
              } as const;
              await actManually(opened.store, { ...act, holder: to, dueAt });
            }
            const before = await list();
            const saved = format === "XLSX" ? await saveWorkbook() : await save();
            const again = await paste(saved, { replace: true });
            expect(again).toMatchObject({ new: 0, changed: 0, made: 0, blocked: 0 });
            expect(again.care).toMatchObject({ people: 0, lent: 0, dated: 0, refused: 0 });
            expect(await list()).toStrictEqual(before);
            await paste(saved, {}, "copy");
            expect(toComparable(await list("copy"))).toStrictEqual(toComparable(before));
          },
        ),
        { numRuns },
      );
    },
  );

  it("leave people in the list of a stock, whose export has them, too", async () => {
    await opened.store.removeRegister("lab");
    await opened.store.removeRegister("parts");
    await opened.store.addRegister({ name: "parts", kind: "stock", rules: {} });
    await open({}, "lab", { entriesFrom: "parts" });
    await paste("Code,Name,Holder\nD-1,Drill,Ada\n", {}, "lab");
    expect(await list("parts")).toMatchObject([{ role: "person" }, { label: "Drill" }]);
    expect(await paste(await save("parts"), {}, "parts")).toMatchObject({ same: 2, changed: 0 });
    expect(await paste(await save("lab"), {}, "lab")).toMatchObject({ same: 2, changed: 0 });
    await opened.store.removeRegister("lab");
  });

  it("have the person and the day, and the code of a person whose name others have", async () => {
    const text =
      "Code,Name,Role,Holder,Due\nD-1,Drill,,M-1,2026-12-06\nD-2,Saw,,Bob,2026-12-06T18:00:00Z\nM-1,Ada,person,,\nM-2,Ada,person,,\nM-3,Bob,person,,\n";
    await paste(text);
    const [header, ...lines] = (await save()).slice(1).trim().split("\r\n");
    expect(header).toBe(
      "id,label,role,group,code,keys,uid,attention,blocked,status,holder,since,due,door",
    );
    const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(lines.map((line) => line.split(",").slice(9))).toEqual([
      ["lent", "M-1", since, "2026-12-06", "by hand"],
      ["lent", "Bob", since, "2026-12-06T18:00:00.000Z", "by hand"],
      ...[1, 2, 3].map(() => ["", "", "", "", ""]),
    ]);
  });
});

describe("an exported inspection", () => {
  const { opened, open, find, list, paste, save, saveWorkbook } = useListedRegister({
    name: "fire",
    kind: "inspection",
  });

  it.each([
    ["CSV", 30],
    ["XLSX", 6],
  ])(
    "changes nothing when it is imported from %s, and fills an empty register with the same",
    async (format, numRuns) => {
      await fc.assert(
        fc.asyncProperty(fc.array(thing, { maxLength: 5 }), async (things) => {
          await open({});
          await open({}, "copy");
          const { id } = await find();
          const rows = things.map(({ codes, holder, dueAt: _, ...each }, n) => ({
            ...each,
            role: holder === 1 ? ("place" as const) : undefined,
            fields: { ...each.fields },
            keys: toKeys(codes, `T${n}`),
          }));
          await opened.store.importEntries(id, rows, { label: "first", dry: false });
          const added = await list();
          for (const [n, { dueAt }] of things.entries())
            if (dueAt !== undefined)
              await actManually(opened.store, {
                ...{ kind: "set-due", register: id, entry: added[n]!.id, dueAt },
              });
          const before = await list();
          const saved = format === "XLSX" ? await saveWorkbook() : await save();
          if (things.length === 0) return;
          const again = await paste(saved, { replace: true });
          expect(again).toMatchObject({ new: 0, changed: 0, made: 0, blocked: 0 });
          expect(again.care).toMatchObject({ dated: 0, refused: 0 });
          expect(await list()).toStrictEqual(before);
          await paste(saved, {}, "copy");
          expect(toComparable(await list("copy"))).toStrictEqual(toComparable(before));
        }),
        { numRuns },
      );
    },
  );
});
