import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTestFolder, runVitest } from "./testing/run-vitest.ts";

const passing = 'test("passes", () => {});';
const failing = 'test("fails", () => { throw new Error("no"); });';
const crashing = 'test("crashes", () => process.kill(process.pid, "SIGTRAP"));';

/** Runs Vitest on these files. Returns what the reporter wrote. */
function run(folder: string, files: Record<string, string>): string[] | undefined {
  const target = join(folder, "crashed.json");
  const { status } = runVitest(folder, files, {
    imports: { crashedFiles: "crashed-files.ts" },
    config: "reporters: [crashedFiles], maxWorkers: 1",
    env: { CRASHED_FILES: target },
  });
  expect(status).toBe(1);
  return existsSync(target) ? JSON.parse(readFileSync(target, "utf8")) : undefined;
}

test("a file whose process was killed by a signal is named", () => {
  using folder = makeTestFolder();
  const files = run(folder.path, { "a.test.js": passing, "b.test.js": crashing });
  expect(files).toEqual([join(folder.path, "b.test.js")]);
});

test("nothing is named where a test failed, too", () => {
  using folder = makeTestFolder();
  expect(run(folder.path, { "a.test.js": failing, "b.test.js": crashing })).toBeUndefined();
});
