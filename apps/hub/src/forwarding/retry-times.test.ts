import fc from "fast-check";
import { expect, test } from "vitest";
import { nextWait, retryWaitsMs } from "./retry-times.ts";

const hour = 3_600_000;

test("a delivery is retried for about three days and then given up", () => {
  const noJitter = { random: () => 0.5 };
  const actualWaits = retryWaitsMs.map((_, n) => nextWait(n + 1, noJitter)!);
  expect(actualWaits.slice(0, 3)).toStrictEqual([5000, 30_000, 120_000]);
  const days = actualWaits.reduce((sum, wait) => sum + wait) / (24 * hour);
  expect(days).toBeCloseTo(3, 1);
  expect(nextWait(retryWaitsMs.length + 1, noJitter)).toBeUndefined();
});

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const failedAttempts = fc.integer({ min: 1, max: retryWaitsMs.length });

test("every wait differs from its scheduled length by at most a fifth", () => {
  fc.assert(
    fc.property(failedAttempts, random, (failedCount, value) => {
      const wait = nextWait(failedCount, { random: () => value })!;
      expect(Math.abs(wait / retryWaitsMs[failedCount - 1]! - 1)).toBeLessThanOrEqual(0.2001);
    }),
  );
});

test("Retry-After lengthens a wait to at most an hour and never shortens one", () => {
  const retryAfter = fc.oneof(fc.nat(), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
  fc.assert(
    fc.property(failedAttempts, random, retryAfter, (failedCount, value, retryAfterMs) => {
      const waitWithout = nextWait(failedCount, { random: () => value })!;
      const wait = nextWait(failedCount, { random: () => value, retryAfterMs })!;
      expect(wait).toBeGreaterThanOrEqual(waitWithout);
      expect(wait).toBeGreaterThanOrEqual(Math.min(retryAfterMs, hour));
      expect(wait).toBeLessThanOrEqual(Math.max(waitWithout, hour));
    }),
  );
});
