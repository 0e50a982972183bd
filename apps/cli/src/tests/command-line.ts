import { type ChildProcess, spawn } from "node:child_process";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Io } from "../command.ts";
import { main } from "../main.ts";
import { ended } from "./child.ts";

const bin = fileURLToPath(new URL("../../bin/scanhook.mjs", import.meta.url));

export type Finished = { code: number | null; stdout: string; stderr: string };

type Surroundings = {
  input?: string | Uint8Array;
  env?: NodeJS.ProcessEnv;
  nodeOptions?: string[];
};

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

/** The same within this process: quicker, for what no process of its own is needed for. */
export async function scanhookHere(args: string[], given: Surroundings = {}): Promise<Finished> {
  let stdout = "";
  let stderr = "";
  const io: Io = {
    stdin: Readable.from(given.input === undefined ? [] : [Buffer.from(given.input)]),
    stdout: {
      write(text) {
        stdout += text;
      },
    },
    stderr: {
      write(text) {
        stderr += text;
      },
    },
    env: given.env ?? {},
  };
  const code = await main(args, io);
  return { code, stdout, stderr };
}

export function startScanhook(args: string[], given: Surroundings = {}): ChildProcess {
  const { env = {}, nodeOptions = [] } = given;
  return spawn(process.execPath, [...nodeOptions, bin, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: "pipe",
  });
}
