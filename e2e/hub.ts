// Real hub processes for the stories, started as a user starts them.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../apps/cli/bin/scanhook.mjs", import.meta.url));

export type RunningHub = {
  /** `http://localhost:<port>`, no slash at the end. */
  base: string;
  /** Every address of the ready line. */
  addresses: string[];
  /** The one-time log-in link, on a first start. */
  loginLink: string | undefined;
  data: string;
  process: ChildProcess;
  /** Ends it cleanly and waits for that. */
  stop(): Promise<void>;
};

/** An empty data folder that is gone when the test file ends. */
export async function makeDataFolder(): Promise<{ data: string; remove: () => Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), "scanhook-"));
  return { data, remove: () => rm(data, { recursive: true, force: true }) };
}

/** Starts a hub and resolves when it says that it is ready. */
export async function startHubProcess(data: string, ...args: string[]): Promise<RunningHub> {
  const ports = args.includes("--http-port") ? [] : ["--http-port", "0", "--https-port", "0"];
  const child = spawn(process.execPath, [command, "serve", "--data", data, ...ports, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const ready = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      said += `${line}\n`;
      if (line.startsWith("ready ")) return line.slice("ready ".length).trim().split(/\s+/);
    }
    throw new Error(`The hub ended before it was ready:\n${said}`);
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
    loginLink: /https?:\/\/\S+#\/login\?code=\S+/.exec(said)?.[0],
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

export const ownerPassword = "correct horse battery";

/** Logs in over HTTP (the first time by the one-time link) and gives a client of the API. */
export async function logIn(hub: RunningHub) {
  const code = new URL(hub.loginLink ?? hub.base).hash.split("code=")[1];
  const answer = await fetch(`${hub.base}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: hub.base },
    body: JSON.stringify(code ? { code, password: ownerPassword } : { password: ownerPassword }),
  });
  if (!answer.ok) throw new Error(`Log-in answered ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return async <T = unknown>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${hub.base}${path}`, {
      method,
      headers: {
        cookie,
        origin: hub.base,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
}
