// Collects the test files whose process was killed by a signal, so that they can run once more.
import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

const crash = /^Worker exited unexpectedly with signal \w+ .*while running test file (.+)$/;

/**
 * Writes the paths of the crashed files to the file that `CRASHED_FILES` names, as a JSON array.
 * Writes nothing if anything else failed, because then the run has failed however the crashed files
 * end.
 */
export const crashedFiles: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const target = process.env.CRASHED_FILES;
    if (target === undefined || unhandledErrors.length === 0) return;
    const files = unhandledErrors.map(({ cause }) => crash.exec(cause?.message ?? "")?.[1]);
    const hasFailure = modules.some((module) => [...module.children.allTests("failed")].length > 0);
    if (!hasFailure && !files.includes(undefined)) writeFileSync(target, JSON.stringify(files));
  },
};
