import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../apps/cli/bin/scanhook.mjs", import.meta.url));

/** Starts `scanhook` with these arguments as a process. */
export function startCommand(...args: string[]): ChildProcess {
  return spawn(process.execPath, [command, ...args], { stdio: ["ignore", "pipe", "pipe"] });
}

/** Runs `scanhook` with these arguments to its end. */
export async function scanhook(...args: string[]) {
  const child = startCommand(...args);
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (text) => {
    stdout += text;
  });
  child.stderr?.on("data", (text) => {
    stderr += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}
