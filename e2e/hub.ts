// Real hub processes for the stories, started as users start them.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
// The hub serves the built pages: `npm test` builds them for tests that import this.
import "../scripts/build.ts";
import { findMemory } from "../scripts/testing/memory-folder.ts";
import { findBundledCommand } from "./bundled-command.ts";

export type RunningHub = {
  /** `http://localhost:<port>`, without a final slash. */
  base: string;
  /** Every address of the ready line. */
  addresses: string[];
  /** The one-time log-in link, on a first start. */
  loginLink: string | undefined;
  data: string;
  process: ChildProcess;
  /** Stops the hub cleanly and waits until it has ended. */
  stop(): Promise<void>;
};

/**
 * Makes an empty data folder, in memory where there is room. Call `remove` at the end of the test
 * file.
 */
export async function makeDataFolder(
  parent = findMemory(),
): Promise<{ data: string; remove: () => Promise<void> }> {
  const data = await mkdtemp(join(parent, "scanhook-"));
  return { data, remove: () => rm(data, { recursive: true, force: true }) };
}

/** Starts a bundled hub that hashes passwords quickly, and resolves when it is ready. */
export async function startHubProcess(data: string, ...args: string[]): Promise<RunningHub> {
  return start(await findBundledCommand(), data, args);
}

/** Starts a bundled hub with further variables of the environment. */
export async function startHubWith(
  env: NodeJS.ProcessEnv,
  data: string,
  ...args: string[]
): Promise<RunningHub> {
  return start(await findBundledCommand(), data, args, env);
}

/**
 * Starts the sources of a hub, whose passwords cost what they cost its users, for the stories of
 * logging in and of the first scan.
 */
export function startUsualHub(data: string, ...args: string[]): Promise<RunningHub> {
  const program = fileURLToPath(new URL("../apps/cli/bin/scanhook.mjs", import.meta.url));
  return start(program, data, args);
}

/** Starts the sources of the hub of a copy of the project. */
export function startHubOf(copy: string, data: string): Promise<RunningHub> {
  return start(`${copy}/apps/cli/bin/scanhook.mjs`, data, []);
}

async function start(
  program: string,
  data: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<RunningHub> {
  const ports = args.includes("--http-port") ? [] : ["--http-port", "0", "--https-port", "0"];
  const child = spawn(process.execPath, [program, "serve", "--data", data, ...ports, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const ready = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      output += `${line}\n`;
      if (line.startsWith("ready ")) return line.slice("ready ".length).trim().split(/\s+/);
    }
    throw new Error(`The hub ended before it was ready:\n${output}`);
  })();
  const addresses = await ready;
  child.stdout.resume();
  const base = addresses
    .find((address) => /^http:\/\/(localhost|127\.0\.0\.1)/.test(address))
    ?.replace(/\/$/, "");
  if (!base) throw new Error(`No loopback address among ${addresses.join(" ")}`);
  return {
    base,
    addresses,
    loginLink: findLoginLink(output),
    data,
    process: child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Returns the one-time link to log in that a hub printed at its first start. */
export const findLoginLink = (output: string): string | undefined =>
  /https?:\/\/\S+#\/login\?code=\S+/.exec(output)?.[0];

export const ownerPassword = "correct horse battery";

/** Logs in over HTTP, the first time with the one-time link, and returns a client of the API. */
export async function logIn(hub: Pick<RunningHub, "base" | "loginLink">) {
  const code = new URL(hub.loginLink ?? hub.base).hash.split("code=")[1];
  const response = await fetch(`${hub.base}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: hub.base },
    body: JSON.stringify(code ? { code, password: ownerPassword } : { password: ownerPassword }),
  });
  if (!response.ok) throw new Error(`Log-in returned ${response.status}: ${await response.text()}`);
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return async <T = unknown>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${hub.base}${path}`, {
      method,
      headers: {
        cookie,
        origin: hub.base,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
}
