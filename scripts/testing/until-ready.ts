// A hub as a program of its own, for tests of what is installed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A hub that is ready, with the lines that it printed until then. It stops when disposed. */
export type ReadyHub = AsyncDisposable & { printed: readonly string[] };

/**
 * Starts a hub in a folder, the current one if none is given, and with an environment, that of this
 * process if none is given. Rejects with what it prints when it ends before it is ready.
 */
export async function untilReady(
  program: string,
  args: string[],
  { cwd, env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<ReadyHub> {
  const hub = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const exit = once(hub, "exit");
  const printed: string[] = [];
  hub.stderr.on("data", (chunk) => printed.push(`${chunk}`));
  for await (const line of createInterface(hub.stdout)) {
    printed.push(line);
    if (line.startsWith("ready")) {
      hub.stdout.resume();
      return {
        printed,
        async [Symbol.asyncDispose]() {
          hub.kill();
          await exit;
        },
      };
    }
  }
  throw new Error(printed.join("\n"));
}
