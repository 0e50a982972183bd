// Ends a run of tests in which nothing has happened for long.
import type { Reporter } from "vitest/node";

/** Returns a reporter that ends the run, and names what runs, when no test ends for `limitMs`. */
export function endStalledRun(limitMs = 600_000): Reporter {
  /** The test that runs in each module, or the module while none does. */
  const running = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(end, limitMs);
  };
  const end = () => {
    const names = [...running.values()].map((name) => `\n  ${name}`).join("");
    console.error(
      `No test has ended for ${limitMs / 60_000} minutes. The run stops. Running were:${names}`,
    );
    // Vitest ends its workers when it has ended itself, even one that does not respond.
    process.exit(1);
  };
  return {
    onTestRunStart: restart,
    onTestModuleQueued: (module) => void running.set(module.id, module.relativeModuleId),
    onTestCaseReady: ({ module, fullName }) =>
      void running.set(module.id, `${module.relativeModuleId} > ${fullName}`),
    onTestCaseResult({ module }) {
      running.set(module.id, module.relativeModuleId);
      restart();
    },
    onTestModuleEnd({ id }) {
      running.delete(id);
      restart();
    },
    onTestRunEnd: () => clearTimeout(timer),
  };
}
