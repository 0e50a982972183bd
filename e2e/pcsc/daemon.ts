import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createInterface } from "node:readline";

/** A running pcscd, and what it says. */
export type Daemon = {
  process: ChildProcess;
  /** Resolves at the next line that contains `text`; rejects when pcscd ends before. */
  hears(text: string): Promise<void>;
  ends(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
};

/** Starts pcscd with the readers of `configuration` (a folder) alone, and resolves when clients can come. */
export async function startDaemon(configuration: string): Promise<Daemon> {
  await mkdir("/run/pcscd", { recursive: true });
  const command = ["pcscd", "--foreground", "--info", "--config", configuration];
  const lines: string[] = [];
  // Were the tests killed, their pcscd would stay and keep the next from starting.
  const child = spawn("setpriv", ["--pdeathsig", "KILL", ...command], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  // The driver goes on without its reader then, and nobody would ever see a card.
  createInterface({ input: child.stderr }).on("line", (line) => {
    lines.push(line);
    if (line.includes("Address already in use")) child.kill("SIGKILL");
  });
  const ended = once(child, "exit");
  const waiting = new Set<{ text: string; resolve(): void; reject(error: Error): void }>();
  createInterface({ input: child.stdout })
    .on("line", (line) => {
      lines.push(line);
      for (const one of waiting) {
        if (line.includes(one.text)) {
          waiting.delete(one);
          one.resolve();
        }
      }
    })
    .on("close", () => {
      for (const { text, reject } of waiting) {
        reject(new Error(`pcscd ended before "${text}":\n${lines.slice(-20).join("\n")}`));
      }
      waiting.clear();
    });
  function hears(text: string): Promise<void> {
    return new Promise((resolve, reject) => waiting.add({ text, resolve, reject }));
  }
  await hears("daemon ready");
  return {
    process: child,
    hears,
    async ends(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await ended;
    },
  };
}
