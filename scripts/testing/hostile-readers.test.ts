import { expect, test } from "vitest";
import { cpuOf } from "./cpu-of.ts";
import { hostileReaders } from "./hostile-readers.ts";

/** Below the limits that readers have, so that a limit hides no growth. */
const smallSize = 2048;
const largeSize = 65_536;
const growth = 32;
/**
 * A factor on the growth of the text. Quadratic work would take 32 times. Linear work on a long
 * text may take 5 times, because its strings outlive a collection of garbage.
 */
const slack = 8;
/** A pause to collect garbage may fall into one measurement. Quadratic work is slow in each. */
const maxTries = 3;
/** Work of less CPU time says nothing, because a pause to collect garbage is longer. */
const leastMs = 2;

test.each(hostileReaders)(
  "$name: 32 times the text takes at most 256 times the time",
  async ({ make, read, isLarge }) => {
    const size = isLarge ? largeSize : smallSize;
    const [short, long] = [make(size), make(size * growth)];
    for (let round = 0; round < 4; round += 1) await read(short);
    const factors: number[] = [];
    while (factors.length < maxTries && !factors.some((factor) => factor <= slack)) {
      // As many short texts as make up the long one, because one alone is too quick to measure.
      const shortMs = await cpuOf(() => read(short), growth);
      factors.push((await cpuOf(() => read(long))) / Math.max(shortMs, leastMs));
    }
    expect(Math.min(...factors)).toBeLessThanOrEqual(slack);
  },
);
