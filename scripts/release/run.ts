import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * Runs a program in a folder and returns its output. Rejects with an error that has `code`,
 * `stdout` and `stderr` when it fails. The program has no input. Without `env` it has the
 * environment of this process.
 */
export async function run(
  program: string,
  args: string[],
  cwd: string,
  env?: NodeJS.ProcessEnv,
): Promise<string> {
  const ended = promisify(execFile)(program, args, { cwd, env, maxBuffer: 1 << 26 });
  ended.child.stdin?.end();
  return (await ended).stdout;
}
