import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createInterface } from "node:readline";

/** A running pcscd and its output. */
export type Daemon = {
  process: ChildProcess;
  /** Resolves at the next line that contains `text`; rejects when pcscd ends before. */
  waitForOutput(text: string): Promise<void>;
  stop(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
};

/**
 * Starts pcscd with only the readers of `configuration` (a folder), and resolves when it accepts
 * clients.
 */
export async function startDaemon(configuration: string): Promise<Daemon> {
  await mkdir("/run/pcscd", { recursive: true });
  const command = ["pcscd", "--foreground", "--info", "--config", configuration];
  const lines: string[] = [];
  // If the tests are killed, pcscd must not stay, because it would keep the next one from starting.
  const child = spawn("setpriv", ["--pdeathsig", "KILL", ...command], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  // The driver then continues without its reader and would never report a card.
  createInterface({ input: child.stderr }).on("line", (line) => {
    lines.push(line);
    if (line.includes("Address already in use")) child.kill("SIGKILL");
  });
  const exited = once(child, "exit");
  const waiting = new Set<{ text: string; resolve(): void; reject(error: Error): void }>();
  createInterface({ input: child.stdout })
    .on("line", (line) => {
      lines.push(line);
      for (const waiter of waiting) {
        if (line.includes(waiter.text)) {
          waiting.delete(waiter);
          waiter.resolve();
        }
      }
    })
    .on("close", () => {
      for (const { text, reject } of waiting) {
        reject(new Error(`pcscd ended before "${text}":\n${lines.slice(-20).join("\n")}`));
      }
      waiting.clear();
    });
  function waitForOutput(text: string): Promise<void> {
    return new Promise((resolve, reject) => waiting.add({ text, resolve, reject }));
  }
  await waitForOutput("daemon ready");
  return {
    process: child,
    waitForOutput,
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await exited;
    },
  };
}
