import fc from "fast-check";
import { expect, test } from "vitest";
import { nextWait, waits } from "./retry-times.ts";

const hour = 3_600_000;

test("a delivery is tried for about three days, then given up", () => {
  const middle = { random: () => 0.5 };
  const all = waits.map((_, n) => nextWait(n + 1, middle)!);
  expect(all.slice(0, 3)).toStrictEqual([5000, 30_000, 120_000]);
  const days = all.reduce((sum, wait) => sum + wait) / (24 * hour);
  expect(days).toBeCloseTo(3, 1);
  expect(nextWait(waits.length + 1, middle)).toBeUndefined();
});

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const failed = fc.integer({ min: 1, max: waits.length });

test("every wait is within a fifth of its step", () => {
  fc.assert(
    fc.property(failed, random, (n, value) => {
      const wait = nextWait(n, { random: () => value })!;
      expect(Math.abs(wait / waits[n - 1]! - 1)).toBeLessThanOrEqual(0.2001);
    }),
  );
});

test("Retry-After lengthens a wait, up to an hour, and shortens none", () => {
  const asked = fc.oneof(fc.nat(), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
  fc.assert(
    fc.property(failed, random, asked, (n, value, retryAfterMs) => {
      const own = nextWait(n, { random: () => value })!;
      const wait = nextWait(n, { random: () => value, retryAfterMs })!;
      expect(wait).toBeGreaterThanOrEqual(own);
      expect(wait).toBeGreaterThanOrEqual(Math.min(retryAfterMs, hour));
      expect(wait).toBeLessThanOrEqual(Math.max(own, hour));
    }),
  );
});
