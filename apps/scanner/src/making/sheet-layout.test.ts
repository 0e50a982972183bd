import fc from "fast-check";
import { expect, test } from "vitest";
import { layOutSheet, type Paper, papers } from "./sheet-layout.ts";

const hasName = true;

test("a small QR code fits 40 times on A4, and 48 times on Letter", () => {
  // 29 modules of 0.762 mm, in places of 32 mm by 31.1 mm.
  const code = { width: 22.1, height: 22.1 };
  expect(layOutSheet("a4", code, { hasName })).toMatchObject({ columns: 5, rows: 8 });
  expect(layOutSheet("letter", code, { hasName })).toMatchObject({ columns: 6, rows: 8 });
});

test("a code that is wider or higher than the page has no place", () => {
  expect(layOutSheet("a4", { width: 187, height: 20 }, { hasName })).toBeUndefined();
  expect(layOutSheet("a4", { width: 20, height: 270 }, { hasName })).toBeUndefined();
  expect(layOutSheet("a4", { width: 20, height: 270 }, { hasName: false })).toBeDefined();
});

test("all codes lie inside of the margins that printers leave", () => {
  const length = fc.double({ min: 5, max: 180, noNaN: true });
  const paperNames = Object.keys(papers) as Paper[];
  fc.assert(
    fc.property(fc.constantFrom(...paperNames), length, length, (paper, width, height) => {
      const layout = layOutSheet(paper, { width, height }, { hasName })!;
      const { columns, rows, cell, left, top } = layout;
      expect(cell.width).toBeGreaterThan(width);
      expect(cell.height).toBeGreaterThan(height);
      const margin = 10 - 1e-9;
      expect(left).toBeGreaterThanOrEqual(margin);
      expect(top).toBeGreaterThanOrEqual(margin);
      expect(papers[paper].width - left - columns * cell.width).toBeGreaterThanOrEqual(margin);
      expect(papers[paper].height - top - rows * cell.height).toBeGreaterThanOrEqual(margin);
    }),
  );
});
