import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Runs a program in a folder and returns its output. Rejects with an error that has `code`,
 * `stdout` and `stderr` when it fails.
 */
export async function run(program: string, args: string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd, maxBuffer: 1 << 26 });
  return stdout;
}
