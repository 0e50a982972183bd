import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isWorkbookLike, readXlsx } from "./read-xlsx.ts";
import { makeWorkbook, makeZip } from "./testing/make-zip.ts";

const readFixture = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url));

async function read(bytes: Uint8Array, sheet?: string) {
  const sheetRead = await readXlsx(bytes, { sheet });
  if (!sheetRead.ok) throw new Error(sheetRead.reason);
  return sheetRead.value;
}

async function refuse(bytes: Uint8Array, sheet?: string): Promise<string> {
  const sheetRead = await readXlsx(bytes, { sheet });
  return sheetRead.ok ? "" : sheetRead.reason;
}

describe("a workbook of another program", () => {
  it("of XlsxWriter has its first visible sheet that holds anything, with cells as people see them", async () => {
    const { sheet, sheets, rows, errors } = await read(await readFixture("xlsxwriter.xlsx"));
    expect([sheet, sheets]).toEqual(["Gäste", ["Empty", "Gäste"]]);
    expect(errors).toEqual({ count: 1, first: ["I3 (#N/A)"] });
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 5, 6]);
    const [header, ada, merged, formula] = rows.map(({ cells }) => cells);
    expect(Object.fromEntries(header!.map((name, index) => [name, ada![index]]))).toEqual({
      Name: "Zoë Müller",
      Code: "00170",
      EAN: "4006381333931",
      Since: "2026-12-06 18:30",
      Due: "2026-12-06",
      Share: "25.5%",
      Paid: "true",
      Sum: "2",
      Bad: "",
      Clock: "08:05",
      Padded: "00123",
      Note: "plain bold",
      Small: "0.00000015",
      Big: "123456789012345",
    });
    expect([merged, formula]).toEqual([["merged"], ["text of a formula"]]);
  });

  it("of XlsxWriter with inline strings may count days from 1904", async () => {
    const { rows } = await read(await readFixture("xlsxwriter-1904.xlsx"));
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["Name", "Due"],
      [" inline & <text> ", "2026-12-06"],
    ]);
  });

  it("of openpyxl has days of 1900, and no results of formulas", async () => {
    const file = await readFixture("openpyxl.xlsx");
    const { rows, errors } = await read(file);
    expect(rows[1]!.cells).toEqual(["Ada", "1900-02-28"]);
    expect(errors.first).toEqual(["C2 (a formula without a result)", "D2 (#REF!)"]);
    expect((await read(file, "two")).rows[1]!.cells).toEqual(["Grace"]);
    expect(await refuse(file, "Tow")).toBe("There is no sheet “Tow”; did you mean “Two”?");
    expect(await refuse(file, "Guests")).toBe("There is no sheet “Guests”; there is “One”, “Two”.");
  });

  it("of Gnumeric is read with line breaks between the tags", async () => {
    const { rows } = await read(await readFixture("gnumeric.xlsx"));
    expect(rows[1]!.cells).toEqual(["Zoë", "170", "2026-12-06", "0.25"]);
  });
});

describe("a file that is no XLSX workbook is refused with what to do", () => {
  const encrypted = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    Buffer.from("EncryptedPackage", "utf16le"),
  ]);
  const contradicting = makeZip({ "xl/workbook.xml": "<workbook><sheets></workbook>" });
  const binary = makeZip({ "xl/workbook.bin": "" });
  it.each([
    ["of OpenDocument", () => readFixture("gnumeric.ods"), "OpenDocument file (.ods)"],
    ["of Excel 2003", () => readFixture("gnumeric.xls"), "old workbook (.xls)"],
    ["with a password", () => encrypted, "protected by a password"],
    ["of a binary format", () => binary, "binary workbook (.xlsb)"],
    ["of any other kind", () => makeZip({ "a.txt": "a" }), "no XLSX workbook"],
    ["with invalid XML", () => contradicting, "damaged"],
    [
      "that breaks off",
      async () => (await readFixture("openpyxl.xlsx")).subarray(0, 3000),
      "damaged",
    ],
  ])("%s", async (_, load, reason) => {
    const file = await load();
    expect(isWorkbookLike(file)).toBe(true);
    expect(await refuse(file)).toMatch(/^The file is .*\.$/);
    expect(await refuse(file)).toContain(reason);
  });
});

describe("a file that is far larger when it is unpacked takes little memory", () => {
  const cell = '<row><c t="inlineStr"><is><t>';
  it("in a cell", async () => {
    const file = makeWorkbook(`${cell}${"a".repeat(50_000_000)}</t></is></c></row>`);
    expect(file.length).toBeLessThan(200_000);
    const { rows } = await read(file);
    expect(rows[0]!.cells[0]).toHaveLength(40_000);
  });

  it("in many cells", async () => {
    const row = `<row>${`<c t="str"><v>${"a".repeat(1000)}</v></c>`.repeat(1000)}</row>`;
    expect(await refuse(makeWorkbook(row.repeat(80)))).toBe(
      "The list has too many cells and texts for one import; split it.",
    );
  });

  it("in few cells that are far apart", async () => {
    const rows = '<row><c r="XFD"><v>1</v></c></row>'.repeat(20_000);
    expect(await refuse(makeWorkbook(rows))).toContain("too many cells");
  });

  it("in tags that are never closed", async () => {
    expect(await refuse(makeWorkbook("<a>".repeat(20_000_000)))).toMatch(/too many|damaged/);
  });

  it("in a part whose size the directory hides", async () => {
    const file = Buffer.from(makeWorkbook("<row/>"));
    const sheet = deflateRawSync(Buffer.alloc(10_000_000, 0x20));
    const forged = Buffer.concat([file.subarray(0, 30), sheet, file.subarray(30)]);
    expect(await refuse(forged)).toContain("damaged");
  });
});

it("a declared entity is not expanded", async () => {
  const lol = `<!DOCTYPE w [<!ENTITY a "${"x".repeat(1000)}"><!ENTITY b "${"&a;".repeat(1000)}">]>`;
  const sheet = `${lol}<worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`;
  expect(await refuse(makeWorkbook("", { more: { "xl/sheet.xml": sheet } }))).toContain("damaged");
});
