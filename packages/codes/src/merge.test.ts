import { expect, test } from "vitest";
import { mergeReadings } from "./merge.ts";
import type { Point, Reading } from "./reading.ts";

function reading(content: string, corners: [number, number][]): Reading {
  const points = corners.map(([x, y]) => ({ x, y })) as [Point, Point, Point, Point];
  return { content, format: "qr", bytes: new Uint8Array(), gs1: false, corners: points };
}

function square(content: string, left: number, top: number, size = 100): Reading {
  const [right, bottom] = [left + size, top + size];
  return reading(content, [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]);
}

test("a place has one reading, the first", () => {
  const first = square("a", 0, 0);
  expect(mergeReadings([first], [square("b", 3, 2)])).toEqual([first]);
  expect(mergeReadings([], [first, square("b", 3, 2)])).toEqual([first]);
});

test("a small code inside a large one is on its place, and so is a large one around a small one", () => {
  const [large, small] = [square("a", 0, 0, 300), square("b", 250, 250, 40)];
  expect(mergeReadings([large], [small])).toEqual([large]);
  expect(mergeReadings([small], [square("a", 120, 120, 300)])).toHaveLength(1);
});

test("the same content beside it is another code", () => {
  expect(mergeReadings([square("a", 0, 0)], [square("a", 130, 0)])).toHaveLength(2);
});

test("a code in the empty corner beside a turned one is kept", () => {
  const turned = reading("a", [
    [100, 0],
    [200, 100],
    [100, 200],
    [0, 100],
  ]);
  expect(mergeReadings([turned], [square("b", 0, 0, 30)])).toHaveLength(2);
});

test("two bundles of lines of one linear code are one reading", () => {
  const lines = (content: string, top: number) =>
    reading(content, [
      [0, top],
      [400, top],
      [400, top + 60],
      [0, top + 60],
    ]);
  expect(mergeReadings([lines("a", 0)], [lines("a", 64)])).toHaveLength(1);
  expect(mergeReadings([lines("a", 0)], [lines("b", 64)])).toHaveLength(2);
});
