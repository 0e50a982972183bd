import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../settings/settings-table.ts";

const fileName = "running.json";

/**
 * Where a running hub listens. `ports` are the ports that it opened, also where the settings say 0.
 */
export type RunningHub = Pick<Settings, "host" | "tls" | "publicUrl"> & {
  ports: { http: number; https?: number | undefined };
};

/**
 * Writes a file into the data folder that tells commands where the hub listens. Returns a function
 * that removes it. A hub that is killed leaves the file behind. If the file cannot be written, as
 * on a full disk, the hub runs without it.
 */
export function writeRunFile(dataDir: string, { host, tls, publicUrl, ports }: RunningHub) {
  const path = join(dataDir, fileName);
  const text = `${JSON.stringify({ pid: process.pid, host, tls, publicUrl, ports })}\n`;
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch {
    // The file only helps commands on this machine; without it they use the settings.
    return () => {};
  }
  return () => {
    // Another hub with the same folder may have overwritten it.
    if (readText(path) === text) rmSync(path, { force: true });
  };
}

/**
 * Reads where the hub of this data folder listens. Returns undefined without a valid file. The hub
 * may have been killed since; only a request shows whether it still runs.
 */
export function readRunFile(dataDir: string): RunningHub | undefined {
  const text = readText(join(dataDir, fileName));
  return text === undefined ? undefined : parseRunFile(text);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function parseRunFile(text: string): RunningHub | undefined {
  try {
    const { host, tls, publicUrl, ports } = JSON.parse(text);
    const isValid =
      typeof host === "string" &&
      ["auto", "off", "files"].includes(tls) &&
      (publicUrl === undefined || URL.canParse(publicUrl)) &&
      isPort(ports.http) &&
      (ports.https === undefined || isPort(ports.https));
    if (!isValid) return undefined;
    const { http, https } = ports;
    return { host, tls, publicUrl, ports: { http, https } };
  } catch {
    return undefined;
  }
}

function isPort(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536;
}
