import { expect, test } from "vitest";
import {
  averageDarkest,
  averageRows,
  bandHeight,
  correlate,
  drawBands,
  sharpenRow,
  toBands,
} from "./rows.ts";

const toRow = (...values: number[]) => Float32Array.from(values);

test("averages rows", () => {
  expect(averageRows([toRow(0, 100), toRow(50, 200)])).toEqual(toRow(25, 150));
});

test("the darkest rows of each position leave out glare", () => {
  const rows = [toRow(10, 250), toRow(255, 240), toRow(20, 245), toRow(255, 235)];
  expect(averageDarkest(rows, 0.5)).toEqual(toRow(15, 237.5));
});

test("bands average neighboring rows", () => {
  const rows = [toRow(0), toRow(2), toRow(10), toRow(12)];
  expect(toBands(rows, 2)).toEqual([toRow(1), toRow(11)]);
  // There are more bands than rows, so each row is used again.
  expect(toBands([toRow(5)], 3)).toEqual([toRow(5), toRow(5), toRow(5)]);
});

test("sharpening raises the contrast of an edge and keeps flat parts", () => {
  const row = toRow(100, 100, 100, 100, 200, 200, 200, 200);
  const sharpened = sharpenRow(row, 1, 1.5);
  expect(sharpened[0]).toBe(100);
  expect(sharpened[3]).toBeLessThan(100);
  expect(sharpened[4]).toBeGreaterThan(200);
  expect(sharpened[7]).toBe(200);
});

test("draws bands below each other and clamps their brightness", () => {
  const plane = drawBands([toRow(-20, 300), toRow(7, 8)]);
  expect(plane).toMatchObject({ width: 2, height: 2 * bandHeight });
  expect([...plane.data.slice(0, 4)]).toEqual([0, 255, 0, 255]);
  expect([...plane.data.slice(-2)]).toEqual([7, 8]);
});

test("correlation is 1 for equal shapes, -1 for inverted ones and 0 for a flat row", () => {
  const row = toRow(1, 5, 2, 8);
  expect(correlate(row, row)).toBeCloseTo(1);
  expect(
    correlate(
      row,
      row.map((value) => 3 * value + 9),
    ),
  ).toBeCloseTo(1);
  expect(
    correlate(
      row,
      row.map((value) => -value),
    ),
  ).toBeCloseTo(-1);
  expect(correlate(row, toRow(4, 4, 4, 4))).toBeCloseTo(0);
});
