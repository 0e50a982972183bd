import { defineConfig } from "vitest/config";
import { secondTries } from "./scripts/testing/report-second-tries.ts";

/** A hang has to end; a slow or busy machine may take its time. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
  // What lands does not hang on one hiccup of a shared machine.
  retry: process.env.CI ? 1 : 0,
};

export default defineConfig({
  test: {
    reporters: ["default", secondTries],
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
          setupFiles: ["scripts/testing/property-seed.ts"],
          maxWorkers: "100%",
          ...patience,
        },
      },
      {
        // A story waits as often as it works, so that two share a machine well.
        test: {
          name: "stories",
          include: ["e2e/*.test.ts"],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          ...patience,
        },
      },
    ],
  },
});
