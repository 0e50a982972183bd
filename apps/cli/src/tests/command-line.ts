import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../../bin/scanhook.mjs", import.meta.url));

export type Finished = { code: number | null; stdout: string; stderr: string };

type Surroundings = { input?: string | Uint8Array; env?: NodeJS.ProcessEnv; node?: string };

/** Runs `scanhook …` as a process of its own, as a user would. */
export async function scanhook(args: string[], given: Surroundings = {}): Promise<Finished> {
  const child = startScanhook(args, given);
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  // A process that refuses its arguments does not wait for its input.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(given.input);
  const code = await ended(child);
  return { code, stdout, stderr };
}

export function startScanhook(args: string[], { env = {}, node }: Surroundings = {}): ChildProcess {
  return spawn(node ?? process.execPath, [bin, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: "pipe",
  });
}

export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on("close", resolve));
}

/** Resolves with everything on stdout as soon as it matches. */
export function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (more) => {
      text += more;
      if (pattern.test(text)) resolve(text);
    });
    child.on("close", (code) => reject(new Error(`ended with ${code} before ${pattern}: ${text}`)));
  });
}
