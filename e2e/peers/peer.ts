// Third-party programs, installed from npm into their own cache and started on free ports.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { freePort } from "../../scripts/testing/free-port.ts";

/** Outside the project, because n8n alone has 1.8 GB. */
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "scanhook-peers");

/**
 * Returns the folder of an installed package, or the reason in one line why it cannot be installed.
 * Installs it once.
 */
export function installPeer(
  name: string,
  version: string,
  /** Versions of its dependencies that replace the ones it asks for. */
  overrides: Record<string, string> = {},
  /** Further flags of npm install. */
  flags: readonly string[] = [],
): { ok: true; folder: string } | { ok: false; reason: string } {
  const folder = join(cache, `${name}@${version}`);
  const completed = join(folder, "whole");
  if (existsSync(completed)) return { ok: true, folder };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, overrides }));
  console.warn(`Installing ${name} ${version} from npm; this is done once.`);
  const started = performance.now();
  const run = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--loglevel=error", ...flags, `${name}@${version}`],
    { cwd: folder, env: withThisNode(), encoding: "utf8", timeout: 900_000 },
  );
  if (run.status !== 0) {
    const lines = run.stderr?.split("\n").map((line) => line.replace(/^npm error\s*/, "")) ?? [];
    const message = lines.find((line) => line !== "" && !/^(npm warn|code )/.test(line));
    const reason = message ?? run.error?.message ?? "npm failed";
    return { ok: false, reason: `${name} ${version} could not be installed: ${reason}` };
  }
  writeFileSync(completed, "");
  console.warn(`That took ${Math.round((performance.now() - started) / 1000)} seconds.`);
  return { ok: true, folder };
}

export type RunningPeer = {
  url: string;
  port: number;
  pid: number;
  folder: string;
  stop(): Promise<void>;
};

/** Starts a program with a folder for its data, and waits until it responds at that path. */
export async function startPeer(
  command: (options: { port: number; folder: string }) => {
    file: string;
    args: string[];
    env?: Record<string, string>;
  },
  isReady: (peer: { url: string; port: number }) => Promise<boolean>,
): Promise<RunningPeer> {
  const folder = mkdtempSync(join(tmpdir(), "scanhook-peer-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { file, args, env = {} } = command({ port, folder });
  const child = spawn(file, args, {
    cwd: folder,
    env: { ...withThisNode(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output = `${output}${chunk}`.slice(-5000);
    });
  }
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = performance.now() + 180_000;
  while (!(await isReady({ url, port }).catch(() => false))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`${file} did not get ready:\n${output}`);
    }
    // Polls, because another program does not tell when it starts to listen.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, port, pid: child.pid!, folder, stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const hard = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(hard);
}

/**
 * Install scripts and commands must find the Node that runs this, and must not notice that they run
 * in a test.
 */
export function withThisNode(): NodeJS.ProcessEnv {
  const inheritedVariables = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_ENV|TEST|VITEST.*)$/.test(name),
  );
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  return { ...Object.fromEntries(inheritedVariables), PATH };
}
