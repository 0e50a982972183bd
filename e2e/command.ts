import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { findBundledCommand } from "./bundled-command.ts";

/** Starts `scanhook` with these arguments as a process. */
export async function startCommand(...args: string[]): Promise<ChildProcess> {
  const command = [await findBundledCommand(), ...args];
  return spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] });
}

/** Runs `scanhook` with these arguments to its end. */
export async function scanhook(...args: string[]) {
  const child = await startCommand(...args);
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
