import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDeadlines } from "./deadlines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("each item expires once when its time is over, unless it was finished", () => {
  const expired: string[] = [];
  const deadlines = createDeadlines<string>({
    limitMs: 1000,
    onExpired: (item) => expired.push(item),
    now: Date.now,
  });
  deadlines.watch("first");
  deadlines.watch("finished");
  vi.advanceTimersByTime(600);
  deadlines.watch("second");
  deadlines.finish("finished");
  vi.advanceTimersByTime(399);
  expect(expired).toStrictEqual([]);
  vi.advanceTimersByTime(1);
  expect(expired).toStrictEqual(["first"]);
  vi.advanceTimersByTime(599);
  expect(expired).toStrictEqual(["first"]);
  vi.advanceTimersByTime(1);
  expect(expired).toStrictEqual(["first", "second"]);
  expect(vi.getTimerCount()).toBe(0);
  deadlines.watch("third");
  vi.advanceTimersByTime(1000);
  expect(expired).toStrictEqual(["first", "second", "third"]);
});
