import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The folder of the rules for Prometheus. */
export const rulesFolder = fileURLToPath(new URL("../../../deploy/prometheus/", import.meta.url));

export const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;
if (!hasPromtool)
  console.log("Skipped: promtool, which tests the rules, needs Debian's package prometheus.");

/** Runs promtool in the folder of the rules, and returns its exit code and what it printed. */
export function runPromtool(...args: string[]): { status: number | null; printed: string } {
  const { status, stdout, stderr } = spawnSync("promtool", args, {
    cwd: rulesFolder,
    encoding: "utf8",
  });
  return { status, printed: `${stdout}${stderr}` };
}
