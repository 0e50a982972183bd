// A hub as a program of its own, for tests of what is installed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/**
 * Starts a hub, which stops when disposed. Rejects with what it prints when it ends before it is
 * ready.
 */
export async function untilReady(program: string, args: string[]): Promise<AsyncDisposable> {
  const hub = spawn(program, args);
  const exit = once(hub, "exit");
  const printed: string[] = [];
  hub.stderr.on("data", (chunk) => printed.push(`${chunk}`));
  for await (const line of createInterface(hub.stdout)) {
    printed.push(line);
    if (line.startsWith("ready")) {
      return {
        async [Symbol.asyncDispose]() {
          hub.kill();
          await exit;
        },
      };
    }
  }
  throw new Error(printed.join("\n"));
}
