import { scryptSync } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { formatBasic } from "@scanhook/webhook";
import { findMemory } from "../../../../scripts/testing/memory-folder.ts";
import { startHub } from "../hub.ts";
import { parseSettings } from "../settings/settings.ts";

export const ownerPassword = "correct horse battery";

/**
 * Starts a hub on free ports with an empty data folder. `await using` stops it and removes the
 * folder.
 */
export async function startTestHub(...args: string[]) {
  const data = await mkdtemp(join(findMemory(), "scanhook-hub-"));
  const parsed = parseSettings({
    args: ["--data", data, "--host", "127.0.0.1", "--http-port", "0", "--https-port", "0", ...args],
    env: {},
  });
  if (!parsed.ok) throw new Error(parsed.reason);
  const logged: string[] = [];
  const log = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const hub = await startHub(parsed.settings, { log });
  const base = `http://127.0.0.1:${hub.httpPort}`;
  const removeData = () => rm(data, { recursive: true, force: true });
  return {
    hub,
    base,
    log,
    logged,
    settings: parsed.settings,
    loginCode: hub.loginLink?.split("code=")[1] ?? "",
    [Symbol.asyncDispose]: async () => {
      await hub.close();
      await removeData();
    },
  };
}

export type TestHub = Awaited<ReturnType<typeof startTestHub>>;
export type Call = (
  method: string,
  path: string,
  body?: unknown,
  extraHeaders?: object,
) => Promise<Response>;

/** Returns a function that calls the API like the hub's own page, with or without a session. */
export function fromPage({ base }: { base: string }, cookie?: string): Call {
  return (method, path, body, extraHeaders = {}) =>
    fetch(`${base}${path}`, {
      method,
      redirect: "manual",
      headers: {
        origin: base,
        ...(cookie && { cookie }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...extraHeaders,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
}

/**
 * Logs in, the first time by the one-time link, and returns a function that calls the API as the
 * owner.
 */
export async function asOwner(test: TestHub): Promise<Call> {
  const body = { password: ownerPassword, ...(test.loginCode && { code: test.loginCode }) };
  const response = await fromPage(test)("POST", "/api/session", body);
  if (!response.ok) throw new Error(`Log-in answered ${response.status}: ${await response.text()}`);
  return fromPage(test, toCookie(response));
}

export function toCookie(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** Posts the scan of a code to an inbox, as a page on another origin does. */
export function postScan(
  { base }: { base: string },
  scan: { content: string; identifier?: string },
  options: { inbox?: string; user?: string; password?: string; traceparent?: string } = {},
): Promise<Response> {
  const { inbox = "door", user, password, traceparent } = options;
  return fetch(`${base}/in/${inbox}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: "https://scanner.example",
      ...(user && { authorization: formatBasic(user, password ?? "") }),
      ...(traceparent && { traceparent }),
    },
    body: JSON.stringify({
      identifier: scan.identifier ?? crypto.randomUUID(),
      date: "2026-05-12T14:23:01Z",
      content: scan.content,
    }),
  });
}

export async function readJson<T>(response: Response): Promise<T> {
  return (await response.json()) as T;
}

/** Returns a hash like those of `hashPassword`, but quick to check. */
export function quickHash(text: string): string {
  const salt = Buffer.alloc(16, "salt");
  const key = scryptSync(text, salt, 32, { N: 2 ** 4, r: 8, p: 1 });
  const [encodedSalt, encodedKey] = [salt, key].map((bytes) =>
    bytes.toString("base64").replace(/=+$/, ""),
  );
  return `$scrypt$ln=4,r=8,p=1$${encodedSalt}$${encodedKey}`;
}
