import type { ChildProcess } from "node:child_process";

/** Resolves with the exit code, or with null if a signal ended the process. */
export function waitForExit(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on("close", resolve));
}

/**
 * Resolves with all output so far when it matches `pattern`. Rejects if the process exits before.
 */
export function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
      if (pattern.test(output)) resolve(output);
    });
    child.on("close", (code) =>
      reject(new Error(`The process exited with ${code} before it printed ${pattern}: ${output}`)),
    );
  });
}
