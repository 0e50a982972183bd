// A display without a screen, for browsers that cannot start without one.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Starts Xvfb on a free display and resolves with its name, such as `:1`. */
export async function startDisplay(xvfb: string): Promise<AsyncDisposable & { name: string }> {
  const args = ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
  const child = spawn(xvfb, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const [number] = await once(createInterface({ input: child.stdio[3] as never }), "line");
  return {
    name: `:${number}`,
    async [Symbol.asyncDispose]() {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
