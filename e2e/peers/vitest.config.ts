import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** `npm run test:peers`: tests with third-party programs, which `npm test` leaves out. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL(".", import.meta.url)),
    include: ["*.test.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 1_000_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
