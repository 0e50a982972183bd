import { defineConfig } from "vitest/config";
import { secondTries } from "./scripts/testing/report-second-tries.ts";

/** Long enough for a slow or busy machine; a test that hangs still ends. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
  // On a shared machine, one hiccup does not stop a change from landing.
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
        // A story waits about half of its time, so two of them share a machine well.
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
