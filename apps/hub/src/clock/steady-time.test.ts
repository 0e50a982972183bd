import { expect, it } from "vitest";
import { createSteadyTime } from "./steady-time.ts";

it("continues while the machine sleeps, and does not jitter with an uptime in whole seconds", () => {
  let [upMs, runMs] = [12_900, 40];
  const steadyMs = createSteadyTime({
    uptimeMs: () => Math.floor(upMs / 1000) * 1000,
    runningMs: () => runMs,
  });
  const start = steadyMs();
  for (let passed = 100; passed <= 3000; passed += 100) {
    upMs += 100;
    runMs += 100;
    expect(steadyMs() - start).toBe(passed);
  }
  upMs += 3_600_000;
  expect(Math.abs(steadyMs() - start - 3_603_000)).toBeLessThan(1000);
});
