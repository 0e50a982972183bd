import { expect, test } from "vitest";
import { cpuOf } from "./cpu-of.ts";
import { hostileReaders } from "./hostile-readers.ts";

/** Below the limits that readers have, so that a limit hides no growth. */
const smallSize = 2048;
const largeSize = 65_536;
const growth = 16;
/** So many times the growth of the text. Quadratic work would take 16 times. */
const slack = 4;
/** Work of less CPU time says nothing, because a pause to collect garbage is longer. */
const leastMs = 2;

test.each(hostileReaders)(
  "$name: 16 times the text takes at most 64 times the time",
  async ({ make, read, isLarge }) => {
    const size = isLarge ? largeSize : smallSize;
    const [short, long] = [make(size), make(size * growth)];
    for (let round = 0; round < 4; round += 1) await read(short);
    // As many short texts as make up the long one, because one alone is too quick to measure.
    const shortMs = await cpuOf(() => read(short), growth);
    const longMs = await cpuOf(() => read(long));
    expect(longMs).toBeLessThanOrEqual(slack * Math.max(shortMs, leastMs));
  },
);
