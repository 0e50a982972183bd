import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { freePort } from "../../scripts/testing/free-port.ts";
import { isListening } from "../../scripts/testing/listens.ts";
import { findExample } from "./shown-examples.ts";

/** Facts about an example that its page does not state but a test needs. */
export type Platform = {
  /** The programs that have to be installed to run it. */
  tools: string[];
  /** The commands to run instead of those on the page. */
  commands?: string[];
  /** False when the program does not print its address: the server of PHP runs the file. */
  announces?: false;
};

export type RunningExample = AsyncDisposable & {
  url: string;
  folder: string;
  /** Resolves with the next line of output. Call it before that line is printed. */
  nextLine(): Promise<string>;
  /** The scans in `scans.jsonl`. */
  readScans(): unknown[];
};

/**
 * Runs an example as a reader of its page would: puts the text on the page into an empty folder and
 * runs the commands of its section there, with a free port in place of 3000. `variables` replace
 * those that the commands set. Resolves once the example listens; rejects with its output if it
 * ends before that.
 */
export async function startExample(
  file: string,
  { commands, announces }: Platform,
  variables: Record<string, string>,
): Promise<RunningExample> {
  const example = findExample(file);
  const parent = await mkdtemp(join(tmpdir(), "scanhook-example-"));
  const folder = join(parent, "project");
  const programs = join(parent, "programs");
  for (const path of [folder, programs]) await mkdir(path);
  await writeFile(join(folder, basename(file)), example.text);
  await writeFile(join(programs, "npm"), `#!/bin/sh\nexec node "${pinnedNpm}" "$@"\n`);
  await chmod(join(programs, "npm"), 0o755);
  const port = await freePort();
  const script = (commands ?? example.commands)
    .join("\n")
    .replaceAll("3000", String(port))
    .replace(/\b([A-Z]+_[A-Z]+)=(\w+)/g, (all, name) => (name in variables ? "" : all));
  const child = spawn("sh", ["-ec", script], {
    cwd: folder,
    env: {
      ...process.env,
      ...variables,
      PATH: [programs, dirname(process.execPath), process.env.PATH].join(":"),
      REAL_NPM: realNpm,
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that the shell ends together with what it started.
    detached: true,
  });
  const ended = once(child, "close");
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const output = createInterface(child.stdout);
  const nextLine = async () => {
    const [line] = await Promise.race([once(output, "line"), ended.then(() => [])]);
    if (line === undefined) throw new Error(`examples/${file} has ended: ${errors}`);
    return String(line);
  };
  const url = `http://localhost:${port}/`;
  const end = async () => {
    killGroup(child);
    await ended;
    await rm(parent, { recursive: true });
  };
  try {
    if (announces === false) await waitUntilListening(port, child);
    else while (!(await nextLine()).includes(url));
  } catch (error) {
    await end();
    throw error;
  }
  return {
    url,
    folder,
    nextLine,
    readScans() {
      const scans = join(folder, "scans.jsonl");
      if (!existsSync(scans)) return [];
      const lines = readFileSync(scans, "utf8").split("\n").filter(Boolean);
      return lines.map((line) => JSON.parse(line) as unknown);
    },
    [Symbol.asyncDispose]: end,
  };
}

/**
 * Returns which of the programs are not installed, and prints that the example is skipped because
 * of them.
 */
export function missingTools(file: string, { tools }: Platform): string[] {
  const missing = tools.filter((tool) => !isInstalled(tool));
  if (missing.length > 0)
    console.warn(`Skipped: examples/${file}, because ${missing.join(" and ")} is not installed.`);
  return missing;
}

export function isInstalled(command: string): boolean {
  return spawnSync(command, [command === "go" ? "version" : "--version"]).status === 0;
}

const pinnedNpm = fileURLToPath(new URL("pinned-npm.mjs", import.meta.url));
const realNpm = execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim();

function killGroup(child: ChildProcess): void {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  process.kill(-child.pid, "SIGKILL");
}

async function waitUntilListening(port: number, child: ChildProcess): Promise<void> {
  while (!(await isListening(port)))
    if (child.exitCode !== null) throw new Error(`The program ended with ${child.exitCode}.`);
}
