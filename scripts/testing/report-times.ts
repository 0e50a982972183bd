// Reports the test files that take longest, for `npm test -- --times`.
import type { Reporter, TestModule } from "vitest/node";
import { maxUnitSeconds, secondSet } from "../second-set.ts";

const shown = 40;

/**
 * Prints the slowest test files in seconds, and names unit files that belong in the second set.
 */
export const reportTimes: Reporter = {
  onTestRunEnd(modules) {
    const times = modules.map((module) => ({
      file: module.relativeModuleId,
      project: module.project.name,
      seconds: measureSeconds(module),
    }));
    times.sort((a, b) => b.seconds - a.seconds);
    const listed = new Map(secondSet.map((entry) => [entry.file, entry.seconds]));
    const sum = times.reduce((total, { seconds }) => total + seconds, 0);
    console.log(`\n${times.length} test files took ${sum.toFixed(0)} s. The slowest are:`);
    for (const { file, project, seconds } of times.slice(0, shown)) {
      const known = listed.get(file);
      const note = known === undefined ? "" : `, listed with ${known} s`;
      console.log(`${seconds.toFixed(1).padStart(7)} s  ${file} (${project}${note})`);
    }
    const misplaced = times.filter(
      ({ file, project, seconds }) =>
        project === "unit" && seconds > maxUnitSeconds && !listed.has(file),
    );
    for (const { file } of misplaced)
      console.log(`${file} belongs in scripts/second-set.ts: it takes over ${maxUnitSeconds} s.`);
  },
};

/** Returns what a file cost its worker: starting it, loading, and running its hooks and tests. */
function measureSeconds(module: TestModule): number {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } =
    module.diagnostic();
  const parts = [prepareDuration, environmentSetupDuration, setupDuration, collectDuration];
  return parts.reduce((sum, part) => sum + part, duration) / 1000;
}
