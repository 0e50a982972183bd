import { expect, test } from "vitest";
import { makeTestFolder, runVitest } from "./testing/run-vitest.ts";

const run = (files: Record<string, string>, limitMs: number) => {
  using folder = makeTestFolder();
  return runVitest(folder.path, files, {
    imports: { endStalledRun: "end-stalled-run.ts" },
    config: `reporters: ["default", endStalledRun(${limitMs})], maxWorkers: 4, testTimeout: 0`,
  });
};

test("a run in which nothing ends stops and names what waits, blocks or does not load", () => {
  const files = {
    "a.test.js": 'test("passes", () => {});',
    "b.test.js": 'test("waits", () => new Promise(() => {}));',
    // A process that blocks can no longer tell which of its tests has started.
    "c.test.js": 'test("blocks", () => { for (;;); });',
    "d.test.js": "await new Promise(() => {});",
  };
  const { status, output } = run(files, 12_000);
  expect(status).toBe(1);
  const end = output.slice(output.indexOf("No test has ended for 0.2 minutes."));
  const names = end.trim().split("\n").slice(1);
  expect(names.toSorted()).toEqual(["  b.test.js > waits", "  c.test.js", "  d.test.js"]);
});

test("a run that goes on is left alone", () => {
  const passing = 'test("passes", () => {});';
  const { status, output } = run({ "a.test.js": passing, "b.test.js": passing }, 60_000);
  expect({ status, output }).toMatchObject({
    status: 0,
    output: expect.not.stringContaining("No test has ended"),
  });
});
