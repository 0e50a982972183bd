import { toCsvLine } from "@scanhook/csv/line";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toTagIdentifier } from "../store/tag-identifier.ts";
import { readRows } from "./import.ts";
import type { ImportColumns } from "./import-columns.ts";
import { keysOf } from "./keys.ts";
import { parseTable } from "./table.ts";

const bytes = (text: string) => Buffer.from(text);
const columns: ImportColumns = { key: "ticket", label: "name" };
const read = async (text: string, wanted: ImportColumns = columns) => {
  const table = await parseTable(bytes(text), { header: true });
  return table.ok ? readRows(table.value, wanted, {}) : table;
};

describe("a list", () => {
  it.each([
    ["a,b\nc,d\n", ","],
    ["a;b\r\nc;d", ";"],
    ["a\tb\nc\td\n", "\t"],
    ['"x,y";b\nc;d\n', ";"],
  ])("of %j is separated by %j", async (text, separator) => {
    const table = await parseTable(bytes(text), { header: true });
    expect(table).toMatchObject({ ok: true, value: { separator, rows: [["c", "d"]], lines: [2] } });
  });

  it.each([
    ["sep=;\r\nTicket;Gast\r\nT-1;Lovelace, Ada\r\n", ";"],
    ['"sep=\t"\nTicket\tGast\nT-1\tLovelace, Ada\n', "\t"],
    ["\uFEFFsep=|\nTicket|Gast\nT-1|Lovelace, Ada\n", "|"],
  ])("of %j is separated as its first line says, which is no row", async (text, separator) => {
    const value = { columns: ["Ticket", "Gast"], rows: [["T-1", "Lovelace, Ada"]], lines: [3] };
    expect(await parseTable(bytes(text))).toMatchObject({
      ok: true,
      value: { ...value, separator },
    });
  });

  it("that is not in the chosen encoding is refused with a sentence", async () => {
    const table = await parseTable(Buffer.from("Zoë", "latin1"), { encoding: "UTF-8" });
    const reason = "The file is not in UTF-8; choose other characters.";
    expect(table).toEqual({ ok: false, reason });
  });

  it("without names of columns keeps its first row, also in front of a longer one", async () => {
    expect(await parseTable(bytes("Ann\nBob,5\n"))).toMatchObject({
      ok: true,
      value: {
        ...{ columns: ["Column 1", "Column 2"], rows: [["Ann"], ["Bob", "5"]], lines: [1, 2] },
        hasHeader: false,
      },
    });
  });

  it("keeps every cell that is written as RFC 4180 describes, and counts lines in quoted cells", async () => {
    // A cell that a spreadsheet would take for a formula is changed when it is written.
    const cell = fc.string({ unit: fc.constantFrom("a", "ü", '"', ",", ";", " ", "\n", "\t") });
    const row = fc.tuple(cell, cell).map(([first, second]) => [`x${first}`, `x${second}`]);
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
        const lines = rows.map(
          (_, index) => 2 + rows.slice(0, index).flat().join("").split("\n").length - 1 + index,
        );
        const text = [["one", "two"], ...rows].map((row) => toCsvLine(row)).join("");
        const table = await parseTable(bytes(text), { header: true });
        expect(table).toMatchObject({ ok: true, value: { rows, lines } });
      }),
    );
  });

  it("is a table or a sentence, whatever the bytes are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (file) => {
        const table = await parseTable(file);
        if (!table.ok) expect(table.reason).toMatch(/^[A-Z].*\.$/s);
      }),
    );
  });

  it("becomes rows with keys, groups, notes and fields", async () => {
    const text =
      "ticket,name,group,note,uid,table\nT-1,Ada,Press,VIP,04-a2-b3-c4-d5-e6-f7,7\nT-2,Alan,,,,\n";
    const wanted = { ...columns, group: "group", attention: "note", uid: "uid" };
    expect(await read(text, wanted)).toStrictEqual({
      ok: true,
      value: [
        {
          ...{ line: 2, keys: ["t:T-1", "u:04:A2:B3:C4:D5:E6:F7"], label: "Ada", group: "Press" },
          ...{ attention: "VIP", fields: { table: "7" } },
        },
        { line: 3, keys: ["t:T-2"], label: "Alan", fields: {} },
      ],
    });
  });

  it("keeps line breaks in cells that become fields", async () => {
    expect(await read('ticket,name,menu\n1,Ada,"soup\r\ncake\nfruit"\n')).toMatchObject({
      ok: true,
      value: [{ label: "Ada", fields: { menu: "soup\ncake\nfruit" } }],
    });
  });

  it("may be one very long line", async () => {
    const table = await parseTable(bytes(`${"x".repeat(20_000_000)}1`));
    const { rows, hasHeader } = table.ok ? table.value : {};
    expect(hasHeader).toBe(false);
    expect(rows).toHaveLength(1);
    expect([rows![0]!.length, rows![0]![0]!.length, rows![0]![0]!.slice(-2)]).toEqual([
      ...[1, 20_000_001, "x1"],
    ]);
  });

  it("joins first and last names, and takes off what protects a spreadsheet, but not from a code", async () => {
    const text = "code,first,last,phone\n'-1,'=Ada,King,'+49 30 1\n-2,,Turing,\n";
    const wanted = { key: "code", label: "first", lastName: "last" };
    expect(await read(text, wanted)).toMatchObject({
      ok: true,
      value: [
        { keys: ["t:'-1"], label: "=Ada King", fields: { phone: "+49 30 1" } },
        { keys: ["t:-2"], label: "Turing", fields: {} },
      ],
    });
  });

  it.each([
    ["", "The list is empty; it needs a line for each guest."],
    ["sep=;\n", "The list is empty; it needs a line for each guest."],
    ["ticket,name\n", "The list has no rows below the names of its columns."],
    ["ticket,ticket\n1,2\n", "Two columns are called “ticket”; give one another name."],
    ['ticket,name\n"1,2\n', "A quotation mark is not closed; check the file where it opens."],
    [
      "ticket,name\n1,a,b\n",
      "Line 2 has more cells than there are columns; quote a cell that contains “,”.",
    ],
    ["ticket,who\n1,a\n", "There is no column “name”; there are ticket, who."],
    ["ticket,name\n,a\n2,\n", "Nothing was imported: line 2 has no ticket; line 3 has no name."],
    ["ticket,name\n1,a\n2,b\n1,c\n", "Nothing was imported: lines 2 and 4 have the same code 1."],
    [
      "ticket,name\n1,a\u202eb\n",
      "Nothing was imported: line 2 has a cell in name that is too long or has control characters.",
    ],
    [
      'ticket,name\n1,"a\nb"\n',
      "Nothing was imported: line 2 has a cell in name that is too long or has control characters.",
    ],
    [
      "ticket,name,bell\n1,a,x\u0007y\n",
      "Nothing was imported: line 2 has a cell in bell that is too long or has control characters.",
    ],
    [
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n",
      "The file has contacts as vCards and is no table; save the contacts as CSV or XLSX.",
    ],
    [",,a,b,a\n1,2,3,4,5\n", "Two columns are called “a”; give one another name."],
    [`a${",".repeat(16_384)}\n1\n`, "Line 1 has more than 16384 cells; remove some columns."],
    [`a\n1${",".repeat(200_000)}`, "Line 2 has more than 16384 cells; remove some columns."],
    ["ticket\0name\n", "The file is not a text; save the list as XLSX or CSV."],
  ])("of %j is refused with a sentence", async (text, reason) => {
    expect(await read(text)).toEqual({ ok: false, reason });
  });
});

it("finds the same key for a UID in a list as for a scan of it, whatever spells it", async () => {
  const uid = fc.oneof(
    ...[4, 7, 10].map((length) => fc.uint8Array({ minLength: length, maxLength: length })),
    // ISO/IEC 15693 tags, whose UID begins with E0 and which some readers write backwards.
    fc
      .uint8Array({ minLength: 7, maxLength: 7 })
      .filter((bytes) => bytes[6] !== 0xe0)
      .map((bytes) => Uint8Array.of(0xe0, ...bytes)),
  );
  const spelling = fc.record({
    separator: fc.constantFrom("", ":", "-"),
    isLowerCase: fc.boolean(),
    isBackwards: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      uid.filter((bytes) => bytes[0] !== 0x08),
      spelling,
      spelling,
      async (uid, inList, inScan) => {
        const write = ({ separator, isLowerCase, isBackwards }: typeof inList) => {
          const bytes = isBackwards && uid[0] === 0xe0 && uid.length === 8 ? uid.toReversed() : uid;
          const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
          const text = hex.join(separator);
          return isLowerCase ? text : text.toUpperCase();
        };
        const rows = await read(`ticket,name,tag\nT-1,Ada,${write(inList)}\n`, {
          ...columns,
          uid: "tag",
        });
        const keys = keysOf({ content: "", tag: toTagIdentifier(write(inScan))! });
        expect(rows).toMatchObject({ ok: true, value: [{ keys: ["t:T-1", ...keys] }] });
      },
    ),
  );
});
