import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createAlarm } from "./alarm.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("runs once for several requests, and waits for the minimum interval before the next run", async () => {
  const startTimes: number[] = [];
  const createdAt = Date.now();
  const alarm = createAlarm(async () => void startTimes.push(Date.now() - createdAt), {
    minIntervalMs: 20,
  });
  alarm.runSoon();
  alarm.runSoon();
  await vi.advanceTimersByTimeAsync(0);
  alarm.runSoon();
  await vi.advanceTimersByTimeAsync(100);
  expect(startTimes).toEqual([0, 20]);
});

it("does not overlap runs of a task that requests its next run itself", async () => {
  let running = 0;
  let runs = 0;
  const alarm = createAlarm(
    async () => {
      alarm.runAt(Date.now() + 10);
      expect(running).toBe(0);
      running += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      running -= 1;
      runs += 1;
    },
    { minIntervalMs: 1 },
  );
  alarm.runSoon();
  await vi.advanceTimersByTimeAsync(120);
  expect(runs).toBe(2);
});

it("runs once, at the earliest of the requested times", async () => {
  const startTimes: number[] = [];
  const createdAt = Date.now();
  const alarm = createAlarm(async () => void startTimes.push(Date.now() - createdAt), {
    minIntervalMs: 0,
  });
  alarm.runAt(createdAt + 5000);
  alarm.runAt(createdAt + 1000);
  alarm.runAt(createdAt + 3000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(startTimes).toEqual([1000]);
});

it("runs a task due in an hour within a minute after the clock was set forward by an hour", async () => {
  let clockOffset = 0;
  const now = () => Date.now() + clockOffset;
  let runs = 0;
  const task = async () => {
    runs += 1;
  };
  const alarm = createAlarm(task, { minIntervalMs: 0, now });
  alarm.runAt(now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(1000);
  clockOffset = 3_600_000;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toBe(1);
});

it("starts a run that is requested during another run only when that run is over", async () => {
  const tasks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const alarm = createAlarm(() => tasks[runs++]!.promise, { minIntervalMs: 0 });
  alarm.runSoon();
  await vi.advanceTimersByTimeAsync(0);
  alarm.runSoon();
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(1);
  tasks[0]?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toBe(2);
});

it("waits for the current run when the alarm is stopped, and starts no further run", async () => {
  const finishTask = Promise.withResolvers<void>();
  let runs = 0;
  const alarm = createAlarm(
    () => {
      runs += 1;
      return finishTask.promise;
    },
    { minIntervalMs: 0 },
  );
  alarm.runSoon();
  await vi.advanceTimersByTimeAsync(0);
  let isStopped = false;
  const stopping = alarm.stop().then(() => {
    isStopped = true;
  });
  alarm.runSoon();
  await vi.advanceTimersByTimeAsync(1000);
  expect(isStopped).toBe(false);
  finishTask.resolve();
  await stopping;
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(1);
});
