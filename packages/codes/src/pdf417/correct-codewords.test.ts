import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeStack } from "../testing/drawn-stack.ts";
import { correctCodewords } from "./correct-codewords.ts";
import { valueCount } from "./symbols.ts";

const level = 3;
const checkCount = 2 ** (level + 1);
const { codewords } = encodeStack("the check codewords of bwip-js", 3, level);
const places = Array.from(codewords.keys());

test.each([0, 1, 5])("the check codewords of level %d that bwip-js draws are right", (drawn) => {
  const stack = encodeStack("PDF417", 4, drawn);
  const options = { checkCount: 2 ** (drawn + 1), unknown: [], spareCount: 0 };
  expect(correctCodewords(stack.codewords, options)).toEqual(stack.codewords);
});

test("corrects as many errors and unknown codewords as the check codewords allow", () => {
  const spareCounts = fc.constantFrom(0, 2);
  const orders = fc.shuffledSubarray(places, { minLength: checkCount, maxLength: checkCount });
  const changes = fc.integer({ min: 1, max: valueCount - 1 });
  fc.assert(
    fc.property(
      spareCounts,
      orders,
      changes,
      fc.nat(checkCount),
      (spareCount, order, change, n) => {
        const unknownCount = Math.min(n, checkCount - spareCount);
        const errorCount = Math.floor((checkCount - spareCount - unknownCount) / 2);
        const wrong = [...codewords];
        for (const place of order.slice(0, unknownCount + errorCount)) {
          wrong[place] = (wrong[place]! + change) % valueCount;
        }
        const unknown = order.slice(0, unknownCount);
        expect(correctCodewords(wrong, { checkCount, unknown, spareCount })).toEqual(codewords);
      },
    ),
    { numRuns: 200 },
  );
});

test("corrects nothing that was made up", () => {
  const value = fc.integer({ min: 0, max: valueCount - 1 });
  const noise = fc.array(value, { minLength: 30, maxLength: 60 });
  fc.assert(
    fc.property(noise, fc.nat(checkCount - 2), (made, unknownCount) => {
      const unknown = Array.from({ length: unknownCount }, (_, place) => place);
      expect(correctCodewords(made, { checkCount, unknown, spareCount: 2 })).toBeUndefined();
    }),
    { numRuns: 200 },
  );
});
