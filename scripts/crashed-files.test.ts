import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const reporter = fileURLToPath(new URL("testing/crashed-files.ts", import.meta.url));

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "scanhook-crashed-")));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

// The files import nothing, because their folder has no dependencies.
const passing = 'test("passes", () => {});';
const failing = 'test("fails", () => { throw new Error("no"); });';
const crashing = 'test("crashes", () => process.kill(process.pid, "SIGTRAP"));';

/** Runs Vitest on these files. Returns what the reporter wrote. */
function run(files: Record<string, string>): string[] | undefined {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const config = `import { crashedFiles } from ${JSON.stringify(reporter)};
export default { test: { globals: true, reporters: [crashedFiles], maxWorkers: 1 } };`;
  writeFileSync(join(folder, "vitest.config.mjs"), config);
  const target = join(folder, "crashed.json");
  const { VITEST, VITEST_POOL_ID, VITEST_WORKER_ID, ...env } = process.env;
  const ended = spawnSync(process.execPath, [vitest, "run", "--root", folder], {
    env: { ...env, CRASHED_FILES: target },
    encoding: "utf8",
  });
  expect(ended.status).toBe(1);
  return existsSync(target) ? JSON.parse(readFileSync(target, "utf8")) : undefined;
}

test("a file whose process was killed by a signal is named", () => {
  const files = run({ "a.test.js": passing, "b.test.js": crashing });
  expect(files).toEqual([join(folder, "b.test.js")]);
});

test("nothing is named where a test failed, too", () => {
  expect(run({ "a.test.js": failing, "b.test.js": crashing })).toBeUndefined();
});
