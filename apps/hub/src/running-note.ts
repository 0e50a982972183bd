import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "./settings/settings-table.ts";

const noteName = "running.json";

/** Where a hub listens, as opened: the ports it was given or found, whatever the settings said. */
export type Listening = Pick<Settings, "host" | "tls" | "publicUrl"> & {
  ports: { http: number; https?: number };
};

/**
 * Notes in the data folder where the hub listens, for the commands there. Returns what takes the note away; one that
 * was killed leaves it, and one that cannot write it (a full disk) goes without.
 */
export function noteRunning(dataDir: string, { host, tls, publicUrl, ports }: Listening) {
  const path = join(dataDir, noteName);
  const text = `${JSON.stringify({ pid: process.pid, host, tls, publicUrl, ports })}\n`;
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch {
    return () => {};
  }
  return () => {
    // Another hub with the same folder may have written its own since.
    if (readNote(path) === text) rmSync(path, { force: true });
  };
}

/** Where the hub of this data folder said that it listens; whether it still does, only asking it can tell. */
export function readRunning(dataDir: string): Listening | undefined {
  const text = readNote(join(dataDir, noteName));
  return text === undefined ? undefined : parse(text);
}

function readNote(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function parse(text: string): Listening | undefined {
  try {
    const { host, tls, publicUrl, ports } = JSON.parse(text);
    const isWhole =
      typeof host === "string" &&
      ["auto", "off", "files"].includes(tls) &&
      (publicUrl === undefined || URL.canParse(publicUrl)) &&
      isPort(ports.http) &&
      (ports.https === undefined || isPort(ports.https));
    if (!isWhole) return undefined;
    const { http, https } = ports;
    return {
      host,
      tls,
      ...(publicUrl !== undefined && { publicUrl }),
      ports: { http, ...(https !== undefined && { https }) },
    };
  } catch {
    return undefined;
  }
}

function isPort(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536;
}
