// The backups of bench/soak, every minute: one by the command, the next by the dashboard.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { callApi, type HubAccess } from "./soak-request.ts";

/** `failures` has a sentence for each backup that failed. */
export type Backups = { made: number; failures: string[] };

const everyMs = 60_000;
const command = join(import.meta.dirname, "..", "apps", "cli", "bin", "scanhook.mjs");

/** Makes backups of the hub with this data folder until `ending` aborts. */
export async function makeBackups(
  hub: HubAccess & { password: string },
  dir: string,
  ending: AbortSignal,
): Promise<Backups> {
  const backups: Backups = { made: 0, failures: [] };
  for (let turn = 0; ; turn++) {
    await sleep(everyMs, undefined, { signal: ending }).catch(() => {});
    if (ending.aborted) return backups;
    try {
      await (turn % 2 === 0 ? runCommand(dir) : download(hub));
      backups.made += 1;
    } catch (error) {
      backups.failures.push(String(error));
    }
  }
}

async function runCommand(dir: string): Promise<void> {
  const archive = `${dir}.tar.gz`;
  const args = [command, "backup", archive, "--data", dir];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  let told = "";
  child.stderr.on("data", (chunk) => {
    told += chunk;
  });
  const [code] = await once(child, "close");
  await rm(archive, { force: true });
  if (code !== 0) throw new Error(`scanhook backup ended with ${code}: ${told}`);
}

async function download(hub: HubAccess & { password: string }): Promise<void> {
  const { text } = await callApi(hub, "POST", "/api/backup", { password: hub.password });
  const { download: path } = JSON.parse(text) as { download: string };
  await callApi(hub, "GET", path);
}
