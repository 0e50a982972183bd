import { expect, test } from "vitest";
import { createResting, restsForMs } from "./resting.ts";

function restingAt() {
  const clock = { ms: 0 };
  return { clock, resting: createResting({ now: () => clock.ms }) };
}

test("a tag that is lost for a moment is the same, one that was away for longer is not", () => {
  const { clock, resting } = restingAt();
  resting.lies("desk", "04:A2");
  clock.ms = 60_000;
  expect(resting.isSame("desk", "04:A2")).toBe(true);
  resting.leaves("desk");
  clock.ms += restsForMs;
  expect(resting.isSame("desk", "04:A2")).toBe(true);
  clock.ms += 1;
  expect(resting.isSame("desk", "04:A2")).toBe(false);
});

test("another tag, the same at another reader, and one without identifier are never the same", () => {
  const { resting } = restingAt();
  resting.lies("desk", "04:A2");
  expect(resting.isSame("desk", "04:A3")).toBe(false);
  expect(resting.isSame("wall", "04:A2")).toBe(false);
  resting.lies("desk", undefined);
  expect(resting.isSame("desk", undefined)).toBe(false);
  expect(resting.isSame("desk", "04:A2")).toBe(false);
});

test("the time that the reader itself was away does not count", () => {
  const { clock, resting } = restingAt();
  resting.lies("desk", "04:A2");
  resting.leaves("desk");
  clock.ms = 3_600_000;
  resting.returns("desk");
  clock.ms += 400;
  expect(resting.isSame("desk", "04:A2")).toBe(true);
});
