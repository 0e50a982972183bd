import { defineConfig } from "vitest/config";

/** A hang has to end; a slow or busy machine may take its time. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
};

export default defineConfig({
  test: {
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
