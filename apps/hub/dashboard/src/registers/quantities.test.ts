import { expect, test } from "vitest";
import { parseQuantity } from "../../../src/registers/quantity.ts";
import { isLow, readQuantity, showDifference, showQuantity, sumStock } from "./quantities.ts";
import type { Entry } from "./registers.ts";

const at = (...quantities: number[]) =>
  ({ stock: quantities.map((quantity, place) => ({ place, quantity })) }) as Pick<Entry, "stock">;

test("quantities of an article are summed exactly, and shown with their unit", () => {
  expect(sumStock(at(0.1, 0.2))).toBe(0.3);
  expect(sumStock({})).toBe(0);
  expect([showQuantity(0.3, "kg"), showQuantity(12)]).toEqual(["0.3 kg", "12"]);
  expect([2, -0.5, 0].map((units) => showDifference(units, "l"))).toEqual([
    "+2 l",
    "-0.5 l",
    "0 l",
  ]);
});

test("an article is low below its minimum, not at it", () => {
  expect(isLow({ ...at(0.1, 0.2), minimum: 0.3 })).toBe(false);
  expect(isLow({ ...at(0.1), minimum: 0.3 })).toBe(true);
  expect(isLow({ minimum: 1 })).toBe(true);
  expect(isLow({})).toBe(false);
});

test("a typed quantity has a point or a comma, and a mistake is a sentence", () => {
  expect([readQuantity("1,5"), readQuantity(" 12 ")]).toEqual([1.5, 12]);
  expect(readQuantity("a dozen")).toMatch(/is no quantity/);
});

test("a mistake is the same sentence in English as from the hub", () => {
  for (const text of ["a dozen", "", "1,250", " 1,250 ", "1.2345", "9".repeat(60)])
    expect(readQuantity(text)).toBe(parseQuantity(text));
  expect(readQuantity("9999999999")).toBe(
    `${parseQuantity("9999999999")}`.replace("1000000000", "1,000,000,000"),
  );
});

test("a comma that may separate thousands is refused, and what is shown can be typed again", () => {
  expect(readQuantity("1,250")).toBe(
    "“1,250” may be 1250 or 1.250; write it without the comma, or with a point.",
  );
  expect([readQuantity("0,250"), readQuantity("1.250"), readQuantity("1,25")]).toEqual([
    ...[0.25, 1.25, 1.25],
  ]);
  for (const units of [1250, 1.25, 1_250_000])
    expect(readQuantity(showQuantity(units))).toBe(units);
});
