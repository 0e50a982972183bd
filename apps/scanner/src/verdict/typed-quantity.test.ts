import fc from "fast-check";
import { expect, test } from "vitest";
import { pressKey, readTypedQuantity } from "./typed-quantity.ts";

test.each([
  ["12", "12"],
  ["1,5", "1.5"],
  [" 007.250 ", "7.25"],
  ["0.001", "0.001"],
  ["1000000000", "1000000000"],
  ["0", "0"],
  ["0.000", "0"],
])("%j is the quantity %s", (typed, quantity) => {
  expect(readTypedQuantity(typed)).toEqual({ ok: true, quantity });
});

test.each([
  ["", "empty"],
  ["1000000000.001", "much"],
  ["99999999999999999999", "much"],
  ["1.2345", "form"],
  ["1.", "form"],
  [".5", "form"],
  ["-1", "form"],
  ["1e3", "form"],
  ["1.2.3", "form"],
  ["١٢", "form"],
])("%j is refused as %s", (typed, why) => {
  expect(readTypedQuantity(typed)).toEqual({ ok: false, why });
});

test("a quantity that was read is read as itself", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String)), (typed) => {
      const read = readTypedQuantity(typed);
      if (read.ok) expect(readTypedQuantity(read.quantity)).toEqual(read);
    }),
  );
});

test("the keys of the keypad never make more than ten digits and three decimals", () => {
  const keys = fc.array(fc.constantFrom(..."0123456789.,"), { maxLength: 30 });
  fc.assert(
    fc.property(keys, (pressed) => {
      const typed = pressed.reduce(pressKey, "");
      expect(typed).toMatch(/^(?:\d{1,10}(?:\.\d{0,3})?)?$/);
      expect(typed).not.toMatch(/^0\d/);
    }),
  );
});
