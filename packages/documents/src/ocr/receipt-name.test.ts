import { expect, test } from "vitest";
import { findReceiptName } from "./receipt-name.ts";

/** A line of characters that are each 12 dots wide, as receipt printers print them at 203 dpi. */
const line = (text: string) => ({
  text,
  box: { x: 0, y: 0, width: 12 * text.length, height: 24 },
});
const words = ["Whole", "milk", "Wholemeal", "bread", "Apples", "TOTAL", "Thank", "you"].map(line);

test("a receipt is as wide as its letters say, in any resolution", () => {
  const dots = (millimeters: number) => (millimeters / 25.4) * 203;
  expect(findReceiptName(words, dots(80))).toBe("receipt-80");
  expect(findReceiptName(words, dots(57))).toBe("receipt-57");
  expect(findReceiptName(words.slice(0, 3), dots(57))).toBeUndefined();
  expect(findReceiptName([], 100)).toBeUndefined();
});
