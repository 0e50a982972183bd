import { defineConfig } from "vitest/config";
import { filesAtATime, releaseTests, secondSet } from "./scripts/second-set.ts";
import { crashedFiles } from "./scripts/testing/crashed-files.ts";
import { endStalledRun } from "./scripts/testing/end-stalled-run.ts";
import { findFirefox } from "./scripts/testing/engines.ts";
import { secondTries } from "./scripts/testing/report-second-tries.ts";
import { reportTimes } from "./scripts/testing/report-times.ts";
import { TestOrder } from "./scripts/testing/test-order.ts";

/** Long enough for a slow or busy machine; a test that hangs still ends. */
const patience = {
  // Two tries end before a run counts as stalled.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 90_000 } },
  // On a shared machine, one hiccup does not stop a change from landing.
  retry: process.env.CI ? 1 : 0,
};

const besideOthers = { maxWorkers: filesAtATime, sequence: { groupOrder: 1 }, ...patience };
const asStory = { globalSetup: ["e2e/bundled-command.ts"], ...besideOthers };

const asUnit = {
  globalSetup: ["scripts/testing/bundled-threads.ts", "e2e/bundled-command.ts"],
  execArgv: ["--import", new URL("scripts/testing/load-bundled-threads.mjs", import.meta.url).href],
  setupFiles: [
    "scripts/testing/property-seed.ts",
    "scripts/testing/quick-passwords.ts",
    "scripts/testing/load-texts.ts",
  ],
};
const unitFiles = [
  "packages/**/*.test.ts",
  "apps/**/*.test.ts",
  "examples/**/*.test.ts",
  "bench/*.test.ts",
  "scripts/**/*.test.ts",
  "e2e/camera/*.test.ts",
];
const notTests = ["**/node_modules/**", "**/dist/**"];
const longFiles = secondSet.map(({ file }) => file);
const isStory = (file: string) => /^e2e\/[^/]*$/.test(file);

/**
 * `npm test` sets it to `first`, and with `--all` to `all`. Without it, every test can be selected.
 */
const isFirstSet = process.env.TEST_SET === "first";
const leftForRelease = process.env.TEST_SET === "all" ? releaseTests : [];

process.env.ORDER_SEED ??= String(Date.now() % 100_000);
console.log(`Unit files run in the order of ORDER_SEED=${process.env.ORDER_SEED}.`);

const unit = {
  name: "unit",
  include: unitFiles,
  exclude: [...notTests, ...longFiles],
  ...asUnit,
  // A process runs many files, so that it loads what they share once. Vitest restores mocks after
  // each file.
  isolate: false,
  maxWorkers: "100%",
  ...patience,
};
const longUnit = {
  name: "long unit files",
  include: longFiles.filter((file) => !isStory(file) && !leftForRelease.includes(file)),
  ...asUnit,
  ...besideOthers,
};
const stories = {
  name: "stories",
  include: ["e2e/*.test.ts"],
  exclude: isFirstSet ? longFiles : [],
  ...asStory,
};
const inFirefox = [
  "first-scan",
  "scanning",
  "history",
  "failing-receivers",
  "forwarding",
  "route-forms",
];
const storiesInFirefox = {
  name: "stories in Firefox",
  include: inFirefox.map((story) => `e2e/${story}.test.ts`),
  env: { STORY_ENGINE: "firefox" },
  ...asStory,
};

const firefox = findFirefox();
if (!firefox.ok && !isFirstSet)
  console.log(`Skipped: the stories in Firefox need ${firefox.missing}.`);
const onlyInAll = [longUnit, ...(firefox.ok ? [storiesInFirefox] : [])];

export default defineConfig({
  test: {
    reporters: [
      "default",
      secondTries,
      crashedFiles,
      endStalledRun(),
      ...(process.env.TEST_TIMES ? [reportTimes] : []),
    ],
    globalSetup: ["apps/hub/src/store/postgres/testing/serve-postgres.ts"],
    sequence: { sequencer: TestOrder },
    projects: [unit, stories, ...(isFirstSet ? [] : onlyInAll)].map((test) => ({ test })),
  },
});
