import { defineConfig } from "vitest/config";
import { crashedFiles } from "./scripts/testing/crashed-files.ts";
import { findFirefox } from "./scripts/testing/engines.ts";
import { secondTries } from "./scripts/testing/report-second-tries.ts";

/** Long enough for a slow or busy machine; a test that hangs still ends. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
  // On a shared machine, one hiccup does not stop a change from landing.
  retry: process.env.CI ? 1 : 0,
};

/** A story waits about half of its time, so two of them share a machine well. */
const stories = { maxWorkers: 2, sequence: { groupOrder: 1 }, ...patience };

const firefox = findFirefox();
if (!firefox.ok) console.log(`Skipped: the stories in Firefox need ${firefox.missing}.`);

const storiesInFirefox = {
  test: {
    name: "stories in Firefox",
    include: ["first-scan", "scanning", "history", "failing-receivers", "forwarding"].map(
      (story) => `e2e/${story}.test.ts`,
    ),
    env: { STORY_ENGINE: "firefox" },
    ...stories,
  },
};

export default defineConfig({
  test: {
    reporters: ["default", secondTries, crashedFiles],
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "packages/**/*.test.ts",
            "apps/**/*.test.ts",
            "examples/**/*.test.ts",
            "scripts/**/*.test.ts",
            "e2e/camera/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "**/dist/**"],
          setupFiles: ["scripts/testing/property-seed.ts", "scripts/testing/quick-passwords.ts"],
          // A process runs many files, so that it loads what they share once. Vitest restores mocks after each file.
          isolate: false,
          maxWorkers: "100%",
          ...patience,
        },
      },
      {
        test: { name: "stories", include: ["e2e/*.test.ts"], ...stories },
      },
      ...(firefox.ok ? [storiesInFirefox] : []),
    ],
  },
});
