import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTeller } from "./announcing.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the first scan is told at once, a burst after it in one sentence", () => {
  const told: string[] = [];
  const teller = createTeller(
    (text) => told.push(text),
    (count, newest) => `${count}: ${newest}`,
    { everyMs: 1000 },
  );
  teller.add(1, "a");
  expect(told).toEqual(["1: a"]);
  teller.add(2, "c");
  teller.add(1, "d");
  vi.advanceTimersByTime(999);
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(["1: a", "3: d"]);
  vi.advanceTimersByTime(5000);
  teller.add(1, "e");
  expect(told).toEqual(["1: a", "3: d", "1: e"]);
});

test("after closing nothing more is told, and long contents are cut", () => {
  const told: string[] = [];
  const teller = createTeller(
    (text) => told.push(text),
    (_, newest) => newest,
    { longest: 3 },
  );
  teller.add(1, "abcdef");
  teller.add(1, "x");
  teller.close();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(["abc"]);
});
