import { defineConfig } from "vitest/config";

/** A hang has to end; a slow or busy machine may take its time. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 180_000,
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
          ...patience,
        },
      },
      {
        // Stories with a browser or a killed hub share the machine badly: after the rest, one file at a time.
        test: {
          name: "stories",
          include: ["e2e/*.test.ts"],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          ...patience,
        },
      },
    ],
  },
});
