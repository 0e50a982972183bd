import fc from "fast-check";
import { expect, test } from "vitest";
import {
  finderTable,
  innerTable,
  outerTable,
  toDataBarModules,
  toGtin,
} from "./databar-structure.ts";
import { encodeDataBar, toGtin14, toPartValues } from "./testing/databar-values.ts";

const gtin13 = fc.integer({ min: 0, max: 9_999_999_999_999 });

test("any GTIN has the modules that another encoder gives it, and comes back from its values", () => {
  fc.assert(
    fc.property(gtin13, (number) => {
      const values = toPartValues(number);
      const bars = encodeDataBar(toGtin14(number));
      const modules = bars.map((width, i) => (i % 2 ? "0" : "1").repeat(width)).join("");
      expect(toDataBarModules(values)).toBe(modules);
      expect(toGtin(values)).toBe(toGtin14(number));
    }),
    { numRuns: 100 },
  );
});

test("each part has as many values as ISO/IEC 24724 gives it, and no two look the same", () => {
  const tables = [outerTable, innerTable, finderTable];
  expect(tables.map((table) => table.length)).toEqual([2841, 1597, 9]);
  for (const table of tables) {
    const width = table === outerTable ? 16 : 15;
    expect(new Set(table.map((widths) => widths.join())).size).toBe(table.length);
    for (const widths of table)
      expect(widths.reduce((sum, element) => sum + element, 0)).toBe(width);
  }
});
