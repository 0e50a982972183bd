import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("work starts once all work before it has ended, also if that failed", async () => {
  const inTurn = createTurns();
  const events: string[] = [];
  const first = Promise.withResolvers<string>();
  const one = inTurn(() => {
    events.push("one");
    return first.promise;
  });
  const two = inTurn(async () => {
    events.push("two");
    throw new Error("two failed");
  });
  const three = inTurn(async () => {
    events.push("three");
    return 3;
  });
  await Promise.resolve();
  expect(events).toEqual(["one"]);
  first.resolve("done");
  expect(await one).toBe("done");
  await expect(two).rejects.toThrow("two failed");
  expect(await three).toBe(3);
  expect(events).toEqual(["one", "two", "three"]);
});
