import { expect, test } from "vitest";
import type { Corners } from "../geometry/corners.ts";
import { mergeReadings } from "./merge.ts";
import type { Reading } from "./reading.ts";

function createReading(content: string, corners: [number, number][]): Reading {
  const points = corners.map(([x, y]) => ({ x, y })) as Corners;
  return { content, format: "qr", bytes: new Uint8Array(), gs1: false, corners: points };
}

function createSquareReading(content: string, left: number, top: number, size = 100): Reading {
  const [right, bottom] = [left + size, top + size];
  return createReading(content, [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]);
}

test("keeps the first of two readings at one position", () => {
  const firstReading = createSquareReading("a", 0, 0);
  expect(mergeReadings([firstReading], [createSquareReading("b", 3, 2)])).toEqual([firstReading]);
  expect(mergeReadings([], [firstReading, createSquareReading("b", 3, 2)])).toEqual([firstReading]);
});

test("drops a code inside or around an earlier one", () => {
  const [large, small] = [
    createSquareReading("a", 0, 0, 300),
    createSquareReading("b", 250, 250, 40),
  ];
  expect(mergeReadings([large], [small])).toEqual([large]);
  expect(mergeReadings([small], [createSquareReading("a", 120, 120, 300)])).toHaveLength(1);
});

test("keeps two codes with equal content at different positions", () => {
  expect(
    mergeReadings([createSquareReading("a", 0, 0)], [createSquareReading("a", 130, 0)]),
  ).toHaveLength(2);
});

test("keeps a code in the bounding box of a rotated one, but outside that code", () => {
  const rotated = createReading("a", [
    [100, 0],
    [200, 100],
    [100, 200],
    [0, 100],
  ]);
  expect(mergeReadings([rotated], [createSquareReading("b", 0, 0, 30)])).toHaveLength(2);
});

test("merges two bundles of scan lines with equal content into one reading", () => {
  const createLinesReading = (content: string, top: number) =>
    createReading(content, [
      [0, top],
      [400, top],
      [400, top + 60],
      [0, top + 60],
    ]);
  expect(mergeReadings([createLinesReading("a", 0)], [createLinesReading("a", 64)])).toHaveLength(
    1,
  );
  expect(mergeReadings([createLinesReading("a", 0)], [createLinesReading("b", 64)])).toHaveLength(
    2,
  );
});

test("keeps a small code that touches a long one", () => {
  const long = createReading("a", [
    [0, 0],
    [800, 0],
    [800, 80],
    [0, 80],
  ]);
  expect(mergeReadings([long], [createSquareReading("b", 385, 81, 30)])).toHaveLength(2);
});

test("merges two halves of bars that touch, but not two labels above each other", () => {
  const createHalf = (top: number): Reading => ({
    ...createSquareReading("96385074", 0, 0),
    format: "ean8",
    corners: [
      { x: 0, y: top },
      { x: 214, y: top },
      { x: 214, y: top + 120 },
      { x: 0, y: top + 120 },
    ],
  });
  expect(mergeReadings([createHalf(0)], [createHalf(124)])).toHaveLength(1);
  expect(mergeReadings([createHalf(0)], [createHalf(150)])).toHaveLength(2);
});
