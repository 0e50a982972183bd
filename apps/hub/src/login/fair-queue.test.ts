import { expect, test } from "vitest";
import { createFairQueue, tooBusy } from "./fair-queue.ts";

/**
 * Runs jobs that last until a test finishes them by name, and records the order in which they
 * start.
 */
function startQueue(options: Omit<Parameters<typeof createFairQueue>[0], "now">) {
  const clock = { ms: 0 };
  const queue = createFairQueue({ ...options, now: () => clock.ms });
  const started: string[] = [];
  const running = new Map<string, () => void>();
  const run = (key: string, name: string) =>
    queue.run(key, () => {
      started.push(name);
      const { promise, resolve } = Promise.withResolvers<string>();
      running.set(name, () => resolve(name));
      return promise;
    });
  return { clock, started, run, finish: (name: string) => running.get(name)!() };
}

test("a queue runs no more than its number of works at a time, and gives each key its turn", async () => {
  const { run, started, finish } = startQueue({ concurrency: 2 });
  const results = ["a1", "a2", "a3", "a4", "b1"].map((name) => run(name[0]!, name));
  expect(started).toStrictEqual(["a1", "a2"]);
  finish("a1");
  await expect.poll(() => started).toStrictEqual(["a1", "a2", "a3"]);
  finish("a2");
  await expect.poll(() => started).toStrictEqual(["a1", "a2", "a3", "b1"]);
  for (const name of ["a3", "b1"]) finish(name);
  await expect.poll(() => started).toStrictEqual(["a1", "a2", "a3", "b1", "a4"]);
  finish("a4");
  expect(await Promise.all(results)).toStrictEqual(["a1", "a2", "a3", "a4", "b1"]);
});

test("a queue refuses what exceeds its limits, and what has waited too long", async () => {
  const { run, finish, clock, started } = startQueue({
    concurrency: 1,
    maxPerKey: 2,
    maxWaiting: 3,
    maxWaitMs: 1000,
  });
  const first = run("a", "a1");
  const late = [run("a", "a2"), run("a", "a3")];
  expect(await run("a", "a4")).toBe(tooBusy);
  const other = run("b", "b1");
  expect(await run("c", "c1")).toBe(tooBusy);
  clock.ms = 1001;
  finish("a1");
  expect(await first).toBe("a1");
  expect(await Promise.all([...late, other])).toStrictEqual([tooBusy, tooBusy, tooBusy]);
  expect(started).toStrictEqual(["a1"]);
});

test("work that fails rejects for its caller and ends its turn", async () => {
  const queue = createFairQueue({ concurrency: 1 });
  const failing = queue.run("a", () => Promise.reject(new Error("disk")));
  const next = queue.run("a", async () => "next");
  await expect(failing).rejects.toThrow("disk");
  expect(await next).toBe("next");
});
