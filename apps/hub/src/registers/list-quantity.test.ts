import fc from "fast-check";
import { expect, it } from "vitest";
import { findDecimalSign, parseListQuantity } from "./list-quantity.ts";
import { maxQuantity } from "./quantity.ts";

it.each([
  ["12", 12_000],
  ["10.00000", 10_000],
  ["1.5", 1500],
  ["1,5", 1500],
  ["0,250", 250],
  ["1.234", 1234],
  ["1,234.5", 1_234_500],
  ["1.234,5", 1_234_500],
  ["1,234,567", 1_234_567_000],
  ["1 234", 1_234_000],
  ["1’234.5", 1_234_500],
  ["-3", -3000],
  ["−3", -3000],
  ["-0", 0],
  [" 7 ", 7000],
  ["1000000000", maxQuantity],
])("%j is a quantity of a list", (text, quantity) => {
  expect(parseListQuantity(text)).toBe(quantity);
});

it("may have its unit after it, but no other one", () => {
  expect(parseListQuantity("2.5 kg", "kg")).toBe(2500);
  expect(parseListQuantity("2.5 KG", "kg")).toBe(2500);
  expect(parseListQuantity("2 Packs", "kg")).toBe("“2 Packs” is not in kg");
  expect(parseListQuantity("3 Pack")).toBe("“3 Pack” has a unit; put it into a column of its own");
});

it("may have a word for pieces after it", () => {
  expect(parseListQuantity("5 pcs")).toBe(5000);
  expect(parseListQuantity("5 Stk.", "pcs")).toBe(5000);
  expect(parseListQuantity("5 pcs", "kg")).toBe("“5 pcs” is not in kg");
});

it.each([
  [["1.250", "12", "2,5"], ",", 1_250_000],
  [["1.250", "1.250,50"], ",", 1_250_000],
  [["1.250", "1.000.000 Stk"], ",", 1_250_000],
  [["1,250", "-2.5"], ".", 1_250_000],
  [["1,250", "1,250.50"], ".", 1_250_000],
  [["1,250", "0,5"], ",", 1250],
  [["1.250", "0.125"], ".", 1250],
  [["1.250", "12", "many"], undefined, 1250],
  [["1.250", "2,5", "2.5"], undefined, 1250],
])("the cells %j have the decimal sign %j", (cells, sign, first) => {
  expect(findDecimalSign(cells)).toBe(sign);
  expect(parseListQuantity(cells[0]!, "", findDecimalSign(cells))).toBe(first);
});

it.each([
  ["many", "“many” is no number"],
  ["", "“” is no number"],
  ["1.2.3", "“1.2.3” is no number"],
  ["12:00", "“12:00” is no number"],
  ["1e9", "“1e9” is no number"],
  ["0.1234", "“0.1234” has more than three decimals"],
  ["1000000000.001", "“1000000000.001” is more than 1000000000"],
  ["99999999999999999999999", "“99999999999999999999999” is more than 1000000000"],
  ["1,234", "“1,234” may be 1234 or 1.234; write it without the comma, or with a point"],
])("%j is refused with a reason", (text, reason) => {
  expect(parseListQuantity(text)).toBe(reason);
});

it("reads every number that a program writes, and gives a safe integer or a reason for any text", () => {
  const quantity = fc.integer({ min: -maxQuantity, max: maxQuantity });
  fc.assert(
    fc.property(quantity, (thousandths) => {
      expect(parseListQuantity(String(thousandths / 1000))).toBe(thousandths);
      expect(parseListQuantity((thousandths / 1000).toFixed(5))).toBe(thousandths);
      const german = (thousandths / 1000).toLocaleString("de-DE", { minimumFractionDigits: 1 });
      expect(parseListQuantity(german, "", findDecimalSign([german, "2,5"]))).toBe(thousandths);
    }),
  );
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("0", "1", "9", ".", ",", " ", "'", "-", "k") }),
  );
  fc.assert(
    fc.property(text, (any) => {
      const parsed = parseListQuantity(any);
      if (typeof parsed === "number") expect(Math.abs(parsed)).toBeLessThanOrEqual(maxQuantity);
      else expect(parsed).toMatch(/^“/);
      expect(Number.isNaN(parsed)).toBe(false);
    }),
  );
});
