import { type ChildProcess, spawn } from "node:child_process";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Io } from "../io.ts";
import { main } from "../main.ts";
import { waitForExit } from "./child.ts";

const executable = fileURLToPath(new URL("../../bin/scanhook.mjs", import.meta.url));

export type FinishedRun = { code: number | null; stdout: string; stderr: string };

type RunOptions = {
  input?: string | Uint8Array;
  env?: NodeJS.ProcessEnv;
  nodeOptions?: string[];
};

/** Runs `scanhook …` to its end in a separate process, as a user would. */
export async function runScanhookProcess(
  args: string[],
  options: RunOptions = {},
): Promise<FinishedRun> {
  const child = spawnScanhook(args, options);
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  // A process that refuses its arguments may exit before it reads its input.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(options.input);
  const code = await waitForExit(child);
  return { code, stdout, stderr };
}

/**
 * Runs `scanhook …` to its end within this process, which is faster. The bytes of a file in
 * `stdout` are characters of Latin-1.
 */
export async function runScanhook(args: string[], options: RunOptions = {}): Promise<FinishedRun> {
  let stdout = "";
  let stderr = "";
  const io: Io = {
    stdin: Readable.from(options.input === undefined ? [] : [Buffer.from(options.input)]),
    stdout: {
      write(piece) {
        stdout += typeof piece === "string" ? piece : Buffer.from(piece).toString("latin1");
      },
    },
    stderr: {
      write(text) {
        stderr += text;
      },
    },
    env: options.env ?? {},
  };
  const code = await main(args, io);
  return { code, stdout, stderr };
}

/**
 * Starts `scanhook …` in a separate process, and leaves its input, output and end to the caller.
 */
export function spawnScanhook(args: string[], options: RunOptions = {}): ChildProcess {
  const { env = {}, nodeOptions = [] } = options;
  return spawn(process.execPath, [...nodeOptions, executable, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: "pipe",
  });
}
