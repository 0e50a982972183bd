import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { measureClock } from "./metrics.ts";

test("the time is that of the machine, and a problem that the hub knows is 1", async () => {
  const registry = new Registry();
  let problem: string | undefined = "The clock shows 1970.";
  measureClock(registry, { clock: { problem: () => problem }, now: () => 90_500 });
  expect(await registry.metrics()).toMatch(/^scanhook_time_seconds 90.5$/m);
  expect(await registry.metrics()).toMatch(/^scanhook_clock_wrong 1$/m);
  problem = undefined;
  expect(await registry.metrics()).toMatch(/^scanhook_clock_wrong 0$/m);
});
