// A hub as a program of its own, for tests of what is installed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A hub that is ready, with the lines that it printed until then. It stops when disposed. */
export type ReadyHub = AsyncDisposable & { printed: readonly string[] };

type Place = {
  /** The folder and the environment, those of this process if none are given. */
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Whether it stops as by Ctrl+C in a terminal, which reaches all processes that it started. */
  isInTerminal?: boolean;
};

/** Starts a hub. Rejects with what it prints when it ends before it is ready. */
export async function untilReady(
  program: string,
  args: string[],
  { cwd, env, isInTerminal = false }: Place = {},
): Promise<ReadyHub> {
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const hub = spawn(program, args, { cwd, env, stdio: [...stdio], detached: isInTerminal });
  const ended = once(hub, "close");
  const printed: string[] = [];
  hub.stderr.on("data", (chunk) => printed.push(`${chunk}`));
  for await (const line of createInterface(hub.stdout)) {
    printed.push(line);
    if (line.startsWith("ready")) {
      hub.stdout.resume();
      return {
        printed,
        async [Symbol.asyncDispose]() {
          if (isInTerminal) process.kill(-hub.pid!, "SIGINT");
          else hub.kill();
          await ended;
        },
      };
    }
  }
  throw new Error(printed.join("\n"));
}
