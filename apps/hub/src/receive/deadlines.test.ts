import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDeadlines, type Watchable } from "./deadlines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("each item expires once when its time is over, unless it was finished", () => {
  const expired: string[] = [];
  const deadlines = createDeadlines<Watchable & { name: string }>({
    limitMs: 1000,
    onExpired: ({ name }) => expired.push(name),
    now: Date.now,
  });
  const finished = { name: "finished" };
  deadlines.watch({ name: "first" });
  deadlines.watch(finished);
  vi.advanceTimersByTime(600);
  deadlines.watch({ name: "second" });
  deadlines.finish(finished);
  vi.advanceTimersByTime(399);
  expect(expired).toStrictEqual([]);
  vi.advanceTimersByTime(1);
  expect(expired).toStrictEqual(["first"]);
  vi.advanceTimersByTime(599);
  expect(expired).toStrictEqual(["first"]);
  vi.advanceTimersByTime(1);
  expect(expired).toStrictEqual(["first", "second"]);
  expect(vi.getTimerCount()).toBe(0);
  deadlines.watch({ name: "third" });
  vi.advanceTimersByTime(1000);
  expect(expired).toStrictEqual(["first", "second", "third"]);
});
