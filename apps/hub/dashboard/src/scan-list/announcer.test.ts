import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAnnouncer } from "./announcer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("announces the first scan immediately and sums up those of the next interval", () => {
  const announced: string[] = [];
  const announcer = createAnnouncer(
    (text) => announced.push(text),
    ({ count, newest }) => `${count}: ${newest}`,
    { intervalMs: 1000 },
  );
  announcer.add(1, "a");
  expect(announced).toEqual(["1: a"]);
  announcer.add(2, "c");
  announcer.add(1, "d");
  vi.advanceTimersByTime(999);
  expect(announced).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(announced).toEqual(["1: a", "3: d"]);
  vi.advanceTimersByTime(5000);
  announcer.add(1, "e");
  expect(announced).toEqual(["1: a", "3: d", "1: e"]);
});

test("shortens long contents, and announces nothing after it was closed", () => {
  const announced: string[] = [];
  const announcer = createAnnouncer(
    (text) => announced.push(text),
    ({ newest }) => newest,
    { maxLength: 3 },
  );
  announcer.add(1, "abcdef");
  announcer.add(1, "x");
  announcer.close();
  vi.advanceTimersByTime(60_000);
  expect(announced).toEqual(["abc"]);
});
