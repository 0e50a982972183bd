import { expect, test } from "vitest";
import { createCrew, type Helper, ownThread, workOnEach } from "./crew.ts";
import { doTask } from "./tasks.ts";

const goOn = async () => true;
const numbers = Array.from({ length: 20 }, (_, index) => index);

/** Returns a picture of one color, on which no marker is. */
const drawEmpty = (side: number) => ({
  width: side,
  height: side,
  data: new Uint8Array(4 * side * side).fill(200),
});

test("this thread and helpers share the tasks, and a helper has at most two at a time", async () => {
  const shares = [0, 0];
  const atOnce = [0, 0];
  const helpers = shares.map(
    (_, index): Helper =>
      async (task) => {
        shares[index]!++;
        atOnce[index]!++;
        expect(atOnce[index]).toBeLessThan(3);
        await new Promise((resolve) => setTimeout(resolve));
        atOnce[index]!--;
        return doTask(task);
      },
  );
  const crew = createCrew(helpers);
  const found = await workOnEach(
    numbers,
    crew,
    async (index) => [index, await crew.run("findMarkers", drawEmpty(32 + index))],
    goOn,
  );
  expect(found).toEqual(numbers.map((index) => [index, []]));
  expect(Math.min(...shares)).toBeGreaterThan(1);
  expect(shares[0]! + shares[1]!).toBeLessThan(numbers.length);
});

test("work that is stopped begins nothing more, and has no result", async () => {
  const begun: number[] = [];
  const work = async (index: number) => begun.push(index);
  const report = async (share: number) => share < 0.5;
  expect(await workOnEach(numbers, ownThread, work, report)).toBeUndefined();
  expect(begun).toEqual(numbers.slice(0, 10));
});

test("what a helper fails at fails, and the next task gets it again", async () => {
  const calls: string[] = [];
  const crew = createCrew([
    async (task) => {
      calls.push(task.name);
      if (calls.length === 1) throw new Error("the thread has ended");
      return doTask(task);
    },
  ]);
  await expect(crew.run("findMarkers", drawEmpty(32))).rejects.toThrow("the thread has ended");
  expect(await crew.run("findMarkers", drawEmpty(32))).toEqual([]);
  expect(calls).toHaveLength(2);
});
