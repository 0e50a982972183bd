import fc from "fast-check";
import { expect, test } from "vitest";
import { listLabels, listNumbers } from "./several-labels.ts";

test.each([
  ["Shelf A1 … A4", ["Shelf A1", "Shelf A2", "Shelf A3", "Shelf A4"]],
  ["Bin 08..10", ["Bin 08", "Bin 09", "Bin 10"]],
  ["A1-1 ... A1-3", ["A1-1", "A1-2", "A1-3"]],
  ["Box 9...11\n\n Bench ", ["Box 9", "Box 10", "Box 11", "Bench"]],
  ["A1 … B4", ["A1 … B4"]],
  ["A4 … A1", ["A4 … A1"]],
  ["1 … 5000", ["1 … 5000"]],
  ["Version 1.2", ["Version 1.2"]],
])("%j stands for %j", (text, labels) => {
  expect(listLabels(text)).toEqual(labels);
});

test("numbers are separated by commas or spaces", () => {
  expect(listNumbers("2, 5,10 12;0.5\n")).toEqual(["2", "5", "10", "12", "0.5"]);
});

test("a range from any number to a later one has all numbers between", () => {
  const first = fc.integer({ min: 0, max: 10_000 });
  const length = fc.integer({ min: 2, max: 1000 });
  fc.assert(
    fc.property(first, length, (from, count) => {
      const labels = listLabels(`Shelf ${from} … ${from + count - 1}`);
      expect(labels).toEqual(Array.from({ length: count }, (_, index) => `Shelf ${from + index}`));
    }),
  );
});
