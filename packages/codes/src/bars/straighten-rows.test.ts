import { expect, test } from "vitest";
import { createRandom } from "../../../../e2e/camera/random.ts";
import { straightenRows } from "./straighten-rows.ts";

const sampleCount = 400;
const rowCount = 14;

/** Bars of random widths as brightness at a position along the scan direction, slightly blurred. */
function createBars(seed: number): (position: number) => number {
  const random = createRandom(seed);
  const edges: number[] = [];
  for (let edge = 60; edge < sampleCount - 60; edge += 6 + 12 * random()) edges.push(edge);
  return (position) => {
    const value = edges.reduce(
      (sum, edge, index) =>
        sum + (index % 2 === 0 ? -1 : 1) * (1 / (1 + Math.exp(-(position - edge)))),
      1,
    );
    return 40 + 180 * value;
  };
}

/** Draws rows whose bars are shifted by `shift(row, position)` samples. */
function drawRows(shift: (row: number, position: number) => number, seed = 7): Float32Array[] {
  const bars = createBars(seed);
  return Array.from({ length: rowCount }, (_, row) =>
    Float32Array.from({ length: sampleCount }, (_, x) => bars(x - shift(row, x))),
  );
}

/** The largest brightness difference of a row from the middle one, within the compared part. */
function measureDifference(rows: Float32Array[]): number {
  const middle = rows[rowCount >> 1]!;
  return Math.max(
    ...rows.map((row) =>
      Math.max(...row.slice(80, -80).map((value, i) => Math.abs(value - middle[i + 80]!))),
    ),
  );
}

test.each([
  ["upright bars", () => 0],
  ["slanted bars", (row: number) => (row - 7) * 0.8],
  ["bars on a cylinder", (row: number) => (row - 7) ** 2 * 0.15],
  [
    "bars in perspective",
    (row: number, position: number) => ((row - 7) * (position - sampleCount / 2)) / 120,
  ],
])("straightens %s", (_, shift) => {
  const rows = drawRows(shift);
  const straight = straightenRows(rows);
  expect(measureDifference(straight.rows)).toBeLessThan(60);
  expect(Math.min(...straight.agreement)).toBeGreaterThan(0.97);
});

test("marks a row that shows something else", () => {
  const rows = drawRows(() => 0);
  rows[2] = drawRows(() => 0, 99)[0]!;
  const { agreement } = straightenRows(rows);
  expect(agreement[2]).toBeLessThan(0.7);
  expect(agreement[5]).toBeGreaterThan(0.97);
});

test("leaves flat rows as they are", () => {
  const rows = Array.from({ length: rowCount }, () => new Float32Array(sampleCount).fill(128));
  expect(straightenRows(rows).rows).toEqual(rows);
});
