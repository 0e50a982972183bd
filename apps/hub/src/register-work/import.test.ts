import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CheckInRules } from "../registers/rules.ts";
import { openStore } from "../store/open.ts";
import type { EntryRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { exportEntries } from "./export.ts";
import { findRegister } from "./find-register.ts";
import { type ImportOptions, importList } from "./import.ts";

let dataDir: string;
let store: Store;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "scanhook-import-"));
  store = await openStore({ dataDir, database: undefined });
});
afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(() => open({}));

/** Replaces the register by a new one without guests. */
async function open(rules: CheckInRules, name = "gala"): Promise<void> {
  await store.removeRegister(name);
  await store.addRegister({ name, kind: "check-in", rules });
}

const find = async (name = "gala") => (await findRegister(store, name))!;
const list = async (name?: string) => store.entries((await find(name)).id, { limit: 500 });

async function paste(text: string | Uint8Array, options: ImportOptions = {}, name?: string) {
  const imported = await importList(store, await find(name), Buffer.from(text), options);
  if (!imported.ok) throw new Error(imported.reason);
  return imported.value;
}

async function save(name?: string): Promise<string> {
  return String(await saveAs("csv", name));
}

async function saveAs(format: "csv" | "xlsx", name?: string): Promise<Uint8Array> {
  return buffer(exportEntries(store, await find(name), format));
}

describe("a pasted list", () => {
  it.each([
    ["Name,E-Mail,Table\nAda Lovelace,a@b.org,5\nGrace Hopper,g@b.org,6\n", "5", 2],
    ["First name,Last name,Company\nAda,Lovelace,ACM\nGrace,Hopper,Navy\n", undefined, 2],
    ["Ada Lovelace\nBob\nCem\n", undefined, 3],
  ])(
    "of %j keeps every guest, with a random code and no name for one",
    async (text, group, rows) => {
      const preview = await paste(text, { dry: true });
      expect(preview).toMatchObject({ rows, new: rows, made: rows, nameLike: 0, guessable: 0 });
      expect(preview.samples[0]).toEqual({ label: "Ada Lovelace", ...(group && { group }) });
      await paste(text);
      const entries = await list();
      expect(entries).toHaveLength(rows);
      expect(entries[0]).toMatchObject({ label: "Ada Lovelace", ...(group && { group }) });
      for (const { keys } of entries)
        expect(keys).toEqual([expect.stringMatching(/^t:[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)]);
    },
  );

  it.each([
    ["from Excel, with its line sep=", Buffer.from("\uFEFFsep=;\r\nTicket;Gast\r\nT-0001;Zoë\r\n")],
    ["in UTF-16 BE", Buffer.from("\uFEFFTicket;Gast\r\nT-0001;Zoë\r\n", "utf16le").swap16()],
    ["in UTF-16 LE", Buffer.from("\uFEFFTicket;Gast\r\nT-0001;Zoë\r\n", "utf16le")],
    ["in windows-1252", Buffer.from("Ticket;Gast\r\nT-0001;Zoë\r\n", "latin1")],
  ])("%s keeps its codes and its letters", async (_, file) => {
    expect((await paste(file)).samples).toEqual([{ code: "T-0001", label: "Zoë" }]);
    expect(await list()).toMatchObject([{ label: "Zoë", keys: ["t:T-0001"] }]);
  });

  it("shows a row whose letters tell whether the encoding is right", async () => {
    const names = Buffer.from("Name\nAda\nBob\nCem\nDan\nDvo\xf8\xe1k\n", "latin1");
    const { samples } = await paste(names, { dry: true, encoding: "windows-1250" });
    expect(samples.map(({ label }) => label)).toEqual(["Ada", "Bob", "Dvořák"]);
  });

  it("counts codes that look like names", async () => {
    const text = "Name,Ticket\nAda Lovelace,Ada Lovelace\nGrace,Hopper\nAlan,T-0003\n";
    expect(await paste(text, { dry: true, label: "Name", key: "Ticket" })).toMatchObject({
      ...{ nameLike: 2, samples: [{ code: "Ada Lovelace", label: "Ada Lovelace" }, {}, {}] },
    });
  });

  it("is taken with or without its first line, as is said", async () => {
    const names = async (header: boolean, label?: string) =>
      (await paste("Gast\nAda\n", { dry: true, header, ...(label && { label }) })).samples.map(
        (row) => row.label,
      );
    expect(await names(true)).toEqual(["Ada"]);
    expect(await names(false)).toEqual(["Gast", "Ada"]);
    expect(await names(false, "Column 1")).toEqual(["Gast", "Ada"]);
  });
});

it("a dry import tells what the import then does, also whom it blocks", async () => {
  const code = fc.constantFrom("T-1", "T-2", "T-3", "T-4", "T-5", "");
  const row = fc.tuple(code, fc.constantFrom("Ada", "Bob", "Cem"));
  const rows = fc.uniqueArray(row, { minLength: 1, selector: ([key]) => key });
  await fc.assert(
    fc.asyncProperty(rows, rows, fc.boolean(), async (before, after, replace) => {
      await open({});
      const toText = (cells: string[][]) =>
        ["code,name", ...cells.map((cell) => cell.join())].join("\n");
      const options = { key: "code", label: "name", makeCodes: true, replace };
      await paste(toText(before), options);
      const [first] = await list();
      await store.changeEntry((await find()).id, first!.id, { blocked: true });
      const dry = await paste(toText(after), { ...options, dry: true });
      const isBlocked = ({ blocked }: EntryRecord) => blocked;
      const old = await list();
      const { samples: _, guessable: __, ...told } = dry;
      expect(await paste(toText(after), options)).toMatchObject(told);
      const now = await list();
      expect(now.length - old.length).toBe(dry.new);
      const freshlyBlocked = now.filter(
        (entry, index) => isBlocked(entry) && old[index] && !isBlocked(old[index]),
      );
      expect(freshlyBlocked).toHaveLength(dry.blocked);
    }),
    { numRuns: 60 },
  );
});

describe("an exported list", () => {
  /** Texts of cells, including formulas and the names of properties that all objects have. */
  const text = fc
    .oneof(
      fc.string({ unit: fc.constantFrom("=", "'", "-", "+", "@", "a", "ü", '"', ",", ";", " ") }),
      fc.constantFrom(
        "constructor",
        "__proto__",
        "id",
        "field id",
        "field field id",
        "=1+1",
        "'=1",
      ),
    )
    .map((each) => each.trim())
    .filter((each) => each !== "");
  const guest = fc.record({
    ...{ code: text, label: text, group: fc.option(text, { nil: undefined }) },
    fields: fc.dictionary(text, text, { maxKeys: 3, noNullPrototype: true }),
    blocked: fc.boolean(),
  });
  const guests = fc.uniqueArray(guest, { minLength: 1, maxLength: 6, selector: (one) => one.code });
  const rules = fc.constantFrom<CheckInRules>({}, { keys: { stripPrefix: "-" } });

  const withoutIds = (entries: EntryRecord[]) =>
    entries.map(({ id: _, version: __, ...entry }) => entry);

  it.each([
    ["csv", 60],
    ["xlsx", 6],
  ] as const)(
    "changes nothing when it is imported from %s, and fills an empty register with the same guests",
    async (format, numRuns) => {
      await fc.assert(
        fc.asyncProperty(guests, rules, async (listed, each) => {
          await open(each);
          await open(each, "copy");
          const rows = listed.map(({ code, ...others }, n) => ({
            ...others,
            ...(others.group === undefined ? { group: undefined } : {}),
            keys: [`t:${code}`, ...(n % 2 === 0 ? [`u:04:A2:B3:${10 + n}`] : [])],
          })) as Parameters<Store["importEntries"]>[1];
          const { id } = await find();
          await store.importEntries(id, rows, { label: "first", dry: false });
          const before = await list();
          const saved = await saveAs(format);
          expect(await paste(saved, { replace: true })).toMatchObject({
            ...{ rows: listed.length, same: listed.length, made: 0, blocked: 0 },
          });
          expect(await list()).toStrictEqual(before);
          await paste(saved, {}, "copy");
          expect(withoutIds(await list("copy"))).toStrictEqual(withoutIds(before));
        }),
        { numRuns },
      );
    },
  );

  it("has the codes as they are, and no cell that runs in a spreadsheet but them", async () => {
    await paste("ticket,name,note\n+49-1,=cmd,-1\n", { key: "ticket", label: "name" });
    const [header, row] = (await save()).split("\r\n");
    expect(header).toMatch(/^\uFEFFid,label,group,code,keys,uid,/);
    expect(row).toMatch(/^\d+,'=cmd,,\+49-1,'\+49-1,,,false,,,,0,'-1$/);
  });

  it("has empty cells for a field that a guest lacks, whatever it is called", async () => {
    await paste("name,constructor,__proto__\nAda,1,2\nBob,,\n");
    const [header, ada, bob] = (await save()).split("\r\n");
    expect(header).toMatch(/,uses,constructor,__proto__$/);
    expect([ada, bob]).toEqual([expect.stringMatching(/,0,1,2$/), expect.stringMatching(/,0,,$/)]);
  });
});
