import fc from "fast-check";
import { expect, it } from "vitest";
import { byteOrderMark, toCsvLine } from "./line.ts";
import { readRecords } from "./records.ts";

const cellsOf = (text: string, separator?: string) =>
  [...readRecords(text, separator === undefined ? {} : { separator })].map(({ cells }) => cells);

it("written lines are read as the same cells with the numbers of their lines", () => {
  // A cell that a spreadsheet would take for a formula is changed when it is written.
  const cell = fc.string().map((text) => `x${text.replaceAll("\0", "")}`);
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
      const records = [...readRecords(byteOrderMark + rows.map(toCsvLine).join(""))];
      expect(records.pop()).toMatchObject({ cells: [""] });
      expect(records.map(({ cells }) => cells)).toEqual(rows);
      let line = 1;
      for (const record of records) {
        expect(record).toMatchObject({ line, fault: undefined });
        line += 1 + (record.cells.join().match(/\r\n|\r|\n/g)?.length ?? 0);
      }
    }),
  );
});

it("line breaks may be mixed, and blank lines count", () => {
  const records = [...readRecords("a\r\nb\rc\n\nd", { firstLine: 2 })];
  expect(records.map(({ line, cells }) => [line, ...cells])).toEqual([
    [2, "a"],
    [3, "b"],
    [4, "c"],
    [5, ""],
    [6, "d"],
  ]);
});

it.each([
  ["a;b,c", ";", ["a", "b,c"]],
  ["a;b,c", "", ["a;b,c"]],
  ['"a,b","c""d"', ",", ["a,b", 'c"d']],
  ['a "b" c,d', ",", ['a "b" c', "d"]],
  ['"a" ,"b"\t', ",", ["a", "b"]],
])("%j separated by %j has the cells %j", (text, separator, cells) => {
  const record = { line: 1, cells, fault: undefined };
  expect([...readRecords(text, { separator })]).toEqual([record]);
});

it.each([
  ['a,"b\nc', "unclosed", ["a", "b\nc"]],
  ['"a"b,c', "text-after-quotes", ["ab", "c"]],
])("the quotation marks of %j are %s", (text, fault, cells) => {
  expect([...readRecords(text)]).toEqual([{ line: 1, cells, fault }]);
});

it("a record with too many cells is the last one", () => {
  const records = [...readRecords("a,b\nc,d,e,f\ng", { maxCells: 2 })];
  expect(records.map(({ cells }) => cells)).toEqual([
    ["a", "b"],
    ["c", "d", "e"],
  ]);
});

it("any text is read to its end", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a",\r\n') }), (text) => {
      const letters = [...text].filter((character) => character === "a").length;
      const cells = cellsOf(text).flat().join("");
      expect([...cells].filter((character) => character === "a")).toHaveLength(letters);
    }),
  );
});
