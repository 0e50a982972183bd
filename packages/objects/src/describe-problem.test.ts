import { expect, test } from "vitest";
import { describeSizes } from "./describe-problem.ts";
import type { Uncertainty } from "./size/uncertainty.ts";

/** Describes the sizes of a block whose sides are uncertain by 1 mm, or as given. */
const describeBlock = (uncertainty: Partial<Uncertainty>, isGuess = true) =>
  describeSizes({
    measures: {
      box: { length: 80, width: 50, height: 40 },
      volume: 160_000,
      area: 18_400,
      uncertainty: { length: 1, width: 1, height: 1, volume: 5000, ...uncertainty },
    },
    warnings: [],
    isGuess,
  });

test("a guess names the largest share by which a side may be off, and its cause", () => {
  expect(describeBlock({}, false)).toEqual([]);
  const outlines = describeBlock({ length: 12, height: 4 });
  expect(outlines[0]).toBe("The size is a guess: a side may be off by 15 %.");
  expect(outlines[1]).toMatch(/^The outlines of the object are not clear/);
  expect(describeBlock({ height: 4 })[1]).toMatch(/^Its height is not clear/);
});
